// SPDX-License-Identifier: MIT
#pragma once
#include "tests/support/catalog.hpp"

#include <map>

namespace malha::testing {

/// At which, and for how many nodes, the tests generate.
constexpr FlopsPerSecond generated_at = 2e9;
constexpr int generated_for = 128;

using Settings = std::map<std::string, std::string>;

/// All that a shipped generator makes under one seed.
inline std::vector<Job> jobs_of(const std::string& name, const Settings& settings, std::uint64_t seed = 1) {
  const auto& generator = *shipped_catalog().workloads().at(name);
  const Parameters parameters(generator.parameters, settings);
  RandomStreams random(seed);
  const std::filesystem::path no_file;
  const auto source = generator.make({parameters, random, no_file, generated_at, false, generated_for});
  std::vector<Job> jobs;
  while (auto job = source->next())
    jobs.push_back(std::move(*job));
  return jobs;
}

inline int size_of(const Job& job) { return job.tasks.front().resources; }
inline Seconds length_of(const Job& job) { return job.tasks.front().length; }

} // namespace malha::testing

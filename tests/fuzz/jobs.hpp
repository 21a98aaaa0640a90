// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue/oscarpbs/emergency.hpp"
#include "policies/sdk/workload.hpp"
#include "scratch.hpp"

#include <algorithm>
#include <tuple>

namespace malha::fuzz {

/// What a workload file holds.
struct ReadJobs {
  std::vector<Job> jobs;
  std::vector<std::string> header;
};

/// Reads all jobs of a file. Throws InputError.
inline ReadJobs read_jobs(const WorkloadDescriptor& reader, const std::filesystem::path& file,
                          bool joins_bags = false, const std::map<std::string, std::string>& settings = {}) {
  const Parameters parameters(reader.parameters, settings);
  RandomStreams random(0);
  const auto source = reader.make({parameters, random, file, 1, joins_bags});
  ReadJobs read;
  while (auto job = source->next())
    read.jobs.push_back(std::move(*job));
  read.header = source->header();
  return read;
}

inline auto fields_of(const Task& task) {
  return std::tie(task.work, task.input, task.exchange, task.resources, task.length, task.reference_speed);
}
inline auto fields_of(const Fragment& fragment) {
  return std::tie(fragment.cpus, fragment.machine, fragment.exclusive);
}
inline auto powers_of(const Job& job) {
  const auto powers = cluster::oscarpbs::powers_in(job.extensions);
  return std::make_tuple(powers.deallocates_critical_starve, powers.deallocates_qos,
                         powers.deallocates_emergency, powers.kills_common, powers.kills_starve,
                         powers.kills_qos, powers.kills_emergency);
}

template <class Value>
bool are_same(const std::vector<Value>& all, const std::vector<Value>& others) {
  return std::equal(all.begin(), all.end(), others.begin(), others.end(),
                    [](const Value& a, const Value& b) { return fields_of(a) == fields_of(b); });
}

/// Whether two readings give the same job; ids and names of bags aside, which a file may not have.
inline bool are_same(const Job& a, const Job& b) {
  return std::tie(a.submitted, a.user, a.queue, a.walltime, a.service, a.deadline) ==
             std::tie(b.submitted, b.user, b.queue, b.walltime, b.service, b.deadline) &&
         powers_of(a) == powers_of(b) && are_same(a.tasks, b.tasks) && are_same(a.fragments, b.fragments);
}

/// The sizes of a job ascend, and its task is as long as on the preferred one.
inline void check_sizes(const Job& job) {
  if (job.sizes == nullptr)
    return;
  const auto& sizes = *job.sizes;
  require(sizes.kind != JobKind::rigid && job.tasks.size() == 1,
          "a job with sizes is one task that is not rigid");
  require(1 <= sizes.min && sizes.min <= sizes.pref && sizes.pref <= sizes.max, "sizes ascend");
  require(job.tasks.front().resources == sizes.pref, "its task has the preferred size");
  require(sizes.work > 0 && sizes.run_time(sizes.min) > 0 && sizes.run_time(sizes.min) < never, "it can run");
  require(std::all_of(sizes.asks.begin(), sizes.asks.end(),
                      [&](const auto& ask) { return ask.nodes >= sizes.min && ask.nodes <= sizes.max; }),
          "it asks for sizes that it may have");
}

} // namespace malha::fuzz

// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/errors.hpp"
#include "results/files/compressed.hpp"
#include "scenarios/workload/files/write_batsim.hpp"
#include "scenarios/workload/files/write_swf.hpp"
#include "tests/support/catalog.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {

/// At which the tests read: powers of two, so that no product is rounded.
constexpr FlopsPerSecond reference_speed = 1024;

/// All that a file gives.
struct Read {
  std::vector<Job> jobs;
  std::vector<std::string> header;
  std::vector<WorkloadNote> notes;
};

inline Read read_file(const std::filesystem::path& file,
                      const std::map<std::string, std::string>& settings = {}, bool joins_bags = false) {
  const auto* reader = shipped_catalog().reader_of(file);
  const Parameters parameters(reader->parameters, settings);
  RandomStreams random(1);
  const auto source = reader->make({parameters, random, file, reference_speed, joins_bags});
  Read read;
  while (auto job = source->next())
    read.jobs.push_back(std::move(*job));
  EXPECT_FALSE(source->next());
  read.header = source->header();
  read.notes = source->notes();
  return read;
}

/// Notes as "what: jobs".
inline std::vector<std::string> texts(const std::vector<WorkloadNote>& notes) {
  std::vector<std::string> all;
  for (const auto& note : notes)
    all.push_back(note.what + ": " + std::to_string(note.jobs));
  return all;
}

/// Ends each message of a bad row.
inline const std::string or_skip = "; or set workload.bad_rows=skip, which skips such rows and counts them";

inline std::string compressed(const std::string& text) {
  std::ostringstream out;
  write_compressed(out, [&](std::ostream& stream) { stream << text; });
  return out.str();
}

/// A folder in which texts become files that are read.
class Reading : public ::testing::Test {
protected:
  Read read(const std::string& name, const std::string& text,
            const std::map<std::string, std::string>& settings = {}) const {
    write_text(folder_ / name, text);
    return read_file(folder_ / name, settings);
  }

  /// What is said of the file, behind its name.
  std::string refusal(const std::string& name, const std::string& text,
                      const std::map<std::string, std::string>& settings = {}) const {
    const auto said = thrown<InputError>([&] { read(name, text, settings); });
    const auto place = (folder_ / name).string();
    return said.rfind(place, 0) == 0 ? said.substr(place.size()) : said;
  }

  TemporaryFolder folder_;
};

} // namespace malha::testing

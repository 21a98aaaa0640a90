// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/errors.hpp"
#include "results/files/records.hpp"
#include "results/files/result_files.hpp"
#include "results/validate/validator.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {

/// A schedule by hand on four nodes of 1 Gflop/s, n0 … n3, and what its validation says.
class HandMade : public ::testing::Test {
protected:
  using Texts = std::vector<std::string>;

  static constexpr FlopsPerSecond gigaflops = 1e9;

  /// A job whose work takes exactly as long as it ran.
  static JobRow row(TaskId id, Seconds submitted, Seconds start, Seconds finish, const std::string& nodes) {
    JobRow made;
    made.task.id = id;
    made.task.submitted = submitted;
    made.task.work = (finish - start) * gigaflops;
    made.resources = IndexSet::parse(nodes);
    made.task.resources = made.resources.size();
    made.start = start;
    made.finish = finish;
    return made;
  }
  /// A job of more nodes than there are.
  static JobRow rejected(TaskId id, Seconds submitted) {
    JobRow made;
    made.task.id = id;
    made.task.submitted = submitted;
    made.task.resources = 5;
    made.state = FinalState::rejected;
    return made;
  }

  /// Of `rows_`, with `other files`.
  Validation validated() {
    std::string jobs = header_of("jobs.csv") + "\n", nodes = header_of("resources.csv") + "\n";
    for (const auto& row : rows_)
      jobs += csv_line(row) + "\n";
    for (std::size_t node = 0; node < hosts_.size(); ++node)
      nodes +=
          csv_line(ResourceRow{static_cast<int>(node), hosts_[node], gigaflops, 1,
                               sites_.empty() ? "" : sites_[node], owners_.empty() ? "" : owners_[node], 1}) +
          "\n";
    for (const auto& [from, to] : damage_) {
      const auto found = jobs.find(from);
      EXPECT_NE(found, std::string::npos) << from;
      if (found != std::string::npos)
        jobs.replace(found, from.size(), to);
    }
    write_text(folder_ / "jobs.csv", jobs);
    write_text(folder_ / "resources.csv", nodes);
    write_text(folder_ / "manifest.json", "{\"tasks_submitted\": " + std::to_string(rows_.size()) +
                                              ", \"tasks_unfinished\": 0, \"shows\": {" + shows_ + "}, " +
                                              manifest_ + "}");
    return validate_schedule(folder_.path());
  }
  Texts violations() { return validated().violations; }
  /// What makes a file that cannot be read.
  std::string refusal() {
    return thrown<InputError>([&] { validated(); });
  }

  /// Lines behind the header.
  void attempts(const std::string& lines) {
    write_text(folder_ / "attempts.csv", header_of("attempts.csv") + "\n" + lines);
  }
  void outages(const std::string& lines) {
    write_text(folder_ / "outages.csv", header_of("outages.csv") + "\n" + lines);
  }
  void decisions(const std::string& lines) {
    write_text(folder_ / "decisions.csv", header_of("decisions.csv") + "\n" + lines);
  }

  /// "job 1 (…/jobs.csv:3)": row i of `rows_` is in line i + 2.
  std::string who(std::size_t index) const {
    return "job " + std::to_string(rows_[index].task.id) + " (" + line("jobs.csv", index + 2) + ")";
  }
  std::string line(const std::string& file, std::size_t number) const {
    return (folder_ / file).string() + ":" + std::to_string(number);
  }

  TemporaryFolder folder_;
  std::vector<std::string> hosts_{"n0", "n1", "n2", "n3"}; ///< by resource
  Texts owners_;                                           ///< of the nodes; empty: they have none
  Texts sites_;                                            ///< of the nodes; empty: they have none
  std::vector<JobRow> rows_;
  std::vector<std::pair<std::string, std::string>> damage_; ///< to the text of jobs.csv: from, to
  std::string shows_;                                       ///< traits that the run declares
  std::string manifest_ = "\"run\": {}";                    ///< what else is in the manifest
};

} // namespace malha::testing

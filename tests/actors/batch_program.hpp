// SPDX-License-Identifier: MIT
#pragma once
#include "results/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {

/// A job of a file of Batsim.
struct BatchJob {
  int submitted;
  int size;
  int run_time;
  int walltime; ///< -1: none
  std::string user = "";
};

/// The file; jobs are numbered from 0.
inline std::string batsim_of(const std::vector<BatchJob>& jobs) {
  std::string all, profiles;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const auto& job = jobs[i];
    const std::string id = std::to_string(i), comma = i > 0 ? ",\n" : "\n";
    all += comma + R"({"id": )" + id + R"(, "profile": "p)" + id + R"(", "subtime": )" +
           std::to_string(job.submitted) + R"(, "res": )" + std::to_string(job.size) + R"(, "walltime": )" +
           std::to_string(job.walltime) + R"(, "extra_data": {"user": ")" + job.user + R"("}})";
    profiles +=
        comma + R"("p)" + id + R"(": {"type": "delay", "delay": )" + std::to_string(job.run_time) + "}";
  }
  return R"({"nb_res": 1, "jobs": [)" + all + "],\n\"profiles\": {" + profiles + "}}\n";
}

/// The program on jobs of the test, on a star of nodes that costs no messages, the first the master too,
/// unless the test says otherwise.
class BatchProgram : public ::testing::Test {
protected:
  using Texts = std::vector<std::string>;

  void jobs(const std::vector<BatchJob>& all) { write_text(folder_ / "x.json", batsim_of(all)); }
  void star(int nodes, const std::string& transport = "instant") {
    platform_ = "-p star --set platform.hosts=" + std::to_string(nodes) + " --set transport=" + transport;
  }

  Said simulate(const std::string& options, const std::string& out = "out") const {
    return run_shell("rm -rf " + out + "; $MALHA simulate -w x.json " + platform_ + " " + options + " -o " +
                         out,
                     folder_.path());
  }
  void simulated(const std::string& options, const std::string& out = "out") const {
    const auto said = simulate(options, out);
    ASSERT_EQ(said.status, 0) << options << "\n" << said.err;
  }
  void is_valid(const std::string& out = "out") const {
    const auto said = run_shell("$MALHA validate " + out, folder_.path());
    EXPECT_EQ(said.status, 0) << said.out << said.err;
  }

  /// The lines of a file of the run but its header.
  Texts lines(const std::string& file) const {
    std::ifstream in(folder_ / file);
    Texts found;
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line))
      found.push_back(line);
    return found;
  }
  /// The columns of each line, with a space between.
  Texts columns(const std::string& file, const Texts& names) const {
    Texts found;
    CsvReader rows(folder_ / file);
    while (rows.next()) {
      std::string line;
      for (const auto& name : names)
        line += (line.empty() ? "" : " ") + rows.text(name);
      found.push_back(line);
    }
    return found;
  }
  /// "id start finish resources" for each line of jobs.csv.
  Texts schedule(const std::string& out = "out") const {
    return columns(out + "/jobs.csv", {"job_id", "starting_time", "finish_time", "allocated_resources"});
  }
  double metric(const std::string& name, const std::string& out = "out") const {
    CsvReader rows(folder_ / (out + "/schedule.csv"));
    EXPECT_TRUE(rows.next());
    return rows.real(name);
  }

  TemporaryFolder folder_;
  std::string platform_;
};

} // namespace malha::testing

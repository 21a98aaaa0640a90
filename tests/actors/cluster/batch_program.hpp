// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/csv_reader.hpp"
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

  /// Workers node-0, node-1, … and a master, all of one speed, with a route between any two. A worker has a
  /// profile in a file that `attribute` of its <host> names, unless the text of its profile is "".
  void workers(const std::string& attribute, const Texts& profiles, const std::string& speed,
               const std::string& transport = "instant", int cores = 1) {
    std::string hosts, routes;
    Texts names{"head"};
    for (std::size_t i = 0; i < profiles.size(); ++i) {
      const std::string name = "node-" + std::to_string(i);
      names.push_back(name);
      hosts += "<host id='" + name + "' speed='" + speed + "' core='" + std::to_string(cores) + "'";
      if (!profiles[i].empty()) {
        hosts += " " + attribute + "='" + name + ".profile'";
        write_text(folder_ / (name + ".profile"), profiles[i]);
      }
      hosts += "><prop id='role' value='worker'/></host>\n";
    }
    for (std::size_t i = 0; i < names.size(); ++i)
      for (std::size_t j = i; j < names.size(); ++j)
        routes += "<route src='" + names[i] + "' dst='" + names[j] + "'><link_ctn id='link'/></route>\n";
    write_text(folder_ / "p.xml",
               "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
               "<platform version='4.1'><zone id='zone' routing='Full'>\n"
               "<host id='head' speed='" +
                   speed + "'><prop id='role' value='master'/></host>\n" + hosts +
                   "<link id='link' bandwidth='125MBps' latency='1us'/>\n" + routes + "</zone></platform>\n");
    platform_ = "-p p.xml --set transport=" + transport;
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

// SPDX-License-Identifier: MIT
// Energy is no matter of how a run is made: who waits for the ends of jobs, and how SimGrid is asked.
#include "energy_program.hpp"

namespace malha::testing {
namespace energy_of_executions_test {

/// Eight nodes of two cores with these powers.
std::string eight_nodes(const std::string& watts, const std::string& off) {
  return "-p star --set platform.hosts=8 --set platform.cores=2 --set platform.watts=" + watts +
         " --set platform.watts_off=" + off;
}
const std::string once_the_watts = eight_nodes("95:110.5:200.25", "9.75"),
                  twice_the_watts = eight_nodes("190:221:400.5", "19.5");

class EnergyOfExecutions : public EnergyProgram {
protected:
  void ran(const std::string& words, const std::string& out,
           const std::string& platform = once_the_watts) const {
    const auto said = simulate(platform + " --overwrite -o " + out + " " + words);
    ASSERT_EQ(said.status, 0) << words << '\n' << said.err;
    is_valid(out);
  }
  /// Dates of executions differ by what SimGrid's clock resolves (1e-9 s).
  void expect_same(const std::string& one, const std::string& other) const {
    const auto expected = energy_of_all(one), all = energy_of_all(other);
    for (const auto& [part, energy] : expected)
      EXPECT_NEAR(all.at(part), energy, 1e-9 * expected.at("energy")) << part << " " << other;
    const auto jobs = energy_of_jobs(one), others = energy_of_jobs(other);
    ASSERT_EQ(jobs.size(), others.size());
    for (const auto& [job, energy] : jobs)
      EXPECT_NEAR(others.at(job), energy, 1e-9 * energy + 1e-6) << job << " " << other;
  }
};

// Some jobs are killed at their limits, since estimates are half too short.
TEST_F(EnergyOfExecutions, IsTheSame) {
  int number = 0;
  for (const std::string more :
       {"", "--set allocation=core", "--set node_load=one", "--environment crashes --set crashes.share=30"}) {
    const auto out = [&](const std::string& execution) { return execution + std::to_string(number); };
    ++number;
    for (const std::string execution : {"timeline", "messages", "exec"})
      ran("-d cluster.nodes -w lublin --set workload.jobs=120 --set workload.load=0.8 --set execution=" +
              execution + " " + more,
          out(execution));
    expect_same(out("timeline"), out("messages"));
    expect_same(out("timeline"), out("exec"));
    EXPECT_GT(energy_of_all(out("timeline")).at("job_energy"), 0);
    EXPECT_EQ(energy_of_all(out("timeline")).at("off_energy") > 0, number == 4);
  }
}

TEST_F(EnergyOfExecutions, IsTheSameWithoutLookahead) {
  for (const std::string deployment : {"cluster.fcfs", "cluster.nodes"}) {
    const std::string words = "-d " + deployment + " -w lublin --set workload.jobs=120 --set series=on ";
    ran(words + "--set lookahead=on", "on");
    ran(words + "--set lookahead=off", "off");
    for (const std::string file : {"jobs.csv", "energy.csv", "power.csv", "schedule.csv", "host_power.csv"})
      EXPECT_EQ(text_of(folder_ / "off" / file), text_of(folder_ / "on" / file)) << file;
  }
}

/// A row of jobs.csv without its energy.
std::string without_energy(const std::filesystem::path& file) {
  std::string all;
  for (CsvReader rows(file); rows.next();)
    for (const std::string column :
         {"job_id", "final_state", "starting_time", "finish_time", "waiting_time", "allocated_resources"})
      all += rows.text(column) + (column == "allocated_resources" ? "\n" : ",");
  return all;
}

// A power of two changes no digit.
TEST_F(EnergyOfExecutions, IsTwiceAsMuchOfTwiceTheWatts) {
  const std::string words = "-d cluster.easy_backfill -w lublin --set workload.jobs=120 --set series=on ";
  ran(words, "once");
  ran(words, "twice", twice_the_watts);
  EXPECT_EQ(without_energy(folder_ / "twice/jobs.csv"), without_energy(folder_ / "once/jobs.csv"));
  const auto once = energy_of_all("once");
  for (const auto& [part, energy] : energy_of_all("twice"))
    EXPECT_EQ(energy, 2 * once.at(part)) << part;
  const auto jobs = energy_of_jobs("once");
  for (const auto& [job, energy] : energy_of_jobs("twice"))
    EXPECT_EQ(energy, 2 * jobs.at(job)) << job;
  for (const std::string twice : {"energy", "mean_power", "max_power", "edp", "wasted_energy"})
    EXPECT_EQ(metric(twice, "twice"), 2 * metric(twice, "once")) << twice;
}

// Each case of the sweep is validated, and so is its energy.
TEST_F(EnergyOfExecutions, FollowsFromTheRowsWheneverAHostCrashes) {
  for (const std::string deployment :
       {"cluster.fcfs", "cluster.nodes", "cluster.nodes --set execution=exec"}) {
    const auto said = run_shell("\"$MALHA\" chaos -p star --set platform.hosts=3 --set platform.watts=95:200 "
                                "--set transport=instant -w rigid_jobs --set workload.jobs=4 -d " +
                                    deployment,
                                folder_.path());
    EXPECT_EQ(said.status, 0) << said.out << said.err;
  }
}

} // namespace energy_of_executions_test
} // namespace malha::testing

// SPDX-License-Identifier: MIT
// Every policy of the queue runs over nodes that sleep, and nodes that never sleep change nothing.
#include "results/files/csv_reader.hpp"
#include "sleeping_nodes.hpp"

namespace malha::testing {
namespace sleep_test {

class SleepingNodes : public SleepingNodesProgram {
protected:
  /// The files of a run, without those that name its policies and the time that it took.
  std::map<std::string, std::string> results(const std::string& words, const std::string& out) const {
    const auto said = simulate(words + " --set series=on --explain -o " + out);
    EXPECT_EQ(said.status, 0) << words << '\n' << said.err;
    auto files = results_below(folder_ / out);
    for (auto file = files.begin(); file != files.end();)
      file = file->first.find(".csv") == std::string::npos ? files.erase(file) : std::next(file);
    EXPECT_GT(files.count("jobs.csv") + files.count("power.csv") + files.count("decisions.csv"), 2U);
    return files;
  }
};

// A timeout without end, and as many spares as there are nodes.
TEST_F(SleepingNodes, ThatNeverSleepChangeNoByte) {
  int run = 0;
  for (const std::string workload :
       {"lublin --set workload.jobs=200 --set workload.load=0.6", "rigid_jobs --set workload.jobs=200",
        "user_bags --set workload.tasks=100,20 --set allocation=core"})
    for (const std::string queue : {"easy_backfill", "conservative_backfill", "slurm"}) {
      const std::string words = "-d cluster.fcfs --set policy=cluster/" + queue + " -w " + workload;
      const auto same = [&](const std::string& sleep) {
        return results(words + " --set policy.sleep=cluster/" + sleep, "out-" + std::to_string(++run));
      };
      const auto always_on = same("always_on");
      EXPECT_EQ(same("idle_timeout --set policy.sleep.timeout=1e9"), always_on) << words;
      EXPECT_EQ(same("keep_spares --set policy.sleep.spares=8"), always_on) << words;
    }
}

struct Sleeping {
  std::string queue, sleep;
};

class SleepingQueue : public SleepingNodes, public ::testing::WithParamInterface<Sleeping> {
protected:
  /// How many rows of decisions.csv are of that kind.
  int decisions(const std::string& out, const std::string& kind) const {
    int number = 0;
    for (CsvReader rows(folder_ / out / "decisions.csv"); rows.next();)
      number += rows.text("decision") == kind;
    return number;
  }
};

// More jobs than nodes wait at once, jobs wait for nodes that boot, and nodes sleep. Every rule of `validate`
// holds: promises, Little's law, metrics, and the dates at which jobs begin.
TEST_P(SleepingQueue, RunsUnchanged) {
  for (const std::string allocation : {"node", "core"}) {
    const auto out = "out-" + allocation;
    const auto said =
        simulate("-d cluster.fcfs -w lublin --set workload.jobs=150 --set workload.load=0.5 --set "
                 "series=on --explain --set policy=cluster/" +
                 GetParam().queue + " --set policy.sleep=cluster/" + GetParam().sleep +
                 " --set allocation=" + allocation + " -o " + out);
    ASSERT_EQ(said.status, 0) << said.err;
    const auto judged = validate(out);
    EXPECT_EQ(judged.status, 0) << judged.out << judged.err;
    for (const std::string checked : {"reservations of the decision log are kept", "Little's law: the mean"})
      EXPECT_NE(judged.out.find("checked: " + checked), std::string::npos) << judged.out;
    CsvReader schedule(folder_ / out / "schedule.csv");
    ASSERT_TRUE(schedule.next());
    EXPECT_EQ(schedule.integer("jobs_finished"), 150);
    EXPECT_GT(schedule.real("switches"), 8);
    EXPECT_GT(schedule.real("longest_queue"), 8);
    EXPECT_GT(decisions(out, "begin"), 0);
    EXPECT_EQ(decisions(out, "start"), 150);
  }
}

std::vector<Sleeping> all_of_them() {
  std::vector<Sleeping> all;
  for (const std::string queue : {"fcfs", "easy_backfill", "conservative_backfill", "machine_backfill",
                                  "easy_push", "slurm", "torque_fifo", "oscarpbs", "committed"})
    for (const std::string sleep : {"idle_timeout", "keep_spares --set policy.sleep.restore=on"})
      all.push_back({queue, sleep});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Of, SleepingQueue, ::testing::ValuesIn(all_of_them()), [](const auto& one) {
  return one.param.queue + "_with_" + one.param.sleep.substr(0, one.param.sleep.find(' '));
});

} // namespace sleep_test
} // namespace malha::testing

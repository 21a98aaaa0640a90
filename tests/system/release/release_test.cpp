// SPDX-License-Identifier: MIT
// Jobs that a policy holds back to dates of less carbon, or of a lower price.
#include "release_program.hpp"

#include <algorithm>

namespace malha::testing {
namespace release_test {

using Texts = std::vector<std::string>;

class Releases : public ReleaseProgram {
protected:
  Releases() {
    write_text(folder_ / "jobs.csv",
               "submit,run,nodes,limit\n3600,3600,8,7200\n28800,3600,8,7200\n28860,60,8,60\n");
  }

  static constexpr const char* three_jobs =
      "-w jobs.csv --set workload.columns=submit:submit:s,run:run,nodes:"
      "nodes,limit:limit:s -d cluster.fcfs ";
  Texts starts() const { return rows("out/jobs.csv", {"job_id", "starting_time"}); }
};

// Job 1 comes when carbon is low. Jobs 2 and 3 come when it is high, and wait to 72 000 s; then job 3 waits
// for job 2, which ends at 75 600 s. With a delay of 10 h no start of theirs reaches into low carbon: the
// latest one of job 2, at 64 800 s, is over at 72 000 s. All starts are as good, and the first one is at
// once.
TEST_F(Releases, WaitForCarbon) {
  const auto judged =
      valid(std::string(three_jobs) + carbon + "--set policy.release=cluster/wait_for_carbon");
  EXPECT_NE(judged.out.find("2 jobs with dates of their users or of a release policy start neither"),
            std::string::npos)
      << judged.out;
  EXPECT_EQ(starts(), (Texts{"1 3600", "2 72000", "3 75600"}));
  EXPECT_EQ(rows("out/jobs.csv", {"job_id", "metadata"}),
            (Texts{"1 ", "2 not_before=72000", "3 not_before=72000"}));
  EXPECT_EQ(rows("out/decisions.csv", {"time", "job_id", "decision", "reason"}),
            (Texts{"3600 1 start head", "28800 2 wait not_released", "28860 3 wait not_released",
                   "72000 2 start head", "72000 3 wait too_few_nodes", "75600 3 start head"}));
  valid(std::string(three_jobs) + carbon +
        "--set policy.release=cluster/wait_for_carbon --set policy.release.delay=36000");
  EXPECT_EQ(starts(), (Texts{"1 3600", "2 28800", "3 32400"}));
}

// By 40 200 s after its submission job 2 sees 600 s of low carbon if it starts at the end of its delay.
TEST_F(Releases, WaitNoLongerThanTheDelay) {
  valid(std::string(three_jobs) + carbon +
        "--set policy.release=cluster/wait_for_carbon --set policy.release.delay=36600");
  EXPECT_EQ(starts(), (Texts{"1 3600", "3 28860", "2 65400"}));
}

// Half of each day is low. From 28 800 s on that comes at 72 000 s.
TEST_F(Releases, WaitUntilCarbonIsLow) {
  valid(std::string(three_jobs) + carbon +
        "--set policy.release=cluster/wait_below --set policy.release.quantile=0.5");
  EXPECT_EQ(starts(), (Texts{"1 3600", "2 72000", "3 75600"}));
}

// The price falls at 7200 s, and does not rise.
TEST_F(Releases, WaitForThePrice) {
  valid(std::string(three_jobs) +
        "--set price_file=price.csv --set policy.release=cluster/wait_for_carbon --set "
        "policy.release.by=price");
  EXPECT_EQ(starts(), (Texts{"1 7200", "2 28800", "3 32400"}));
  EXPECT_EQ(rows("out/decisions.csv", {"time", "job_id", "decision", "reason"}).front(),
            "3600 1 wait not_released");
}

TEST_F(Releases, AtOnceChangeNoByte) {
  for (const std::string queue : {"easy_backfill", "slurm"}) {
    const std::string words = "-d cluster.fcfs -w lublin --set workload.jobs=150 --set series=on " +
                              std::string(carbon) + "--set policy=cluster/" + queue;
    valid(words, "none");
    for (const std::string release : {"at_once", "wait_for_carbon --set policy.release.delay=0",
                                      "wait_below --set policy.release.delay=0"}) {
      valid(words + " --set policy.release=cluster/" + release, "same");
      EXPECT_EQ(tables("none"), tables("same")) << release;
    }
  }
}

struct Waiting {
  std::string queue, release;
};

class ReleasesOf : public ReleaseProgram, public ::testing::WithParamInterface<Waiting> {};

// Every rule of `validate` holds, and carbon is saved by wait_for_carbon.
TEST_P(ReleasesOf, LeaveEveryQueuePolicyAsItIs) {
  const std::string words = "-d cluster.fcfs -w lublin --set workload.jobs=150 --set workload.load=0.4 --set "
                            "series=on --set policy=cluster/" +
                            GetParam().queue + " " + carbon;
  for (const std::string with : {"", " --set policy.sleep=cluster/idle_timeout"}) {
    const auto judged = valid(words + "--set policy.release=cluster/" + GetParam().release + with);
    for (const std::string checked : {"reservations of the decision log are kept", "Little's law: the mean"})
      EXPECT_NE(judged.out.find("checked: " + checked), std::string::npos) << judged.out;
    EXPECT_EQ(number("out", "jobs_finished"), 150);
    const auto decisions = rows("out/decisions.csv", {"decision", "reason"});
    EXPECT_GT(std::count(decisions.begin(), decisions.end(), "wait not_released"), 20);
  }
}

std::vector<Waiting> all_of_them() {
  std::vector<Waiting> all;
  for (const std::string queue : {"fcfs", "easy_backfill", "conservative_backfill", "machine_backfill",
                                  "easy_push", "slurm", "torque_fifo", "oscarpbs", "committed"})
    for (const std::string release : {"wait_for_carbon", "wait_below"})
      all.push_back({queue, release});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Of, ReleasesOf, ::testing::ValuesIn(all_of_them()),
                         [](const auto& one) { return one.param.queue + "_with_" + one.param.release; });

// Nodes fail, and jobs that are back in the queue are not held back again. Cores instead of nodes, messages
// that take time, priorities and predictions are no obstacles.
TEST_F(Releases, GoWithOtherSettings) {
  const std::string words =
      "-w lublin --set workload.jobs=100 --set policy.release=cluster/wait_for_carbon " + std::string(carbon);
  for (const std::string other :
       {"-d cluster.easy_backfill --environment failures --set failures.mtbf=50000 --set failures.mttr=600",
        "-d cluster.easy_backfill --set allocation=core", "-d cluster.nodes --set execution=messages",
        "-d cluster.easy_backfill --set policy.priority=cluster/multifactor",
        "-d cluster.easy_backfill --set policy.prediction=cluster/user_average"}) {
    valid(words + other);
    EXPECT_EQ(number("out", "jobs_finished"), 100) << other;
  }
}

// A run that is cut while jobs are held back, at 30 000 s, goes on as the whole one.
TEST_F(Releases, AreTheSameInARunThatIsContinued) {
  const std::string words =
      std::string(three_jobs) + carbon + "--set policy.release=cluster/wait_for_carbon --set series=on";
  valid(words, "whole");
  const auto cut = simulate(words + " --explain --cut 30000 -o cut");
  ASSERT_EQ(cut.status, 0) << cut.err;
  const auto continued = run_shell("\"$MALHA\" continue cut -o continued", folder_.path());
  ASSERT_EQ(continued.status, 0) << continued.err;
  EXPECT_EQ(results_below(folder_ / "continued"), results_below(folder_ / "whole"));
}

// The same policy in Python gives the same schedule, and `malha check` finds nothing wrong with it.
TEST_F(Releases, AreThoseOfAPolicyInPython) {
  write_text(folder_ / "below.py", R"(needs_carbon = True


def release(job, view):
    first, date = view.now, view.now
    values = []
    while date < first + 86400:
        after = min(view.carbon.next_change(date), first + 86400)
        values.append((view.carbon.value_at(date), after - date))
        date = after
    time = 0
    for low, length in sorted(values):
        time += length
        if time >= 0.25 * 86400 * (1 - 1e-12):
            break
    date = first
    while date < first + 86400 and view.carbon.value_at(date) > low:
        date = view.carbon.next_change(date)
    return min(date, first + 86400)
)");
  const std::string words =
      "-d cluster.easy_backfill -w lublin --set workload.jobs=100 " + std::string(carbon);
  valid(words + "--set policy.release=cluster/wait_below", "ours");
  valid(words + "--set policy.release=python:below.py", "theirs");
  EXPECT_EQ(tables("ours").at("jobs.csv"), tables("theirs").at("jobs.csv"));
  const auto checked =
      run_shell("\"$MALHA\" check python:below.py --question cluster/release --views 4", folder_.path());
  EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
}

} // namespace release_test
} // namespace malha::testing

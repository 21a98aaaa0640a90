// SPDX-License-Identifier: MIT
#include "answers.hpp"
#include "policies/cluster/sleep.hpp"
#include "tests/support/thrown.hpp"

#include <functional>

namespace malha::test {
namespace cluster_sleep_answers_test {

using Decide = std::function<cluster::SleepDecision(const cluster::SleepView&)>;

struct Scripted : cluster::Sleep {
  explicit Scripted(Decide what, bool any = true) : decides(std::move(what)), any_sleeps(any) {}

  cluster::SleepDecision decide(const cluster::SleepView& view) override { return decides(view); }
  bool sleeps() const override { return any_sleeps; }

  Decide decides;
  bool any_sleeps;
};

/// A job of 10 s on two machines, which take 5 s to sleep and 20 s to boot, and 1000 s later another one. The
/// third machine cannot sleep.
constexpr const char* two_jobs = R"({"machines": 3, "shutdown": 5, "boot": 20, "break_even": 100,
    "sleepless": 1, "jobs": [{"size": 2, "run_time": 10, "walltime": 10},
                             {"after": 1000, "size": 2, "run_time": 10, "walltime": 10}]})";

conformance::Json asked(Scripted policy) {
  conformance::Asking asking;
  return conformance::views_of("cluster/sleep")->ask(policy, conformance::Json::parse(two_jobs), asking);
}

std::string broken_by(const Decide& decides) {
  return testing::thrown<BrokenRule>([&] { asked(Scripted(decides)); });
}

TEST(SleepAnswers, AreHeldToTheRulesOfTheModel) {
  EXPECT_EQ(broken_by([](const auto&) {
              return cluster::SleepDecision{IndexSet(0, 1), {}, never};
            }),
            "it switches off machine 0, which is not idle; valid: 2");
  EXPECT_EQ(broken_by([](const auto&) {
              return cluster::SleepDecision{IndexSet(2, 1), {}, never};
            }),
            "it switches off machine 2, which cannot sleep");
  EXPECT_EQ(broken_by([](const auto&) {
              return cluster::SleepDecision{IndexSet(7, 1), {}, never};
            }),
            "it switches off machine 7, which is not idle; valid: 2");
  EXPECT_EQ(broken_by([](const auto&) {
              return cluster::SleepDecision{{}, IndexSet(2, 1), never};
            }),
            "it boots machine 2, which is not asleep; valid: none");
  EXPECT_EQ(broken_by([](const auto& view) {
              return cluster::SleepDecision{{}, {}, view.now};
            }),
            "its wake-up time t=0 s is not in the future");
}

TEST(SleepAnswers, MayNotComeOnEnd) {
  EXPECT_EQ(broken_by([](const auto& view) {
              return cluster::SleepDecision{{}, {}, view.now + 1e-3};
            }),
            "it is asked a thousand times a job, and jobs are still there");
}

TEST(SleepAnswers, AreNoneWhereNoMachineSleeps) {
  const auto switches_off_all = [](const cluster::SleepView& view) {
    return cluster::SleepDecision{view.now == 10 ? IndexSet(0, 2) : IndexSet(), {}, never};
  };
  EXPECT_EQ(testing::thrown<BrokenRule>([&] { asked(Scripted(switches_off_all, false)); }),
            "it says that no machine sleeps, and switches machines");
  // The same is right for a policy that lets them sleep. Both machines go when the first job has ended, at
  // 10, to 15. The second job of 10 s gets the one that is on, 2, and the lowest that sleeps, 0, at 1000.
  // That boots to 1020, when the job starts.
  EXPECT_EQ(asked(Scripted(switches_off_all)), conformance::Json::parse(R"({
      "jobs": [[0, 0.0, 10.0, "0-1"], [1, 1020.0, 1030.0, "0 2"]],
      "switches": [[0, "switching_off", 10.0], [1, "switching_off", 10.0], [0, "off", 15.0],
                   [1, "off", 15.0], [0, "switching_on", 1000.0], [0, "on", 1020.0]]})"));
}

TEST(SleepAnswers, LetAllJobsRun) {
  EXPECT_EQ(broken_rule("cluster/sleep", two_jobs, R"({"jobs": [[0, 0, 10, "0-1"]], "switches": []})"),
            "1 jobs never start, and nothing happens any more");
  EXPECT_EQ(broken_rule("cluster/sleep", two_jobs,
                        R"({"jobs": [[0, 0, 10, "0-1"], [1, 1000, 1010, "0-1"]], "switches": []})"),
            "");
}

} // namespace cluster_sleep_answers_test
} // namespace malha::test

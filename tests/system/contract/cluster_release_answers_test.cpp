// SPDX-License-Identifier: MIT
#include "answers.hpp"
#include "policies/cluster/release.hpp"
#include "tests/support/thrown.hpp"

namespace malha::test {
namespace cluster_release_answers_test {

/// Releases each job so long after its submission.
struct Scripted : cluster::JobRelease {
  explicit Scripted(Seconds what, bool any = true) : delay(what), any_waits(any) {}

  Seconds release(const cluster::QueuedJob&, const cluster::ReleaseView& view) override {
    seen.push_back(view.carbon->value_at(view.now));
    seen.push_back(view.price->value_at(view.now));
    return view.now + delay;
  }
  bool holds_back() const override { return any_waits; }

  Seconds delay;
  bool any_waits;
  std::vector<double> seen;
};

/// Carbon is 1 to 10 s, 7 to 30 s and 1 again, and so on; the price is 1 to 5 s and 3 from then on.
constexpr const char* two_jobs = R"({"nodes": 1, "carbon": [{"after": 10, "value": 7}], "rest_of_period": 20,
    "price": [{"after": 5, "value": 3}],
    "jobs": [{"run_time": 10, "walltime": 10}, {"after": 32, "run_time": 10, "walltime": 10, "begin": 60}]})";

conformance::Json asked(Scripted& policy) {
  conformance::Asking asking;
  return conformance::views_of("cluster/release")->ask(policy, conformance::Json::parse(two_jobs), asking);
}

std::string broken_by(Scripted policy) {
  return testing::thrown<BrokenRule>([&] { asked(policy); });
}

// Job 0 is released at 15 s, and job 1 at 47 s; its user lets it begin at 60 s. The period of the price is
// 25 s, that of carbon 30 s: at 32 s carbon is what it is at 2, 1, and the price what it is at 7, 3.
TEST(ReleaseAnswers, AreFiniteDatesFromTheSubmissionOn) {
  Scripted waits(15);
  EXPECT_EQ(asked(waits), conformance::Json::parse(
                              R"({"released": [[0, 15.0], [1, 47.0]], "rows": [[0, 15.0], [1, 60.0]]})"));
  EXPECT_EQ(waits.seen, (std::vector<double>{1, 1, 1, 3}));
  EXPECT_EQ(broken_by(Scripted(-1)), "job 0 is released before it is submitted");
  EXPECT_EQ(broken_by(Scripted(std::nan(""))), "job 0 is released before it is submitted");
  EXPECT_EQ(broken_by(Scripted(never)), "job 0 is released at no finite date");
}

TEST(ReleaseAnswers, HoldNoJobBackWhereThePolicySaysSo) {
  EXPECT_EQ(broken_by(Scripted(1, false)),
            "job 0 is released later, and the policy says that it holds no job back");
  EXPECT_EQ(broken_by(Scripted(0, false)), "(nothing)");
}

TEST(ReleaseAnswers, LetAllJobsRun) {
  EXPECT_EQ(broken_rule("cluster/release", two_jobs, R"({"released": [], "rows": [[0, 15]]})"),
            "1 jobs never start, and nothing happens any more");
  EXPECT_EQ(broken_rule("cluster/release", two_jobs, R"({"released": [], "rows": [[0, 15], [1, 60]]})"), "");
}

} // namespace cluster_release_answers_test
} // namespace malha::test

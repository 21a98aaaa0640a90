// SPDX-License-Identifier: MIT
#include "tests/policies/estimating.hpp"

#include "answers.hpp"

namespace malha::multicluster {
namespace multicluster_estimator_answers_test {

using test::Draw;

[[maybe_unused]] const bool added = test::questions_with_rules().insert(Estimator::question).second;

/// What may be known of a cluster: dedicated nodes or shared ones, some with local users, and a history that
/// may be empty.
class Asked {
public:
  explicit Asked(Draw& draw) : cluster_(draw.integer(1, 6), draw.integer(1, 3)) {
    const int slots = cluster_.state().free.size();
    cluster_.now = draw.integer(10, 20);
    for (auto& node : cluster_.nodes) {
      node.power = draw.integer(1, 4) / 4.0;
      node.bandwidth = draw.one_in(2) ? never : draw.integer(1, 9);
      node.has_local_user = draw.one_in(2);
      node.local_cpu = draw.integer(0, 4) / 4.0;
      node.local_traffic = draw.integer(0, 9);
    }
    for (int slot = 0; slot < slots; ++slot)
      if (draw.one_in(2))
        cluster_.run(std::to_string(slot), draw.integer(0, 10), application(draw), user(draw));
    for (int number = draw.integer(0, 5); number > 0; --number)
      cluster_.wait(draw.integer(1, nodes()), application(draw), user(draw));
    for (int number = draw.integer(0, 9); number > 0; --number) {
      auto& one = cluster_.history.emplace_back();
      one.user = user(draw);
      one.queue = draw.one_in(2) ? "FCFS" : "";
      one.application = application(draw)->name;
      one.size = draw.integer(1, 6);
      one.jobs_ahead = draw.integer(0, 4);
      one.jiffies_ahead = draw.integer(0, 1000);
      one.mean_mpl = draw.integer(2, 8) / 2.0;
      one.waiting_time = draw.integer(0, 50);
      one.execution_time = draw.integer(1, 50);
    }
    size_ = draw.integer(1, 7);
    application_ = application(draw);
  }

  int nodes() const { return static_cast<int>(cluster_.nodes.size()); }
  int size() const { return size_; }
  Estimate ask(Estimator& policy) const {
    return policy.estimate(cluster_.state(), cluster_.job(size_, application_));
  }
  void forget_history() { cluster_.history.clear(); }

private:
  const Application* application(Draw& draw) {
    return cluster_.application(draw.integer(1, 9), draw.integer(0, 9), draw.integer(0, 5),
                                draw.one_in(2) ? "MG-A" : "IS-A");
  }
  static std::string user(Draw& draw) { return draw.one_in(2) ? "ann" : ""; }

  mutable test::HandMadeCluster cluster_;
  int size_ = 1;
  const Application* application_ = nullptr;
};

using Answer = std::tuple<Seconds, Seconds, int, std::int64_t>;

Answer answer_of(Estimator& policy, const Asked& asked) {
  const auto estimate = asked.ask(policy);
  return {estimate.waiting_time, estimate.execution_time, estimate.local_nodes, estimate.steps};
}

std::string broken_rule(const Asked& asked, const Answer& answer) {
  const auto& [waiting, execution, local_nodes, steps] = answer;
  if (steps < 0)
    return "it counts less than no step";
  if (asked.size() > asked.nodes())
    return waiting == never && execution == never ? "" : "it runs a job that is too large";
  if (!(waiting >= 0 && waiting < never) || !(execution >= 0 && execution < never))
    return "it gives no times";
  return local_nodes >= 0 && local_nodes <= asked.size() ? "" : "it counts nodes that the job does not get";
}

TEST(EstimatorAnswers, GiveTimesAndNodesToJobsThatFitAndNeverToOthers) {
  test::check_policies<Estimator, Asked>(answer_of, broken_rule);
}

// Gateways keep no history for estimators that say so.
TEST(EstimatorAnswers, AreTheSameWithoutAHistoryThatIsNotRead) {
  std::set<std::string> read_none;
  test::for_every_policy(Estimator::question, [&](const auto& policy, const auto& parameters, Draw& draw) {
    RandomStreams streams(2), same_streams(2);
    const auto made = policy.make(parameters, streams), other = policy.make(parameters, same_streams);
    auto& with = static_cast<Estimator&>(*made);
    if (with.reads_history())
      return;
    read_none.insert(policy.name);
    for (int number = 0; number < test::views_per_setting; ++number) {
      Asked asked(draw);
      const auto answer = answer_of(with, asked);
      asked.forget_history();
      ASSERT_EQ(answer, answer_of(static_cast<Estimator&>(*other), asked)) << "view " << number;
    }
  });
  // The first of these asks one of the others, if it is not told to ask another one.
  EXPECT_EQ(read_none,
            (std::set<std::string>{"multicluster/noisy", "multicluster/hanzich", "multicluster/sdpn"}));
}

TEST(EstimatorAnswers, AreHeldToTheirRules) {
  RandomStreams streams(1);
  Draw draw(streams.stream("view"));
  bool has_fit = false, has_too_large = false;
  for (int number = 0; number < 100; ++number) {
    const Asked asked(draw);
    if (asked.size() > asked.nodes()) {
      has_too_large = true;
      EXPECT_EQ(broken_rule(asked, {never, never, 0, 0}), "");
      EXPECT_EQ(broken_rule(asked, {0, 1, 0, 0}), "it runs a job that is too large");
      continue;
    }
    has_fit = true;
    EXPECT_EQ(broken_rule(asked, {0, 1, 0, 0}), "");
    EXPECT_EQ(broken_rule(asked, {-1, 1, 0, 0}), "it gives no times");
    EXPECT_EQ(broken_rule(asked, {never, never, 0, 0}), "it gives no times");
    EXPECT_EQ(broken_rule(asked, {0, 1, asked.size() + 1, 0}), "it counts nodes that the job does not get");
    EXPECT_EQ(broken_rule(asked, {0, 1, 0, -1}), "it counts less than no step");
  }
  EXPECT_TRUE(has_fit && has_too_large);
}

} // namespace multicluster_estimator_answers_test
} // namespace malha::multicluster

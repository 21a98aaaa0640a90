// SPDX-License-Identifier: MIT
// What a meta-scheduler and its gateways ask.
#include "tests/policies/meta_asking.hpp"

#include "answers.hpp"

namespace malha::multicluster {
namespace multicluster_meta_answers_test {

using test::Draw;

[[maybe_unused]] const bool added = test::questions_with_rules().insert(UpperQueue::question).second &&
                                    test::questions_with_rules().insert(Selection::question).second &&
                                    test::questions_with_rules().insert(Limit::question).second;

std::vector<Cluster> drawn_clusters(Draw& draw) {
  std::vector<int> sizes;
  for (int number = draw.integer(1, 5); number > 0; --number)
    sizes.push_back(draw.integer(1, 8));
  auto clusters = test::clusters_of(sizes);
  for (auto& cluster : clusters) {
    cluster.busy = draw.integer(0, cluster.nodes);
    cluster.free = cluster.nodes - cluster.busy;
    cluster.waiting_jobs = cluster.waiting_nodes = draw.integer(0, 5);
    cluster.is_closed = draw.one_in(2);
  }
  return clusters;
}

/// Jobs in the upper queue. Some were refused in this pass, some chose a cluster before.
struct Waiting {
  std::vector<Cluster> clusters;
  std::list<UpperJob> jobs;

  explicit Waiting(Draw& draw) : clusters(drawn_clusters(draw)) {
    for (TaskId id = draw.integer(0, 9), last = id + draw.integer(0, 6); id < last; ++id) {
      auto& job = jobs.emplace_back();
      job.id = id;
      job.size = draw.integer(1, 8);
      if (draw.one_in(2))
        job.choice =
            RememberedChoice{draw.integer(0, static_cast<int>(clusters.size()) - 1), draw.integer(7, 9)};
      job.was_refused = job.choice && draw.one_in(4);
    }
  }
};

/// "job", with " again" where the cluster is the remembered one; "" for none.
std::string next_of(UpperQueue& policy, const Waiting& view) {
  const auto next = policy.next({0, view.jobs, view.clusters, 9});
  return !next ? "" : std::to_string(next->job) + (next->as_remembered ? " again" : "");
}

std::string broken_queue_rule(const Waiting& view, const std::string& next) {
  if (next.empty())
    return "";
  const auto job = std::find_if(view.jobs.begin(), view.jobs.end(),
                                [&](const UpperJob& one) { return one.id == std::stoll(next); });
  if (job == view.jobs.end())
    return "it does not wait";
  if (job->was_refused)
    return "it was refused in this pass";
  return next.find("again") != std::string::npos && !job->choice ? "no cluster was chosen for it" : "";
}

TEST(UpperQueueAnswers, NameAJobThatWaitsAndWasNotRefused) {
  test::check_policies<UpperQueue, Waiting>(next_of, broken_queue_rule);
}

// Job 3 was refused by cluster 0; no cluster was chosen for job 4.
TEST(UpperQueueAnswers, AreHeldToTheirRules) {
  RandomStreams streams(1);
  Draw draw(streams.stream("view"));
  Waiting view(draw);
  view.jobs = {{3, 0, 1, RememberedChoice{0, 0}, true}, {4, 0}};
  EXPECT_EQ(broken_queue_rule(view, ""), "");
  EXPECT_EQ(broken_queue_rule(view, "4"), "");
  EXPECT_EQ(broken_queue_rule(view, "5"), "it does not wait");
  EXPECT_EQ(broken_queue_rule(view, "3 again"), "it was refused in this pass");
  EXPECT_EQ(broken_queue_rule(view, "4 again"), "no cluster was chosen for it");
}

/// Candidates for a job. What is known of them grows as it does for a meta-scheduler.
struct Candidates {
  std::vector<Cluster> clusters;
  std::vector<Estimate> estimates;
  std::vector<int> numbers;

  explicit Candidates(Draw& draw) : clusters(drawn_clusters(draw)) {
    for (int number = 0; number < static_cast<int>(clusters.size()); ++number) {
      estimates.push_back({draw.one_in(5) ? never : draw.integer(0, 5),
                           draw.one_in(5) ? never : draw.integer(0, 5), draw.integer(0, 3)});
      if (!draw.one_in(3))
        numbers.push_back(number);
    }
    if (numbers.empty())
      numbers.push_back(0);
  }
};

/// The answers until one is a candidate or none. More than three stand for a policy that never stops.
std::vector<int> answers_of(Selection& policy, const Candidates& view) {
  std::vector<Candidate> candidates;
  for (const int number : view.numbers)
    candidates.push_back({number, nullptr});
  bool knows_states = false;
  std::vector<int> answers;
  const Task job;
  while (answers.size() < 4) {
    const auto selected = policy.select({0, job, view.clusters, candidates, knows_states});
    answers.push_back(selected.what == Selected::candidate ? static_cast<int>(selected.place)
                                                           : -static_cast<int>(selected.what));
    if (selected.what == Selected::candidate || selected.what == Selected::none)
      break;
    knows_states = knows_states || selected.what == Selected::states;
    if (selected.what == Selected::estimates)
      for (auto& one : candidates)
        one.estimate = &view.estimates[static_cast<std::size_t>(one.cluster)];
  }
  return answers;
}

std::string broken_selection_rule(const Candidates& view, const std::vector<int>& answers) {
  if (answers.size() > 3)
    return "it asks for what it was given";
  return answers.back() >= static_cast<int>(view.numbers.size()) ? "it selects no candidate" : "";
}

TEST(SelectionAnswers, NameACandidateOrWhatIsNotKnownYet) {
  test::check_policies<Selection, Candidates>(answers_of, broken_selection_rule);
}

TEST(SelectionAnswers, AreHeldToTheirRules) {
  RandomStreams streams(1);
  Draw draw(streams.stream("view"));
  Candidates view(draw);
  view.numbers = {0, 1};
  EXPECT_EQ(broken_selection_rule(view, {1}), "");
  EXPECT_EQ(broken_selection_rule(view, {2}), "it selects no candidate");
  EXPECT_EQ(broken_selection_rule(view, {-2, -2, -2, -2}), "it asks for what it was given");
}

/// A job that is offered to a cluster at some date.
struct Offered {
  LimitView view{};
  Seconds wait;

  explicit Offered(Draw& draw) : wait(draw.one_in(5) ? never : draw.integer(0, 9)) {
    view.now = draw.integer(0, 3);
    view.waiting = draw.integer(0, 4);
    view.running = draw.integer(0, 4);
    view.ended = draw.integer(0, 4);
    view.executed = view.ended == 0 ? 0 : draw.integer(0, 20);
    view.is_repeated = draw.one_in(4);
  }
};

std::vector<int> admissions_of(Limit& policy, const Offered& offered) {
  static std::map<Limit*, Seconds> clocks; // dates never go back
  LimitView view = offered.view;
  view.now = clocks[&policy] += offered.view.now;
  std::vector<int> answers{static_cast<int>(policy.admit(view))};
  if (answers.back() == static_cast<int>(Admitted::wants_estimate)) {
    view.estimated_wait = offered.wait;
    answers.push_back(static_cast<int>(policy.admit(view)));
  }
  return answers;
}

std::string broken_limit_rule(const Offered& offered, const std::vector<int>& answers) {
  if (answers.back() == static_cast<int>(Admitted::wants_estimate))
    return "it asks for an estimate that it was given";
  const bool is_idle = offered.view.waiting == 0 && offered.view.running == 0;
  return is_idle && answers.back() == static_cast<int>(Admitted::no)
             ? "it refuses where nothing waits or runs, so that nothing ever changes"
             : "";
}

TEST(LimitAnswers, TakeAJobOrRefuseItAndTakeOneWhereNothingIsThere) {
  test::check_policies<Limit, Offered>(admissions_of, broken_limit_rule);
}

TEST(LimitAnswers, AreHeldToTheirRules) {
  RandomStreams streams(1);
  Draw draw(streams.stream("view"));
  Offered idle(draw);
  idle.view.waiting = idle.view.running = 0;
  const int yes = static_cast<int>(Admitted::yes), no = static_cast<int>(Admitted::no),
            wants = static_cast<int>(Admitted::wants_estimate);
  EXPECT_EQ(broken_limit_rule(idle, {yes}), "");
  EXPECT_EQ(broken_limit_rule(idle, {wants, no}),
            "it refuses where nothing waits or runs, so that nothing ever changes");
  EXPECT_EQ(broken_limit_rule(idle, {wants, wants}), "it asks for an estimate that it was given");
}

} // namespace multicluster_meta_answers_test
} // namespace malha::multicluster

// SPDX-License-Identifier: MIT
#include "policies/pull/choice.hpp"

#include "answers.hpp"

namespace malha::pull {
namespace pull_answers_test {

using test::Draw;

[[maybe_unused]] const bool added = test::questions_with_rules().insert(Choice::question).second;

/// A grid and the jobs in its space, each with the work of its tasks.
struct GridAndJobs {
  std::vector<FlopsPerSecond> speeds;
  std::vector<OfferedJob> jobs;
  std::vector<std::vector<Flops>> works; ///< of the tasks of each job

  explicit GridAndJobs(Draw& draw) {
    const bool few = draw.one_in(2);
    const auto amounts = [&](int most) {
      std::vector<double> drawn(static_cast<std::size_t>(draw.integer(1, most)));
      for (auto& amount : drawn)
        amount = few ? draw.integer(1, 3) : draw.real(1e-3, 1e12);
      return drawn;
    };
    speeds = amounts(12);
    const auto ids = draw.children(0, 6);
    for (auto id = ids.rbegin(); id != ids.rend(); ++id) {
      works.push_back(amounts(12));
      const int ticket = draw.integer(0, 999) * 10 + *id; // no two alike, in no order
      jobs.push_back({*id, ticket, static_cast<std::int64_t>(works.back().size())});
    }
  }
};

struct Chosen {
  std::vector<int> resources;             ///< class of each
  std::vector<std::vector<int>> tasks;    ///< of each job: class of each
  std::vector<std::vector<Wanted>> wants; ///< of each resource

  bool operator==(const Chosen& other) const {
    return resources == other.resources && tasks == other.tasks && wants == other.wants;
  }
  bool operator!=(const Chosen& other) const { return !(*this == other); }
};

std::string text(const Wanted& wanted) {
  return "class " + std::to_string(wanted.task_class) + " of job " + std::to_string(wanted.job);
}

std::string broken_class_rule(const std::vector<double>& amounts, const std::vector<int>& classes) {
  if (classes.size() != amounts.size())
    return std::to_string(classes.size()) + " classes for " + std::to_string(amounts.size()) + " amounts";
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] < 1)
      return "class " + std::to_string(classes[i]) + " is below 1";
    for (std::size_t j = 0; j < i; ++j)
      if (amounts[i] == amounts[j] && classes[i] != classes[j])
        return "equal amounts are of classes " + std::to_string(classes[j]) + " and " +
               std::to_string(classes[i]);
  }
  return "";
}

/// What one resource wants: parts of jobs that are there, and every task that there is.
std::string broken_want_rule(const GridAndJobs& view, const Chosen& chosen,
                             const std::vector<Wanted>& wants) {
  std::set<std::pair<JobId, int>> wanted;
  for (const auto& part : wants) {
    if (std::none_of(view.jobs.begin(), view.jobs.end(), [&](const auto& job) { return job.id == part.job; }))
      return text(part) + " is wanted, which is not there";
    if (!wanted.insert({part.job, part.task_class}).second)
      return text(part) + " is wanted twice";
  }
  for (std::size_t job = 0; job < view.jobs.size(); ++job)
    for (const int task_class : chosen.tasks[job])
      if (wanted.count({view.jobs[job].id, task_class}) == 0)
        return text({view.jobs[job].id, task_class}) + " is never wanted";
  return "";
}

std::string broken_choice_rule(const GridAndJobs& view, const Chosen& chosen) {
  if (const auto rule = broken_class_rule(view.speeds, chosen.resources); !rule.empty())
    return "resources: " + rule;
  for (std::size_t job = 0; job < view.jobs.size(); ++job)
    if (const auto rule = broken_class_rule(view.works[job], chosen.tasks[job]); !rule.empty())
      return "job " + std::to_string(view.jobs[job].id) + ": " + rule;
  for (const auto& wants : chosen.wants)
    if (const auto rule = broken_want_rule(view, chosen, wants); !rule.empty())
      return rule;
  return "";
}

TEST(ChoiceAnswers, ClassAllAndReachEveryTaskOfEveryJob) {
  test::check_policies<Choice, GridAndJobs>(
      [](Choice& policy, const GridAndJobs& view) {
        Chosen chosen{policy.classes_of(view.speeds), {}, {}};
        for (const auto& works : view.works)
          chosen.tasks.push_back(policy.classes_of(works));
        for (const int resource_class : chosen.resources)
          chosen.wants.push_back(policy.wanted({resource_class, view.jobs}));
        return chosen;
      },
      broken_choice_rule);
}

TEST(ChoiceAnswers, AreHeldToTheirRules) {
  RandomStreams streams(1);
  Draw draw(streams.stream("view"));
  GridAndJobs view(draw);
  view.speeds = {1, 2};
  view.jobs = {{7, 0, 3}};
  view.works = {{5, 5, 6}};
  const std::vector<Wanted> both{{7, 1}, {7, 2}};
  const auto broken = [&](const std::vector<int>& resources, const std::vector<int>& tasks,
                          const std::vector<Wanted>& wants) {
    return broken_choice_rule(view, {resources, {tasks}, {both, wants}});
  };
  EXPECT_EQ(broken({1, 2}, {1, 1, 2}, both), "");
  EXPECT_EQ(broken({1, 2}, {1, 1, 1}, {{7, 3}, {7, 1}}), "");
  EXPECT_EQ(broken({1}, {1, 1, 2}, both), "resources: 1 classes for 2 amounts");
  EXPECT_EQ(broken({1, 0}, {1, 1, 2}, both), "resources: class 0 is below 1");
  EXPECT_EQ(broken({1, 2}, {1, 1}, both), "job 7: 2 classes for 3 amounts");
  EXPECT_EQ(broken({1, 2}, {1, 2, 2}, both), "job 7: equal amounts are of classes 1 and 2");
  EXPECT_EQ(broken({1, 2}, {1, 1, 2}, {{7, 1}, {6, 1}}), "class 1 of job 6 is wanted, which is not there");
  EXPECT_EQ(broken({1, 2}, {1, 1, 2}, {{7, 1}, {7, 1}}), "class 1 of job 7 is wanted twice");
  EXPECT_EQ(broken({1, 2}, {1, 1, 2}, {{7, 1}}), "class 2 of job 7 is never wanted");
}

} // namespace pull_answers_test
} // namespace malha::pull

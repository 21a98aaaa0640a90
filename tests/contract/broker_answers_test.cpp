// SPDX-License-Identifier: MIT
#include "tests/policies/assigning.hpp"

#include "answers.hpp"

namespace malha::broker {
namespace broker_answers_test {

using test::Assigning;
using test::Draw;
using test::Given;

[[maybe_unused]] const bool added = test::questions_with_rules().insert(Assign::question).second;

constexpr int most_tasks = 40;

/// What a broker knows at some date; also when nothing is free, or no task is there.
struct BrokersBook {
  Assigning book;

  explicit BrokersBook(Draw& draw)
      : book(test::RandomBooks(static_cast<std::uint64_t>(draw.integer(0, 1'000'000'000))).next(most_tasks)) {
  }
};

std::string broken_assignment_rule(const BrokersBook& view, const Given& given) {
  const auto& [now, resources, waiting, running, free, mean_work] = view.book;
  std::set<int> used;
  for (const auto& [task, resource] : given) {
    if (waiting.find(task) == waiting.end() && running.find(task) == running.end())
      return "task " + std::to_string(task) + " neither waits nor runs";
    if (!free.contains(resource))
      return "resource " + std::to_string(resource) + " is not free";
    if (!used.insert(resource).second)
      return "resource " + std::to_string(resource) + " is given two tasks";
  }
  return "";
}

TEST(AssignmentAnswers, GiveTasksThatAreThereToFreeResourcesOneEach) {
  test::check_policies<Assign, BrokersBook>(
      [](Assign& policy, const BrokersBook& view) { return test::ask(policy, view.book); },
      broken_assignment_rule);
}

TEST(AssignmentAnswers, AreHeldToTheirRules) {
  RandomStreams streams(1);
  Draw draw(streams.stream("view"));
  BrokersBook view(draw);
  view.book = Assigning({1, 1, 1, 1}, {5}); // task 0 waits
  view.book.run(5, 1);                      // task 1
  view.book.occupy(1, 9);
  view.book.crash(3);
  EXPECT_EQ(broken_assignment_rule(view, {}), "");
  EXPECT_EQ(broken_assignment_rule(view, {{0, 2}, {1, 0}}), "");
  EXPECT_EQ(broken_assignment_rule(view, {{0, 2}, {0, 0}}), "");
  EXPECT_EQ(broken_assignment_rule(view, {{2, 0}}), "task 2 neither waits nor runs");
  EXPECT_EQ(broken_assignment_rule(view, {{0, 0}, {1, 1}}), "resource 1 is not free");
  EXPECT_EQ(broken_assignment_rule(view, {{0, 3}}), "resource 3 is not free");
  EXPECT_EQ(broken_assignment_rule(view, {{0, 4}}), "resource 4 is not free");
  EXPECT_EQ(broken_assignment_rule(view, {{0, -1}}), "resource -1 is not free");
  EXPECT_EQ(broken_assignment_rule(view, {{0, 0}, {1, 0}}), "resource 0 is given two tasks");
}

} // namespace broker_answers_test
} // namespace malha::broker

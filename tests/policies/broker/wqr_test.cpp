// SPDX-License-Identifier: MIT
#include "assigning.hpp"
#include "tests/support/thrown.hpp"

namespace malha::broker {
namespace wqr_test {

using test::ask;
using test::Assigning;
using test::Given;
using test::given;

const std::string name = "broker/wqr";

// As workqueue; then all four tasks have one copy, and the lowest id gets another.
TEST(Wqr, CopiesTheLowestTaskWhenNoneWaits) {
  EXPECT_EQ(given(name, test::common_example()), (Given{{0, 0}, {1, 1}, {2, 3}, {0, 4}}));
}

TEST(Wqr, CopiesNothingWhileTasksWait) {
  Assigning book({1, 1}, {5, 5, 5});
  book.run(5, 1);
  EXPECT_EQ(given(name, book), (Given{{0, 0}, {1, 1}}));
}

/// Tasks 0, 1 and 2 have 2, 1 and 1 copies; so many resources are free.
Given copies(int free, const std::string& replicas) {
  Assigning book(std::vector<double>(static_cast<std::size_t>(free), 1), {});
  book.run(5, 2);
  book.run(5, 1);
  book.run(5, 1);
  return given(name, book, {{"replicas", replicas}});
}

// Tasks 1 and 2 have the fewest copies, then all have 2, then the lowest has 3 and task 1 is next.
TEST(Wqr, CopiesTheTaskWithTheFewestCopies) {
  EXPECT_EQ(copies(1, "4"), (Given{{1, 0}}));
  EXPECT_EQ(copies(4, "4"), (Given{{1, 0}, {2, 1}, {0, 2}, {1, 3}}));
}

// With 2 each it is enough; with 3 each of the three gets one more; with 1 nobody gets a copy.
TEST(Wqr, StopsAtSoManyReplicas) {
  EXPECT_EQ(copies(9, "1"), Given{});
  EXPECT_EQ(copies(9, "2"), (Given{{1, 0}, {2, 1}}));
  EXPECT_EQ(copies(9, "3"), (Given{{1, 0}, {2, 1}, {0, 2}, {1, 3}, {2, 4}}));
}

// Two unless it says otherwise: the task that starts, and one copy.
TEST(Wqr, CopiesWhatStartsInTheSameDecision) {
  EXPECT_EQ(given(name, Assigning({1, 1, 1}, {5})), (Given{{0, 0}, {0, 1}}));
}

// Task 0 waits and starts, task 1 runs: one copy each, ties by id. With task 0 running and 1 starting, too.
TEST(Wqr, TakesTasksThatRanAndTasksThatStartAsOne) {
  Assigning starts_first({1, 1, 1}, {5});
  starts_first.run(5, 1);
  EXPECT_EQ(given(name, starts_first), (Given{{0, 0}, {0, 1}, {1, 2}}));
  Assigning runs_first({1, 1, 1}, {});
  runs_first.run(5, 1);
  runs_first.wait(5);
  EXPECT_EQ(given(name, runs_first), (Given{{1, 0}, {0, 1}, {1, 2}}));
}

// Nothing to do is no error: all run as often as they may.
TEST(Wqr, LeavesResourcesIdle) {
  Assigning book({1}, {});
  book.run(5, 2);
  EXPECT_EQ(given(name, book), Given{});
}

// The copy goes to task 1, which has fewer, every time; each of three resources is drawn in 1000 of 3000
// times, with a standard deviation of sqrt(3000 * 1/3 * 2/3) = 25.8; five of them are 129.
TEST(Wqr, DrawsTheResourceOfACopyButNotItsTask) {
  Assigning book({1, 1, 1}, {});
  book.run(5, 2);
  book.run(5, 1);
  const auto policy = test::make<Assign>(name, {{"order", "random"}});
  std::map<int, int> times;
  for (int time = 0; time < 3000; ++time) {
    const auto given = ask(*policy, book);
    ASSERT_EQ(given.size(), 1u);
    ASSERT_EQ(given[0].first, 1);
    ++times[given[0].second];
  }
  EXPECT_EQ(times.size(), 3u);
  for (const auto& [resource, number] : times)
    EXPECT_NEAR(number, 1000, 129) << "resource " << resource;
}

TEST(Wqr, RefusesOtherParameters) {
  const auto refused = [](const std::map<std::string, std::string>& given) {
    return testing::thrown<std::invalid_argument>([&] { test::make<Assign>(name, given); });
  };
  EXPECT_EQ(refused({{"replicas", "0"}}),
            "parameter 'replicas' cannot be '0'; valid: an integer, at least 1");
  EXPECT_EQ(refused({{"replicas", "1.5"}}),
            "parameter 'replicas' cannot be '1.5'; valid: an integer, at least 1");
  EXPECT_EQ(refused({{"order", "lifo"}}), "parameter 'order' cannot be 'lifo'; valid: one of given, random");
}

} // namespace wqr_test
} // namespace malha::broker

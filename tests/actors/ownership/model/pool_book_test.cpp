// SPDX-License-Identifier: MIT
// The rules that the answers of policies must keep. Machines 0 and 1 belong to user 0, "ann", and machines 2
// and 3 to user 1, "bob".
#include "actors/ownership/model/book.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace pool_book_test {

using namespace ownership;

constexpr int ann = 0, bob = 1;

struct Book : ownership::Book {
  Book() : ownership::Book({{1, "ann"}, {1, "ann"}, {1, "bob"}, {1, "bob"}}) {}

  /// Tasks with numbers from `first` on.
  void add(int user, int number, TaskId first) {
    Job job;
    for (TaskId id = first; id < first + number; ++id)
      job.tasks.emplace_back().id = id;
    submit(job, user, 0);
  }
};

/// Ann runs tasks 0 and 1 on machines 0 and 1 and has task 2 ready; bob has task 3 ready.
Book busy_book() {
  Book book;
  book.add(ann, 3, 0);
  book.add(bob, 1, 3);
  book.start({ann, 0, 0}, 10);
  book.start({ann, 1, 1}, 10);
  return book;
}

std::string stop(Book& book, const Keep& keep) {
  return thrown<BrokenRule>([&] { book.stop(keep, 20); });
}

std::string keep(Book& book, const Keep& keep) {
  return thrown<BrokenRule>([&] { book.keep_free(keep); });
}

std::string start(Book& book, const Start& start) {
  return thrown<BrokenRule>([&] { book.start(start, 20); });
}

const std::string allowed = "(nothing)";

TEST(Book, StopsOnlyWhatRuns) {
  auto book = busy_book();
  EXPECT_EQ(stop(book, {2, bob}), "it stops the task of machine 2, which runs none");
  EXPECT_EQ(stop(book, {4, bob}),
            "it stops a task and keeps machine 4 for user 1, which is not there (4 machines are)");
  EXPECT_EQ(stop(book, {-1, bob}),
            "it stops a task and keeps machine -1 for user 1, which is not there (4 machines are)");
  EXPECT_EQ(stop(book, {0, 2}),
            "it stops a task and keeps machine 0 for user 2, who is not there (2 users are)");
  EXPECT_EQ(stop(book, {0, -1}),
            "it stops a task and keeps machine 0 for user -1, who is not there (2 users are)");
  EXPECT_EQ(stop(book, {0, bob}), allowed);
}

// Both have a task more, so that machines may be kept.
TEST(Book, StopsNothingTwice) {
  auto book = busy_book();
  book.add(bob, 1, 4);
  EXPECT_EQ(stop(book, {1, bob}), allowed);
  EXPECT_EQ(stop(book, {1, bob}), "it stops the task of machine 1, which is being stopped");
}

// Task 3 is all that bob has. Task 1 will be ready when its image is there.
TEST(Book, KeepsMachinesForReadyTasksAlone) {
  auto book = busy_book();
  EXPECT_EQ(keep(book, {2, bob}), allowed);
  EXPECT_EQ(keep(book, {3, bob}), "it keeps machine 3 for user 1, who has no further ready task");
  EXPECT_EQ(stop(book, {1, bob}),
            "it stops a task and keeps machine 1 for user 1, who has no further ready task");
  EXPECT_EQ(keep(book, {3, ann}), allowed);
}

TEST(Book, KeepsFreeMachinesAlone) {
  auto book = busy_book();
  book.add(bob, 2, 4);
  EXPECT_EQ(keep(book, {0, bob}), "it keeps machine 0, which is not free");
  EXPECT_EQ(keep(book, {2, bob}), allowed);
  EXPECT_EQ(keep(book, {2, bob}), "it keeps machine 2, which is not free");
  book.down(3, 15);
  EXPECT_EQ(keep(book, {3, bob}), "it keeps machine 3, which is not free");
  EXPECT_EQ(keep(book, {4, bob}), "it keeps machine 4 for user 1, which is not there (4 machines are)");
}

TEST(Book, StartsOnIdleMachinesAlone) {
  auto book = busy_book();
  book.down(3, 15);
  EXPECT_EQ(start(book, {bob, 3, 0}), "it starts task 3 of user 1 on machine 0, which is busy");
  EXPECT_EQ(start(book, {bob, 3, 3}), "it starts task 3 of user 1 on machine 3, which is down");
  EXPECT_EQ(start(book, {bob, 3, 4}), "it starts task 3 of user 1 on machine 4, which is not there (4 are)");
  EXPECT_EQ(start(book, {bob, 3, -1}),
            "it starts task 3 of user 1 on machine -1, which is not there (4 are)");
  EXPECT_EQ(start(book, {bob, 3, 2}), allowed);
}

// A machine is busy until its image is there.
TEST(Book, StartsNothingBesideATaskThatStops) {
  auto book = busy_book();
  book.stop({1, bob}, 20);
  EXPECT_EQ(start(book, {bob, 3, 1}), "it starts task 3 of user 1 on machine 1, which is busy");
  book.stopped(1, 25, book.on(1)->ready);
  EXPECT_EQ(start(book, {ann, 2, 1}), "it starts task 2 of user 0 on machine 1, which is kept for user 1");
  EXPECT_EQ(start(book, {bob, 3, 1}), allowed);
}

TEST(Book, StartsReadyTasksOfTheirUsersAlone) {
  auto book = busy_book();
  EXPECT_EQ(start(book, {ann, 0, 2}),
            "it starts task 0 of user 0 on machine 2, and that task is not ready"); // runs
  EXPECT_EQ(start(book, {ann, 3, 2}),
            "it starts task 3 of user 0 on machine 2, and that task is not ready"); // bob's
  EXPECT_EQ(start(book, {ann, 9, 2}), "it starts task 9 of user 0 on machine 2, and that task is not ready");
  EXPECT_EQ(start(book, {2, 3, 2}),
            "it starts task 3 of user 2 on machine 2, and there is no such user (2 are)");
}

// Bob's only ready task starts elsewhere: what was kept for him is free again.
TEST(Book, KeepsNoMachineForWhoHasNothingToRun) {
  auto book = busy_book();
  book.keep_free({2, bob});
  book.start({bob, 3, 3}, 20);
  book.drop_void_keeps();
  const auto view = book.view(20);
  EXPECT_TRUE(view.kept.empty());
  EXPECT_TRUE(view.free.contains(2));
  EXPECT_EQ(view.users[bob].kept, 0);
  EXPECT_EQ(view.users[bob].machines_kept, 0);
}

// Two machines for 10 s.
TEST(Book, CountsMachineSecondsUpToTheView) {
  auto book = busy_book();
  EXPECT_EQ(book.view(20).users[ann].machine_seconds, 20);
  book.end(0, 25);                                         // + 10
  EXPECT_EQ(book.view(30).users[ann].machine_seconds, 35); // + 5
  EXPECT_EQ(book.view(30).users[bob].machine_seconds, 0);
}

} // namespace pool_book_test
} // namespace malha::testing

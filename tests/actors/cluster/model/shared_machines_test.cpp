// SPDX-License-Identifier: MIT
// The social contract of machines that several jobs share: what a policy may break, and who may never start.
#include "sharing.hpp"
#include "tests/support/thrown.hpp"

namespace malha::cluster {
namespace shared_machines_test {

using testing::job_of_memory;
using testing::rigid_job;
using testing::shared_machine;
using testing::thrown;

/// node-0 to node-2 have two slots each, and memory of 1000, 1000 and 500.
class BookOfSharedMachines : public ::testing::Test {
protected:
  JobHandle admit(const Job& job) {
    book_.admit(job, job.tasks.front());
    return book_.queue().jobs().back().handle;
  }
  std::string nodes(const Job& job, const std::vector<int>& machines) {
    return book_.start({admit(job), {}, machines}, 0).nodes.text();
  }
  std::string broken(const Job& job, const std::vector<int>& machines) {
    return thrown<BrokenRule>([&] { nodes(job, machines); });
  }
  bool could_hold(int size, Bytes memory) const {
    const auto job = job_of_memory(9, 0, size, memory, 1);
    return book_.nodes().could_hold(job, size);
  }

  Book book_{
      {Machines(std::vector<FlopsPerSecond>(6, 1e9), testing::machines_of_slots(3, 2)),
       SharedMachines(2, {shared_machine("", 1000), shared_machine("", 1000), shared_machine("", 500)})}};
};

// Slots are nodes 0-1, 2-3 and 4-5. Each task gets the lowest that is free.
TEST_F(BookOfSharedMachines, GivesEachTaskASlot) {
  EXPECT_EQ(nodes(rigid_job(0, 0, 2, 5), {2, 0}), "0 4");
  EXPECT_EQ(nodes(rigid_job(1, 0, 3, 5), {0, 1, 2}), "1-2 5");
}

TEST_F(BookOfSharedMachines, HasAtMostItsSlotsOfTasks) {
  nodes(rigid_job(0, 0, 2, 5), {0, 1});
  nodes(rigid_job(1, 0, 1, 5), {1});
  EXPECT_EQ(broken(rigid_job(2, 0, 2, 5), {0, 1}),
            "it starts job 2 on node-1, which has 2 tasks; valid: at most mpl=2");
}

TEST_F(BookOfSharedMachines, HasAtMostOneTaskOfAJobOnAMachine) {
  EXPECT_EQ(broken(rigid_job(0, 0, 2, 5), {1, 1}),
            "it starts job 0 with two tasks on node-1; valid: at most one");
}

TEST_F(BookOfSharedMachines, NeedsAMachineForEachTask) {
  EXPECT_EQ(broken(rigid_job(0, 0, 2, 5), {}),
            "it starts job 0 on 0 machines, and it has 2 tasks; valid: a machine for each task");
  EXPECT_EQ(broken(rigid_job(1, 0, 2, 5), {0, 3}), "it starts job 1 on machine 3 of 3");
  EXPECT_EQ(broken(rigid_job(2, 0, 2, 5), {0, -1}), "it starts job 2 on machine -1 of 3");
}

// Job 0 takes 600 of 1000.
TEST_F(BookOfSharedMachines, KeepsToTheCeilingOfMemory) {
  nodes(job_of_memory(0, 0, 1, 600, 5), {0});
  EXPECT_EQ(broken(job_of_memory(1, 0, 2, 401, 5), {0, 1}),
            "it starts job 1 on node-0 with 401 B of memory; valid: at most 400 B, which are left there");
  EXPECT_EQ(nodes(job_of_memory(2, 0, 2, 400, 5), {0, 1}), "1-2");
}

// The user of node-1 takes 350 of its 1000, after job 0 has taken 700: nothing is left, but job 0 stays.
TEST_F(BookOfSharedMachines, LeavesLocalUsersTheirMemory) {
  nodes(job_of_memory(0, 0, 1, 700, 5), {1});
  EXPECT_TRUE(book_.set_local_users({std::nullopt, 350, std::nullopt}));
  EXPECT_FALSE(book_.set_local_users({std::nullopt, 350, std::nullopt}));
  EXPECT_EQ(broken(job_of_memory(1, 0, 1, 1, 5), {1}),
            "it starts job 1 on node-1 with 1 B of memory; valid: at most 0 B, which are left there");
  EXPECT_TRUE(book_.set_local_users({std::nullopt, std::nullopt, std::nullopt}));
  EXPECT_EQ(nodes(job_of_memory(2, 0, 1, 300, 5), {1}), "3");
}

// What the view shows, and that a task is gone when its job has ended or waits again.
TEST_F(BookOfSharedMachines, ShowsWhatIsUsed) {
  nodes(job_of_memory(0, 0, 2, 300, 5), {0, 2});
  nodes(job_of_memory(1, 0, 1, 200, 5), {0});
  book_.set_local_users({100, std::nullopt, std::nullopt});
  const auto& shared = *book_.view(0, false).shared;
  ASSERT_EQ(shared[0].tasks.size(), 2u);
  EXPECT_EQ(shared[0].tasks[1].memory, 200);
  EXPECT_EQ(shared[0].used(), 500);
  EXPECT_EQ(shared[0].free(), 400);
  EXPECT_TRUE(shared[0].has_user);
  EXPECT_FALSE(shared[1].has_user);
  book_.end(shared[0].tasks[0].job);
  EXPECT_EQ(shared[0].used(), 200);
  EXPECT_EQ(shared[2].free(), 500);
  book_.requeue(shared[0].tasks[0].job, 0, false);
  EXPECT_TRUE(shared[0].tasks.empty());
}

// Three tasks fit at 500 each, two at 1000; there are six slots, but no fourth machine. Users do not count
// as long as they may leave; then they leave 650 of 1000.
TEST_F(BookOfSharedMachines, KnowsWhatCouldNeverStart) {
  book_.set_local_users({350, 350, 350});
  EXPECT_TRUE(could_hold(3, 500));
  EXPECT_TRUE(could_hold(2, 1000));
  EXPECT_FALSE(could_hold(3, 501));
  EXPECT_FALSE(could_hold(1, 1001));
  EXPECT_FALSE(could_hold(4, 0));
  book_.set_local_users({350, 350, 350}, true);
  EXPECT_TRUE(could_hold(2, 650));
  EXPECT_FALSE(could_hold(2, 651));
}

TEST(SharedMachines, AreShownOnlyWhereJobsShareThem) {
  const Book book{Machines({1e9})};
  EXPECT_EQ(book.view(0, false).shared, nullptr);
}

} // namespace shared_machines_test
} // namespace malha::cluster

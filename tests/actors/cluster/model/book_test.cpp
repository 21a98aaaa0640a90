// SPDX-License-Identifier: MIT
// The rules that decisions about fragments can break, and what jobs cannot ask for.
#include "batch_run.hpp"
#include "policies/sdk/errors.hpp"
#include "tests/support/thrown.hpp"

namespace malha::cluster {
namespace book_test {

using testing::job_of_fragments;
using testing::machines_of;
using testing::rigid_job;
using testing::thrown;

/// a has CPUs 0-1, b 2-5, c 6-9.
class BookOfMachines : public ::testing::Test {
protected:
  JobHandle admit(const Job& job) {
    book_.admit(job, job.tasks.front());
    return book_.queue().jobs().back().handle;
  }
  std::string nodes(JobHandle handle, const std::vector<int>& machines) {
    return book_.start({handle, {}, machines}, 0).nodes.text();
  }
  std::string broken(JobHandle handle, const std::vector<int>& machines) {
    return thrown<BrokenRule>([&] { nodes(handle, machines); });
  }
  std::string broken(const Move& move) {
    return thrown<BrokenRule>([&] { book_.check(move); });
  }
  std::string refused(const std::vector<Fragment>& fragments) {
    return thrown<InputError>([&] { admit(job_of_fragments(7, 0, fragments, 1)); });
  }

  Book book_{Machines(std::vector<FlopsPerSecond>(10, 1e9), machines_of({{"a", 2}, {"b", 4}, {"c", 4}}))};
};

// 1 and 2 on b take its lowest CPUs, 2-4; the last one takes the lowest of c.
TEST_F(BookOfMachines, PlacesFragmentsOnTheLowestFreeCpus) {
  const auto handle = admit(job_of_fragments(0, 0, {{1}, {2, "b"}, {1, "", true}}, 5));
  EXPECT_EQ(nodes(handle, {1, 1, 2}), "2-4 6");
  EXPECT_EQ(nodes(admit(job_of_fragments(1, 0, {{2}, {1}}, 5)), {2, 1}), "5 7-8");
}

// Beside another job's fragment there is no exclusion.
TEST_F(BookOfMachines, ExcludesFragmentsOfTheSameJobAlone) {
  nodes(admit(job_of_fragments(0, 0, {{1, "", true}}, 5)), {1});
  EXPECT_EQ(nodes(admit(job_of_fragments(1, 0, {{2, "", true}}, 5)), {1}), "3-4");
}

// Each of its CPUs is a fragment.
TEST_F(BookOfMachines, PlacesTheCpusOfAJobWithoutFragments) {
  EXPECT_EQ(nodes(admit(rigid_job(0, 0, 3, 5)), {2, 0, 2}), "0 6-7");
  EXPECT_EQ(broken(admit(rigid_job(1, 0, 3, 5)), {2, 0}),
            "it starts job 1 on 2 machines, and it has 3 fragments");
}

TEST_F(BookOfMachines, NeedsAMachineForEachFragment) {
  const auto handle = admit(job_of_fragments(3, 0, {{1}, {2}}, 5));
  EXPECT_EQ(broken(handle, {}),
            "it starts job 3 without a machine for each of its 2 fragments; valid: a policy "
            "that places fragments, or fragments=ignore");
  EXPECT_EQ(broken(handle, {0}), "it starts job 3 on 1 machines, and it has 2 fragments");
  EXPECT_EQ(broken(handle, {0, 1, 2}), "it starts job 3 on 3 machines, and it has 2 fragments");
}

TEST_F(BookOfMachines, KnowsItsMachines) {
  const auto handle = admit(job_of_fragments(3, 0, {{1}, {2}}, 5));
  EXPECT_EQ(broken(handle, {0, 3}), "it starts job 3 on machine 3 of 3");
  EXPECT_EQ(broken(handle, {-1, 1}), "it starts job 3 on machine -1 of 3");
}

TEST_F(BookOfMachines, KeepsAFixedFragmentOnItsMachine) {
  const auto handle = admit(job_of_fragments(3, 0, {{1}, {2, "c"}}, 5));
  EXPECT_EQ(broken(handle, {0, 1}), "it starts job 3 on b, and its fragment 1 names c");
}

TEST_F(BookOfMachines, KeepsAnExclusiveFragmentAlone) {
  const auto handle = admit(job_of_fragments(3, 0, {{1}, {2, "", true}}, 5));
  EXPECT_EQ(broken(handle, {1, 1}),
            "it starts job 3 with another of its fragments beside an exclusive one, on b");
  EXPECT_EQ(nodes(handle, {1, 2}), "2 6-7");
}

// 3 + 2 are more than the 4 CPUs of b, and once one of them is taken 2 + 2 are, too.
TEST_F(BookOfMachines, HasOnlyFreeCpus) {
  const auto handle = admit(job_of_fragments(3, 0, {{3}, {2}}, 5));
  EXPECT_EQ(broken(handle, {1, 1}), "it starts job 3 on 5 CPUs of b with 4 free");
  nodes(admit(rigid_job(4, 0, 1, 5)), {1});
  EXPECT_EQ(broken(admit(job_of_fragments(5, 0, {{2}, {2}}, 5)), {1, 1}),
            "it starts job 5 on 4 CPUs of b with 3 free");
}

// Node 2 is b's first.
TEST_F(BookOfMachines, PlacesNothingOnANodeThatIsDown) {
  book_.node_down(2);
  EXPECT_EQ(nodes(admit(job_of_fragments(0, 0, {{2}}, 5)), {1}), "3-4");
  EXPECT_EQ(broken(admit(job_of_fragments(1, 0, {{2}}, 5)), {1}),
            "it starts job 1 on 2 CPUs of b with 1 free");
}

// A start that breaks a rule leaves all as it was.
TEST_F(BookOfMachines, StartsTheJobAfterAnAttemptThatBrokeARule) {
  const auto handle = admit(job_of_fragments(3, 0, {{1}, {4}}, 5));
  EXPECT_NE(broken(handle, {1, 1}), "");
  EXPECT_EQ(nodes(handle, {1, 2}), "2 6-9");
}

TEST_F(BookOfMachines, DropsWhatWaits) {
  const auto first = admit(rigid_job(0, 0, 2, 5)), second = admit(rigid_job(1, 0, 3, 5));
  EXPECT_EQ(book_.drop(first).task.id, 0);
  EXPECT_EQ(book_.queue().size(), 1u);
  EXPECT_EQ(book_.state(0).queued_resources, 3);
  EXPECT_EQ(thrown<BrokenRule>([&] { book_.drop(first); }),
            "it drops job handle 0, which no waiting job has");
  nodes(second, {0, 1, 1});
  EXPECT_EQ(thrown<BrokenRule>([&] { book_.drop(second); }),
            "it drops job handle 1, which no waiting job has");
  EXPECT_EQ(thrown<BrokenRule>([&] { book_.drop(9); }), "it drops job handle 9, which no waiting job has");
}

TEST_F(BookOfMachines, MovesFragmentsOfWhatWaits) {
  const auto handle = admit(job_of_fragments(3, 0, {{1}, {4}}, 5));
  book_.check(Move{handle, 1, 1, 2});
  EXPECT_EQ(broken(Move{9, 0, 1, 2}), "it moves job handle 9, which no waiting job has");
  EXPECT_EQ(broken(Move{handle, 2, 1, 2}), "it moves fragment 2 of job 3, which has 2");
  EXPECT_EQ(broken(Move{handle, -1, 1, 2}), "it moves fragment -1 of job 3, which has 2");
  EXPECT_EQ(broken(Move{handle, 0, 1, 3}), "it moves fragment 0 of job 3 from machine 1 to 3 of 3");
  EXPECT_EQ(broken(Move{handle, 0, -1, 2}), "it moves fragment 0 of job 3 from machine -1 to 2 of 3");
}

TEST_F(BookOfMachines, RefusesFragmentsThatFitNowhere) {
  EXPECT_EQ(refused({{1}, {5}}), "job 7 has a fragment of 5 CPUs, which no machine has; valid: at most 4");
  EXPECT_EQ(refused({{3, "a"}}),
            "job 7 has a fragment of 3 CPUs, which machine 'a' has not; valid: at most 2");
  EXPECT_EQ(refused({{1, "d"}}),
            "job 7 has a fragment on machine 'd', which the cluster does not have; valid: a, b, c");
}

TEST(BookOfManyMachines, NamesTheFirstTen) {
  std::vector<std::pair<std::string, int>> names;
  for (int i = 0; i < 11; ++i)
    names.emplace_back("m" + std::to_string(i), 1);
  Book book{Machines(std::vector<FlopsPerSecond>(11, 1e9), machines_of(names))};
  const auto job = job_of_fragments(7, 0, {{1, "x"}}, 1);
  EXPECT_EQ(
      thrown<InputError>([&] { book.admit(job, job.tasks.front()); }),
      "job 7 has a fragment on machine 'x', which the cluster does not have; valid: m0, m1, m2, m3, m4, "
      "m5, m6, m7, m8, m9, …");
}

} // namespace book_test
} // namespace malha::cluster

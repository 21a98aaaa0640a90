// SPDX-License-Identifier: MIT
// One date, one decision: all ends of a date, then its submissions, and then the policy is asked once,
// however jobs are executed and whatever nodes are called.
#include "tests/actors/cluster/batch_program.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>
#include <random>

namespace malha::testing {
namespace one_date_test {

/// Jobs of whole seconds whose dates meet again and again: they come by the handful, run for one to four
/// times `beat`, and some run beyond their walltimes.
std::vector<BatchJob> jobs_that_meet(unsigned seed, int nodes) {
  std::mt19937 engine(seed);
  const auto draw = [&engine](int first, int last) {
    return boost::random::uniform_int_distribution<int>(first, last)(engine);
  };
  const int beat = draw(1, 10);
  std::vector<BatchJob> jobs;
  int date = 0;
  for (int number = 0; number < 60; ++number) {
    date += std::max(0, draw(-2, 2)) * beat;
    const int time = draw(1, 4) * beat, more = std::max(-1, draw(-3, 4)) * beat;
    jobs.push_back({date, draw(1, nodes), time, std::max(1, time + more)});
  }
  return jobs;
}

/// A way to run jobs on nodes of their own.
struct Way {
  const char* name;
  std::string options;
  bool below_a_meta_scheduler = false;
};

const std::string contract = "-d cluster.contract_fcfs ",
                  below = "-d multicluster.ffit --set policy.limit.limit=1000 ",
                  one_task_a_node = "--set allocation=shared --set mpl=1 --set execution=exec ";

std::vector<Way> ways_of_easy() {
  const std::string easy = "--set policy=cluster/easy_backfill ",
                    slots = "--set policy=cluster/contract_backfill ";
  return {{"cores", "-d cluster.easy_backfill --set allocation=core"},
          {"messages", "-d cluster.nodes"},
          {"exec", "-d cluster.nodes --set execution=exec"},
          {"machines", contract + slots + "--set allocation=node --set execution=timeline"},
          {"slots", contract + slots + "--set mpl=1"},
          {"slots, one iteration", contract + slots + "--set mpl=1 --set iterations=1"},
          {"below", below + easy, true},
          {"below, messages", below + easy + "--set execution=messages", true},
          {"below, exec", below + easy + "--set execution=exec", true},
          {"below, slots", below + slots + one_task_a_node, true}};
}

std::vector<Way> ways_of_fcfs() {
  return {{"messages", "-d cluster.nodes --set policy=cluster/fcfs"},
          {"exec", "-d cluster.nodes --set policy=cluster/fcfs --set execution=exec"},
          {"slots", contract + "--set mpl=1"},
          {"below, exec", below + "--set execution=exec", true},
          {"below, slots", below + "--set policy=cluster/contract_fcfs " + one_task_a_node, true}};
}

class OneDate : public BatchProgram {
protected:
  static constexpr int nodes = 8;

  /// "id start finish" of each job of the run, by id.
  Texts dates_of(const Way& way) {
    const std::string size = std::to_string(nodes);
    platform_ = way.below_a_meta_scheduler
                    ? "-p clusters --set platform.sizes=" + size + " --set transport=instant"
                    : "-p star --set platform.hosts=" + size + " --set transport=instant";
    simulated(way.options);
    Texts rows = columns("out/jobs.csv", {"job_id", "starting_time", "finish_time"});
    std::sort(rows.begin(), rows.end());
    return rows;
  }

  void expect_the_same(const std::string& reference, const std::vector<Way>& ways, unsigned seeds) {
    for (unsigned seed = 1; seed <= seeds; ++seed) {
      jobs(jobs_that_meet(seed, nodes));
      const Texts expected = dates_of({"timeline", reference});
      ASSERT_EQ(expected.size(), 60u);
      for (const auto& way : ways)
        ASSERT_EQ(dates_of(way), expected) << way.name << ", seed " << seed;
    }
  }
};

TEST_F(OneDate, OfEasyBackfilling) { expect_the_same("-d cluster.easy_backfill", ways_of_easy(), 4); }

TEST_F(OneDate, OfFirstComeFirstServed) { expect_the_same("-d cluster.fcfs", ways_of_fcfs(), 4); }

TEST_F(OneDate, OfConservativeBackfilling) {
  const std::string promises = "--set policy=cluster/conservative_backfill ";
  expect_the_same("-d cluster.conservative_backfill",
                  {{"exec", "-d cluster.nodes --set execution=exec " + promises},
                   {"below, exec", below + "--set execution=exec " + promises, true}},
                  4);
}

// Jobs 0 to 2 hold all 20 nodes until 10, where job 3 (20 nodes) starts, since its turn comes first. A policy
// that is asked when only two of the three have ended would give their nodes to job 4, and job 3 would wait
// for it until 30.
TEST_F(OneDate, HasThreeEnds) {
  jobs({{0, 10, 10, 100}, {3, 6, 7, 200}, {4, 4, 6, 300}, {5, 20, 5, 50}, {6, 5, 20, 25}});
  star(20);
  simulated(contract + "--set policy=cluster/contract_backfill --set mpl=1");
  auto rows = columns("out/jobs.csv", {"job_id", "starting_time"});
  std::sort(rows.begin(), rows.end());
  EXPECT_EQ(rows, (Texts{"0 0", "1 3", "2 4", "3 10", "4 15"}));
}

/// Bags of whole seconds, whose copies of tasks end at one date again and again.
std::string bags_that_meet(unsigned seed) {
  std::mt19937 engine(seed);
  const auto drawn = [&engine](int number, int first, int last, int times) {
    std::string all;
    for (int i = 0; i < number; ++i)
      all += (i > 0 ? "," : "") +
             std::to_string(times * boost::random::uniform_int_distribution<int>(first, last)(engine));
    return all;
  };
  const std::string tasks = drawn(5, 1, 8, 1), lengths = drawn(3, 1, 3, 5), dates = drawn(5, 0, 12, 5);
  return "-w user_bags --set workload.tasks=" + tasks + " --set workload.lengths=" + lengths +
         " --set workload.dates=" + dates;
}

// Of two copies that end at one date the one on the lower resource counts, however they are executed.
TEST_F(OneDate, OfABrokerWithCopies) {
  const auto rows = [this](const std::string& options) {
    const auto said = run_shell("rm -rf out; $MALHA simulate -p star --set platform.hosts=5 --set "
                                "transport=instant -o out " +
                                    options,
                                folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    return schedule();
  };
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const std::string run = "-d broker.wqr " + bags_that_meet(seed);
    auto planned = rows(run), executed = rows(run + " --set execution=exec");
    std::sort(planned.begin(), planned.end());
    std::sort(executed.begin(), executed.end());
    EXPECT_EQ(executed, planned) << run;
  }
}

} // namespace one_date_test
} // namespace malha::testing

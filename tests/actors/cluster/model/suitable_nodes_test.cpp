// SPDX-License-Identifier: MIT
// Partitions, memory, devices and advance reservations, in the model of the batch scheduler.
#include "batch_run.hpp"
#include "policies/sdk/errors.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <random>

namespace malha::testing {
namespace suitable_nodes_test {

constexpr Bytes gib = 1 << 30;

Job with(Demands demands, Job job) {
  job.demands = std::make_shared<const Demands>(std::move(demands));
  return job;
}

Job gpus(int number, Job job) { return with({0, {{"gpu", number}}, {}}, std::move(job)); }

std::vector<std::string> starts_and_nodes(const std::vector<BatchRow>& rows) {
  std::vector<std::string> all;
  for (const auto& row : rows)
    all.push_back(row.dropped ? "rejected"
                              : std::to_string(static_cast<int>(row.start)) + " on " + row.nodes.text());
  return all;
}

using Texts = std::vector<std::string>;

/// Four nodes: 2 and 3 have two GPUs each and 8 GiB, the others 4 GiB.
cluster::Stock four_nodes() { return {{"memory", "gpu"}, {{4096, 0}, {4096, 0}, {8192, 2}, {8192, 2}}}; }

TEST(SuitableNodes, AreThoseThatHaveWhatAJobAsksFor) {
  const auto policy = test::make<cluster::Queue>("cluster/machine_backfill");
  conformance::QueueRun run(4, *policy);
  run.stock = four_nodes();
  EXPECT_EQ(starts_and_nodes(run.run({gpus(2, rigid_job(0, 0, 1, 10, 10)),
                                      with({6 * gib, {}, {}}, rigid_job(1, 0, 1, 10, 10)),
                                      gpus(1, rigid_job(2, 0, 1, 10, 10)), rigid_job(3, 0, 2, 10, 10)})),
            (Texts{"0 on 2", "0 on 3", "10 on 2", "0 on 0-1"}));
}

TEST(SuitableNodes, RejectWhatNoNodeHas) {
  const auto policy = test::make<cluster::Queue>("cluster/machine_backfill");
  conformance::QueueRun run(4, *policy);
  run.stock = four_nodes();
  EXPECT_EQ(
      starts_and_nodes(run.run({gpus(3, rigid_job(0, 0, 1, 10, 10)), gpus(1, rigid_job(1, 0, 3, 10, 10)),
                                with({9 * gib, {}, {}}, rigid_job(2, 0, 1, 10, 10)),
                                with({0, {{"fpga", 1}}, {}}, rigid_job(3, 0, 1, 10, 10)),
                                gpus(2, rigid_job(4, 0, 2, 10, 10))})),
      (Texts{"rejected", "rejected", "rejected", "rejected", "0 on 2-3"}));
}

// Node 0 has GPUs of type a, node 1 of type b: "gpu" is any of them.
TEST(SuitableNodes, KnowTypesOfDevices) {
  const auto policy = test::make<cluster::Queue>("cluster/machine_backfill");
  conformance::QueueRun run(2, *policy);
  run.stock = {{"gpu", "gpu:a", "gpu:b"}, {{2, 2, 0}, {2, 0, 2}}};
  EXPECT_EQ(starts_and_nodes(run.run({with({0, {{"gpu:b", 1}}, {}}, rigid_job(0, 0, 1, 10, 10)),
                                      with({0, {{"gpu:b", 2}}, {}}, rigid_job(1, 0, 1, 10, 10)),
                                      gpus(1, rigid_job(2, 0, 1, 10, 10))})),
            (Texts{"0 on 1", "10 on 1", "0 on 0"}));
}

// One machine of 4 CPUs, 2 GPUs and 8 GiB. Jobs 0 and 1 take a GPU each beside one CPU; job 2 waits for a
// GPU, job 3 for memory, although CPUs are free; job 4 takes neither and starts.
TEST(SuitableNodes, GiveJobsWhatTheyTakeOfAMachineTogether) {
  for (const char* backfill : {"easy", "conservative"}) {
    const auto policy = test::make<cluster::Queue>("cluster/machine_backfill", {{"backfill", backfill}});
    conformance::QueueRun run(machines_of({{"m", 4}}), *policy);
    run.stock = {{"memory", "gpu"}, {{8192, 2}}};
    run.share_machines = true;
    EXPECT_EQ(starts_and_nodes(
                  run.run({with({6 * gib, {{"gpu", 1}}, {}}, rigid_job(0, 0, 1, 10, 10)),
                           gpus(1, rigid_job(1, 0, 1, 20, 20)), gpus(1, rigid_job(2, 1, 1, 10, 10)),
                           with({3 * gib, {}, {}}, rigid_job(3, 1, 1, 10, 10)), rigid_job(4, 1, 1, 5, 5)})),
              (Texts{"0 on 0", "0 on 1", "10 on 0", "10 on 2", "1 on 2"}))
        << backfill;
  }
}

TEST(SuitableNodes, AreThoseOfThePartition) {
  const auto policy = test::make<cluster::Queue>("cluster/machine_backfill");
  conformance::QueueRun run(4, *policy);
  run.partitions = {{"", IndexSet(0, 4)}, {"small", IndexSet(3, 1)}};
  auto small = [](Job job) {
    job.partition = "small";
    return job;
  };
  EXPECT_EQ(starts_and_nodes(run.run({small(rigid_job(0, 0, 1, 10, 10)), small(rigid_job(1, 0, 1, 10, 10)),
                                      small(rigid_job(2, 0, 2, 10, 10)), rigid_job(3, 0, 3, 10, 10)})),
            (Texts{"0 on 3", "10 on 3", "rejected", "0 on 0-2"}));
  auto other = rigid_job(0, 0, 1, 10, 10);
  other.partition = "large";
  try {
    run.run({other});
    FAIL() << "there is no partition 'large'";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "workload '': job 0 is for partition 'large', which the cluster does not have; "
                 "valid: small");
  }
}

// Nodes 2 and 3 are set apart from 100 to 200 s. Job 0 ends by 100 s; job 1 would not, and gets the other
// nodes, so that job 2, which needs three, begins at 200 s. Job 3 runs in the reservation.
TEST(Windows, AreLeftByOthersAndUsedByTheirJobs) {
  const auto policy = test::make<cluster::Queue>("cluster/machine_backfill");
  conformance::QueueRun run(4, *policy);
  run.windows = {{"course", 100, 200, IndexSet(2, 2), false}};
  auto in_course = rigid_job(3, 60, 2, 50, 100);
  in_course.reservation = "course";
  EXPECT_EQ(starts_and_nodes(run.run({rigid_job(0, 0, 4, 50, 50), rigid_job(1, 50, 2, 60, 60),
                                      rigid_job(2, 50, 3, 10, 60), in_course, rigid_job(4, 60, 2, 30, 30)})),
            (Texts{"0 on 0-3", "50 on 0-1", "200 on 0-2", "100 on 2-3", "60 on 2-3"}));
}

TEST(Windows, DropTheirJobsWhenTheyEnd) {
  const auto policy = test::make<cluster::Queue>("cluster/machine_backfill");
  conformance::QueueRun run(1, *policy);
  run.windows = {{"short", 10, 20, IndexSet(0, 1), false}};
  auto late = rigid_job(0, 5, 1, 5, 20); // 20 s never lie within 10 to 20 s
  late.reservation = "short";
  const auto rows = run.run({late});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_TRUE(rows[0].dropped);
  EXPECT_EQ(rows[0].finish, 20);
}

/// No machine ever holds more than it has, and no job starts on a node that does not suit it, or in a window
/// of others: as the model sees it, which throws, and as a sum over all rows says.
TEST(SuitableNodes, AreNeverOverused) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const auto draw = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    const auto policy = test::make<cluster::Queue>("cluster/machine_backfill",
                                                   {{"backfill", seed % 3 == 0   ? "none"
                                                                 : seed % 3 == 1 ? "easy"
                                                                                 : "conservative"}});
    conformance::QueueRun run(machines_of({{"a", 4}, {"b", 4}, {"c", 2}}), *policy);
    run.stock = {{"memory", "gpu"}, {{8192, 2}, {4096, 0}, {4096, 4}}};
    run.share_machines = true;
    if (seed % 2 == 0)
      run.windows = {{"w", 50, 90, IndexSet(4, 6), true}};
    std::vector<Job> jobs;
    Seconds date = 0;
    for (JobId id = 0; id < 30; ++id) {
      date += draw(8);
      const Seconds length = 1 + draw(30);
      jobs.push_back(with({draw(3) * gib, {{"gpu", draw(3)}}, {}},
                          rigid_job(id, date, 1 + draw(3), length, length + draw(10))));
    }
    const auto rows = run.run(jobs);
    for (const auto& one : rows) {
      if (one.dropped)
        continue;
      for (int machine = 0; machine < 3; ++machine) {
        double memory = 0, devices = 0;
        for (const auto& other : rows)
          if (!other.dropped && other.start <= one.start && one.start < other.finish) {
            const auto here = std::count(other.machines.begin(), other.machines.end(), machine);
            const auto& demands = *jobs[static_cast<std::size_t>(other.id)].demands;
            memory += static_cast<double>(here) * demands.memory;
            devices += static_cast<double>(here * demands.devices.at("gpu"));
          }
        const auto& has = run.stock.of_machines[static_cast<std::size_t>(machine)];
        EXPECT_LE(memory, has[0] * (gib / 1024)) << seed;
        EXPECT_LE(devices, has[1]) << seed;
      }
      const bool is_in_window = seed % 2 == 0 && one.nodes.intervals().back().last >= 4 && one.start < 90 &&
                                one.start + *jobs[static_cast<std::size_t>(one.id)].walltime > 50;
      EXPECT_FALSE(is_in_window) << seed;
    }
  }
}

Job constrained(const char* constraint, Job job) {
  job.constraint = constraint;
  return job;
}

// Nodes 1 to 3 are big, nodes 2 and 3 fast, too. Job 2 finds no third node with both, and job 3 no node that
// is green.
TEST(SuitableNodes, HaveTheFeaturesThatAJobAsksFor) {
  for (const std::string name : {"cluster/machine_backfill", "cluster/slurm"}) {
    const auto policy = test::make<cluster::Queue>(
        name, name == "cluster/slurm" ? std::map<std::string, std::string>{{"bf_interval", "0"}}
                                      : std::map<std::string, std::string>{});
    conformance::QueueRun run(4, *policy);
    run.features = {{}, {"big"}, {"big", "fast"}, {"fast", "big"}};
    EXPECT_EQ(starts_and_nodes(
                  run.run({constrained("big&fast", rigid_job(0, 0, 1, 10, 10)),
                           constrained("big", rigid_job(1, 0, 3, 10, 10)),
                           constrained("fast&big", rigid_job(2, 0, 3, 10, 10)),
                           constrained("green", rigid_job(3, 0, 1, 10, 10)), rigid_job(4, 1, 1, 5, 5)})),
              (Texts{"0 on 2", "10 on 1-3", "rejected", "rejected", "1 on 0"}))
        << name;
  }
}

TEST(SuitableNodes, MustHaveFeaturesForConstraints) {
  const auto policy = test::make<cluster::Queue>("cluster/slurm");
  EXPECT_EQ(thrown<InputError>([&] {
              conformance::QueueRun run(4, *policy);
              run.run({constrained("big", rigid_job(7, 0, 1, 10, 10))});
            }),
            "workload '': job 7 asks for nodes with 'big', and no node has features; valid: a property "
            "features of hosts, such as big,fast, or setting slurm_conf");
  const auto fcfs = test::make<cluster::Queue>("cluster/fcfs");
  EXPECT_NE(thrown<InputError>([&] {
              conformance::QueueRun run(2, *fcfs);
              run.features = {{}, {"big"}};
              run.run({constrained("big", rigid_job(7, 0, 1, 10, 10))});
            }).find("job 7 may run on 1 of 2 nodes only, and the policy of the queue does not heed that"),
            std::string::npos);
}

} // namespace suitable_nodes_test
} // namespace malha::testing

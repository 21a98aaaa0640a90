// SPDX-License-Identifier: MIT
// What jobs of the workload `lublin` take on their nodes.
#include "generating.hpp"
#include "policies/sdk/errors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace malha {
namespace lublin_devices_test {

using namespace testing;

std::vector<Job> lublin_jobs(const Settings& settings, std::uint64_t seed = 1) {
  return jobs_of("lublin", settings, seed);
}

/// 5 standard errors of a share among that many.
double margin(double share, std::size_t count) {
  return 5 * std::sqrt(share * (1 - share) / static_cast<double>(count));
}

TEST(LublinDevices, AreNotAskedForUnlessASettingSaysSo) {
  for (const Job& job : lublin_jobs({{"jobs", "300"}})) {
    EXPECT_EQ(job.demands, nullptr);
    EXPECT_TRUE(job.fragments.empty());
    EXPECT_EQ(job.partition, "");
    EXPECT_EQ(job.metadata, "");
  }
}

// 30 % ask for devices, and each of the three choices is as likely: 10 % of all jobs.
TEST(LublinDevices, AreAskedForByTheirShareOfJobs) {
  const auto jobs = lublin_jobs({{"jobs", "30000"},
                                 {"device_share", "0.3"},
                                 {"devices", "gpu:1/gpu:a100:2/fpga,gpu:4"},
                                 {"device_partition", "fast"}});
  std::map<std::string, double> found;
  for (const Job& job : jobs) {
    EXPECT_EQ(job.partition, job.demands == nullptr ? "" : "fast");
    if (job.demands == nullptr)
      EXPECT_EQ(job.metadata, "");
    else
      ++found[job.metadata];
  }
  const auto count = static_cast<double>(jobs.size());
  EXPECT_EQ(found.size(), 3u);
  for (const std::string devices : {"gpu:1", "gpu:a100:2", "fpga,gpu:4"})
    EXPECT_NEAR(found["gres=" + devices + ";partition=fast"] / count, 0.1, margin(0.1, jobs.size()))
        << devices;
}

TEST(LublinDevices, AreDemandsOnEachNode) {
  const auto jobs = lublin_jobs({{"jobs", "2"}, {"device_share", "1"}, {"devices", "fpga,gpu:a100:2"}});
  ASSERT_NE(jobs[0].demands, nullptr);
  EXPECT_EQ(jobs[0].demands->devices, (std::map<std::string, std::int64_t>{{"fpga", 1}, {"gpu:a100", 2}}));
  EXPECT_EQ(jobs[0].demands->memory, 0);
  EXPECT_EQ(jobs[0].metadata, "gres=fpga,gpu:a100:2");
}

// The sizes with devices are those of a machine of four nodes: 24.4 % serial, and no larger ones. The others
// are as large as without devices.
TEST(LublinDevices, HaveSizesOfTheirOwn) {
  const auto plain = lublin_jobs({{"jobs", "20000"}});
  const auto jobs = lublin_jobs({{"jobs", "20000"}, {"device_share", "0.5"}, {"device_nodes", "4"}});
  std::set<int> sizes;
  double serial = 0, with_devices = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    EXPECT_EQ(jobs[i].submitted, plain[i].submitted);
    if (jobs[i].demands == nullptr) {
      EXPECT_EQ(size_of(jobs[i]), size_of(plain[i]));
      continue;
    }
    ++with_devices;
    serial += size_of(jobs[i]) == 1;
    sizes.insert(size_of(jobs[i]));
  }
  EXPECT_EQ(sizes, (std::set<int>{1, 2, 3, 4}));
  // Of two to four nodes the logarithm is uniform from 0.8 to 2, and rounds to 1 or more: none is serial.
  EXPECT_NEAR(serial / with_devices, 0.244, margin(0.244, static_cast<std::size_t>(with_devices)));
}

// More jobs ask for devices, and those that asked before ask for the same.
TEST(LublinDevices, OfMoreJobsLeaveTheOthersAsTheyAre) {
  const Settings few{{"jobs", "2000"}, {"device_share", "0.2"}, {"devices", "gpu:1/gpu:2"}, {"cores", "2,4"}};
  Settings many = few;
  many["device_share"] = "0.6";
  const auto a = lublin_jobs(few), b = lublin_jobs(many);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(size_of(a[i]), size_of(b[i]));
    EXPECT_EQ(a[i].fragments.front().cpus, b[i].fragments.front().cpus);
    if (a[i].demands != nullptr) {
      EXPECT_EQ(a[i].metadata, b[i].metadata);
    }
  }
}

// A job of n nodes is n fragments on machines of their own; nothing else changes, the load of whole nodes
// neither.
TEST(LublinDevices, AreBesideCoresOfEachNode) {
  const auto whole = lublin_jobs({{"jobs", "9000"}, {"load", "0.7"}});
  const auto jobs = lublin_jobs({{"jobs", "9000"}, {"load", "0.7"}, {"cores", "4,8,16"}});
  std::map<int, double> found;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const auto& fragments = jobs[i].fragments;
    ASSERT_FALSE(fragments.empty());
    const int cores = fragments.front().cpus;
    ++found[cores];
    EXPECT_EQ(static_cast<int>(fragments.size()), size_of(whole[i]));
    EXPECT_EQ(size_of(jobs[i]), size_of(whole[i]) * cores);
    EXPECT_EQ(length_of(jobs[i]), length_of(whole[i]));
    EXPECT_EQ(jobs[i].submitted, whole[i].submitted);
    EXPECT_TRUE(std::all_of(fragments.begin(), fragments.end(), [&](const Fragment& one) {
      return one.cpus == cores && one.machine.empty() && one.exclusive;
    }));
  }
  EXPECT_EQ(found.size(), 3u);
  for (const int cores : {4, 8, 16})
    EXPECT_NEAR(found[cores] / static_cast<double>(jobs.size()), 1. / 3, margin(1. / 3, jobs.size()))
        << cores;
}

// One user who goes on with one kind of jobs.
TEST(LublinDevices, AreTheSameInRepeatedJobs) {
  const auto jobs = lublin_jobs({{"jobs", "50"},
                                 {"users", "1"},
                                 {"repeats", "1e6"},
                                 {"device_share", "0.5"},
                                 {"devices", "gpu:1/gpu:2"},
                                 {"cores", "1,2,3"}});
  for (const Job& job : jobs) {
    EXPECT_EQ(job.metadata, jobs.front().metadata);
    EXPECT_EQ(job.demands, jobs.front().demands);
    EXPECT_EQ(job.fragments.front().cpus, jobs.front().fragments.front().cpus);
  }
}

std::string refusal(const Settings& settings) {
  try {
    lublin_jobs(settings);
    return "accepted";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(LublinDevices, AreRefusedWhereTheyAreWrong) {
  EXPECT_EQ(
      refusal({{"device_share", "0.5"}, {"devices", "gpu:"}}),
      "setting workload.devices=gpu:: 'gpu:' in 'gpu:' is no number of devices; valid: such as gpu:2, or "
      "gpu:a100:2");
  EXPECT_EQ(refusal({{"device_share", "0.5"}, {"devices", "gpu:1/"}}),
            "setting workload.devices=gpu:1/: '' is no device; valid: such as gpu:1/gpu:a100:2");
  EXPECT_EQ(refusal({{"device_share", "0.5"}, {"devices", "gpu:0"}}),
            "setting workload.devices=gpu:0: 'gpu:0' is no device; valid: such as gpu:1/gpu:a100:2");
  EXPECT_EQ(refusal({{"device_share", "0.5"}, {"device_nodes", "129"}}),
            "setting workload.device_nodes=129: the machine has 128 nodes; valid: at most as many");
  EXPECT_EQ(refusal({{"cores", "2.5"}}),
            "setting workload.cores=2.5: valid: whole numbers of cores, such as 4,8, or 0 alone");
  EXPECT_EQ(refusal({{"cores", "0,4"}}),
            "setting workload.cores=0,4: valid: whole numbers of cores, such as 4,8, or 0 alone");
}

TEST(LublinDevices, AreRefusedWhereNoJobAsksForThem) {
  for (const auto& [name, value] :
       Settings{{"devices", "gpu:2"}, {"device_nodes", "4"}, {"device_partition", "gpu"}})
    EXPECT_EQ(refusal({{name, value}}),
              "setting workload." + name + "=" + value +
                  ": no job asks for devices; valid with workload.device_share above 0");
}

} // namespace lublin_devices_test
} // namespace malha

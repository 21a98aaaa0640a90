// SPDX-License-Identifier: MIT
// What jobs take, as limits count it.
#include "limit_asking.hpp"

namespace malha::cluster {
namespace slurm_limits_demands_test {

// Of 3 nodes with 2 GPUs of type a100 and 1000 MB each: gres/gpu and gres/gpu:a100 are 6, mem 3000. On each
// node there are 2 and 1000. A licence is one for the job.
TEST(SlurmLimitsOfDemands, CountsWhatJobsTakeBesideCpus) {
  LimitedJob job{"ann", "normal", 3};
  job.demands.devices["gpu:A100"] = 2;
  job.demands.memory = 1000.0 * 1024 * 1024;
  job.demands.licences["matlab"] = 1;
  const auto under = [&](TresAmounts Limits::*limit, const std::string& name, double most) {
    SiteRules site;
    (add_qos(site, "normal").limits.*limit)[name] = most;
    site.licences["matlab"] = 9;
    return LimitAsking(site).run(job);
  };
  for (const char* gpu : {"gres/gpu", "gres/gpu:a100"}) {
    EXPECT_EQ(under(&Limits::grp_tres, gpu, 6), "");
    EXPECT_EQ(under(&Limits::grp_tres, gpu, 5), "QOSGrpGRES");
    EXPECT_EQ(under(&Limits::max_tres_per_node, gpu, 2), "");
    EXPECT_EQ(under(&Limits::max_tres_per_node, gpu, 1), "QOSMaxGRESPerNode");
  }
  EXPECT_EQ(under(&Limits::grp_tres, "gres/gpu:v100", 0), "");
  EXPECT_EQ(under(&Limits::max_tres_per_job, "mem", 3000), "");
  EXPECT_EQ(under(&Limits::max_tres_per_job, "mem", 2999), "QOSMaxMemoryPerJob");
  EXPECT_EQ(under(&Limits::max_tres_per_node, "mem", 999), "QOSMaxMemoryPerNode");
  EXPECT_EQ(under(&Limits::max_tres_per_user, "license/matlab", 0), "QOSMaxLicensePerUser");
  EXPECT_EQ(under(&Limits::min_tres_per_job, "node", 4), "QOSMinNode");
  EXPECT_EQ(under(&Limits::max_tres_per_job, "node", 2), "QOSMaxNodePerJobLimit");
  EXPECT_EQ(under(&Limits::max_tres_per_account, "billing", 2), "MaxBillingPerAccount"); // 3 CPUs
}

// CPU 1, GPU 2.5: 3 + 2.5 · 6 = 18, or the larger of both, 15 under MAX_TRES. Whole parts count: with CPU
// 1.3 it is 18.9, that is 18.
TEST(SlurmLimitsOfDemands, CountsBilling) {
  LimitedJob job{"ann", "normal", 3};
  job.demands.devices["gpu"] = 2;
  const auto under = [&](double most, double cpu, const std::string& rule) {
    SiteRules site;
    add_qos(site, "normal").limits.grp_tres["billing"] = most;
    site.partitions["p"].is_default = true;
    site.partitions["p"].billing_weights = {{"cpu", cpu}, {"gres/gpu", 2.5}};
    return LimitAsking(site, {{"billing", rule}}).run(job);
  };
  EXPECT_EQ(under(18, 1, "sum"), "");
  EXPECT_EQ(under(17, 1, "sum"), "QOSGrpBilling");
  EXPECT_EQ(under(15, 1, "max_tres"), "");
  EXPECT_EQ(under(14, 1, "max_tres"), "QOSGrpBilling");
  EXPECT_EQ(under(18, 1.3, "sum"), "");
}

// Fragments of 4 and 2 CPUs on two machines, or on one if both name it: 6 CPUs on 2 nodes, or on 1.
TEST(SlurmLimitsOfDemands, CountsTheMachinesOfFragments) {
  const auto run = [](const std::vector<QueuedFragment>& fragments, const std::string& name, double most) {
    SiteRules site;
    add_qos(site, "normal").limits.max_tres_per_job[name] = most;
    LimitedJob job{"ann", "normal", 6};
    job.fragments = fragments;
    return LimitAsking(site).run(job);
  };
  EXPECT_EQ(run({{4}, {2}}, "node", 1), "QOSMaxNodePerJobLimit");
  EXPECT_EQ(run({{4}, {2}}, "node", 2), "");
  EXPECT_EQ(run({{4, 7}, {2, 7}}, "node", 1), "");
  EXPECT_EQ(run({{4, 7}, {2, 8}}, "node", 1), "QOSMaxNodePerJobLimit");
  EXPECT_EQ(run({{4}, {2}}, "cpu", 5), "QOSMaxCpuPerJobLimit");
}

} // namespace slurm_limits_demands_test
} // namespace malha::cluster

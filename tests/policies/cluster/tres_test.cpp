// SPDX-License-Identifier: MIT
// What jobs are billed for their resources. Published: Slurm 22.05 documentation. Measured: Slurm 22.05.8.
#include "policies/cluster/tres.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace malha::test {
namespace tres_test {

using cluster::billing;
using cluster::BillingRule;
using cluster::tres_weights;
using cluster::TresAmounts;
using cluster::TresWeights;

constexpr double gb = 1024; // in MB

std::string refusal(const std::string& text) {
  return testing::thrown<std::invalid_argument>([&] { tres_weights(text); });
}

// Pages "Multifactor Priority Plugin" (fair-share factor: 1 a CPU, 0.25 a GB) and "TRES".
TEST(TresBilling, IsThatOfTheDocumentation) {
  struct Row {
    std::string weights;
    BillingRule rule;
    double cpus, gigabytes, billed;
  };
  const std::string two = "cpu=1,mem=0.25G", three = "CPU=1.0,Mem=0.25G,GRES/gpu=2.0";
  const std::vector<Row> table{{two, BillingRule::sum, 1, 60, 16},        // 1 + 15
                               {two, BillingRule::sum, 16, 1, 16.25},     // 16 + 0.25
                               {two, BillingRule::sum, 16, 60, 31},       // 16 + 15
                               {two, BillingRule::max_tres, 1, 60, 15},   // of 1 and 15
                               {two, BillingRule::max_tres, 15, 1, 15},   // of 15 and 0.25
                               {two, BillingRule::max_tres, 16, 64, 16},  // of 16 and 16
                               {"mem=.25", BillingRule::sum, 0, 8, 2048}, // 8192 MB at 0.25
                               {"mem=.25G", BillingRule::sum, 0, 8, 2},   // 8 GB at 0.25
                               {three, BillingRule::sum, 1, 8, 3},        // 1 + 2, and no GPU
                               {three, BillingRule::max_tres, 1, 8, 2}};  // of 1, 2 and 0
  for (const auto& row : table) {
    const TresAmounts job{{"cpu", row.cpus}, {"mem", row.gigabytes * gb}, {"gres/gpu", 0}};
    EXPECT_EQ(billing(job, tres_weights(row.weights), row.rule), row.billed)
        << row.weights << ", " << row.cpus << " CPUs, " << row.gigabytes << " GB";
  }
}

// sacct shows the integer part. The partition had CPU=1.0,Mem=0.25G,GRES/gpu=2.0, so 10 MB are 0.0024.
TEST(TresBilling, IsRecordedAsMeasured) {
  const auto weights = tres_weights("CPU=1.0,Mem=0.25G,GRES/gpu=2.0");
  const auto recorded = [&](const TresAmounts& job) {
    return cluster::recorded_billing(billing(job, weights, BillingRule::sum));
  };
  EXPECT_EQ(recorded({{"cpu", 1}, {"mem", 100}, {"node", 1}}), 1);                    // 1.024
  EXPECT_EQ(recorded({{"cpu", 8}, {"mem", 600}, {"node", 2}}), 8);                    // 8.146
  EXPECT_EQ(recorded({{"cpu", 1}, {"mem", 10}, {"node", 1}, {"gres/gpu", 1}}), 3);    // 3.002
  EXPECT_EQ(recorded({{"cpu", 1}, {"mem", 10}, {"node", 1}, {"license/lic", 2}}), 1); // 1.002
}

// Another partition had no weights: a job of 2 CPUs was billed 2.
TEST(TresBilling, IsTheNumberOfCpusWithoutWeights) {
  for (const auto rule : {BillingRule::sum, BillingRule::max_tres})
    EXPECT_EQ(billing({{"cpu", 2}, {"mem", 10}}, tres_weights(""), rule), 2);
}

// The largest of 4 CPUs, 2 nodes at 3, 8 GB at 0.25 and a GPU at 5 is 6; 2 licences at 10 and 100 MB of a
// burst buffer at 0.5 are added: 20 + 50. The sum of all is 4 + 6 + 2 + 5 + 70.
TEST(TresBilling, OfMaxTresAddsWhatBelongsToNoNode) {
  const auto weights = tres_weights("cpu=1,node=3,mem=0.25G,gres/gpu:a100=5,license/lic=10,bb/nvme=0.5");
  const TresAmounts job{{"cpu", 4},           {"node", 2},        {"mem", 8 * gb},
                        {"gres/gpu:a100", 1}, {"license/lic", 2}, {"bb/nvme", 100}};
  EXPECT_EQ(billing(job, weights, BillingRule::max_tres), 76);
  EXPECT_EQ(billing(job, weights, BillingRule::sum), 87);
}

// An amount of 1 of mem and bb is 1 MB. Each suffix is 1024 times the one before it.
TEST(TresWeights, HaveSuffixes) {
  const TresWeights expected{
      {"mem", 3 * gb}, {"bb/nvme", 3 / gb / gb}, {"cpu", 3 / gb}, {"node", 3 / gb / gb}};
  EXPECT_EQ(tres_weights("mem=3K,bb/nvme=3T,cpu=3k,node=3M"), expected);
  EXPECT_EQ(tres_weights("mem=3M").at("mem"), 3);
  EXPECT_EQ(tres_weights("mem=3P").at("mem"), 3 / gb / gb / gb);
}

TEST(TresWeights, AreNamedInLowerCase) {
  const TresWeights expected{{"cpu", 1}, {"gres/gpu", 0}, {"gres/gpu:a100", 2.5}, {"license/foo", 100}};
  EXPECT_EQ(tres_weights("CPU=1.0,GRES/gpu=0,Gres/GPU:A100=2.5,License/Foo=1e2"), expected);
}

TEST(TresWeights, RefuseUnknownResources) {
  EXPECT_EQ(refusal("cpu=1,fpga=2"), "'fpga' is no resource that can be weighted; valid: cpu, mem, node, "
                                     "gres/NAME, gres/NAME:TYPE, license/NAME, bb/NAME");
  EXPECT_EQ(refusal("cpus=1"), "'cpus' is no resource that can be weighted; did you mean cpu?; valid: cpu, "
                               "mem, node, gres/NAME, gres/NAME:TYPE, license/NAME, bb/NAME");
  for (const std::string name : {"", " cpu", "cpu/1", "gres", "gres/", "gres/:a", "gres/gpu:", "gres/a/b",
                                 "license/", "license/lic:1", "bb/", "billing", "energy"})
    EXPECT_EQ(refusal(name + "=1").find("'" + name + "' is no resource that can be weighted"), 0u) << name;
}

TEST(TresWeights, RefuseWhatIsNoWeight) {
  const std::string valid =
      "; valid: a number from 0 on, such as 0.25, or 0.25G for each GB; suffixes: K, M, G, T, P";
  EXPECT_EQ(refusal("Mem=0.25X"), "the weight of mem is '0.25X', which has an unknown suffix" + valid);
  EXPECT_EQ(refusal("mem=-1"), "the weight of mem is '-1', which is not a finite number from 0 on" + valid);
  EXPECT_EQ(refusal("mem=x"), "the weight of mem is 'x', which does not begin with a number" + valid);
  for (const std::string weight : {"", "+1", "G", "1GB", "1 ", "1=2", "0x10", "1E"})
    EXPECT_NE(refusal("mem=" + weight).find("'" + weight + "', which"), std::string::npos) << weight;
  EXPECT_NE(refusal("mem=1e999").find("too large or too small"), std::string::npos);
  for (const std::string weight : {"nan", "inf", "-0", "-1G", "1e308K"})
    EXPECT_NE(refusal("mem=" + weight).find("not a finite number"), std::string::npos) << weight;
}

TEST(TresWeights, RefuseListsThatAreNone) {
  EXPECT_EQ(refusal("cpu=1,,mem=2"), "'' in the weights 'cpu=1,,mem=2' has no '='; valid: such as "
                                     "CPU=1.0,Mem=0.25G,GRES/gpu=2.0");
  EXPECT_EQ(refusal("cpu"), "'cpu' in the weights 'cpu' has no '='; valid: such as "
                            "CPU=1.0,Mem=0.25G,GRES/gpu=2.0");
  EXPECT_EQ(refusal("cpu=1,CPU=2"), "the weight of cpu is given twice; valid: once each");
}

} // namespace tres_test
} // namespace malha::test

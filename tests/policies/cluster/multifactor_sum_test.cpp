// SPDX-License-Identifier: MIT
// Priorities against those of a real Slurm 22.05.8: slurm/measured_priorities.csv has 6 jobs under 6 variants
// of PriorityFlags, as sprio showed them.
#include "policies/cluster/priority/multifactor_sum.hpp"
#include "results/files/csv_reader.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <tuple>

namespace malha::test {
namespace multifactor_sum_test {

using namespace cluster::multifactor;

/// The number with so many decimals, nearest, and ties to even, as printf has it.
std::string with_decimals(double number, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, number);
  return text;
}

/// The cluster that was measured: nodes n1 to n4 of 4 CPUs and 1000 MB. Partition p2 has two of them, p0 and
/// p1 have all.
class MeasuredJob {
public:
  explicit MeasuredJob(const CsvReader& row) : row_(row) {
    const auto weight = [&](const char* column) { return static_cast<std::uint32_t>(row.integer(column)); };
    weights = {weight("w_age"),
               weight("w_assoc"),
               weight("w_fairshare"),
               weight("w_jobsize"),
               weight("w_partition"),
               weight("w_qos"),
               cluster::tres_weights("cpu=400,mem=800")};
    flags.favor_small = row.text("favor_small") == "yes";
    flags.small_relative_to_time = row.text("relative") == "yes";
    flags.no_normal_assoc = flags.no_normal_partition = flags.no_normal_qos = flags.no_normal_tres =
        row.text("variant") == "raw";
    const double nodes = row.real("nodes"), all_nodes = row.text("part") == "p2" ? 2 : 4;
    amounts = {{"cpu", row.real("cpus")}, {"mem", nodes * row.real("mem_node")}};
    totals = {{"cpu", 4 * all_nodes}, {"mem", 1000 * all_nodes}};
    compute_factors();
  }

  std::string place() const { return row_.text("variant") + " " + row_.text("user"); }

  Weights weights;
  Flags flags;
  cluster::TresAmounts amounts, totals;
  Factors factors;

private:
  /// Priorities of associations (daemon 10, sys 40, games 25), PriorityJobFactors of partitions and
  /// priorities of QOSes of that Slurm. The jobs had just been submitted; nothing had run before.
  void compute_factors() {
    const std::map<std::string, double> associations{{"daemon", 10}, {"sys", 40}, {"games", 25}},
        partitions{{"p1", 20}, {"p2", 10}, {"p0", 0}}, qoses{{"high", 100}, {"mid", 30}, {"normal", 0}};
    factors.age = age_factor(0, 0, 7 * 86400);
    factors.assoc =
        quotient_factor(cluster::amount_of(associations, row_.text("user")), 40, flags.no_normal_assoc);
    factors.fairshare = 1;
    factors.job_size = job_size_factor({number("nodes"), number("cpus")},
                                       {number("all_nodes"), number("all_cpus")}, number("limit_min"), flags);
    factors.partition = quotient_factor(partitions.at(row_.text("part")), 20, flags.no_normal_partition);
    factors.qos = quotient_factor(qoses.at(row_.text("qos_name")), 100, flags.no_normal_qos);
    factors.weighted_tres = weighted_tres(weights.tres, amounts, totals, flags.no_normal_tres);
    factors.site = number("site");
    factors.nice = number("nice");
  }

  int number(const char* column) const { return static_cast<int>(row_.integer(column)); }

  const CsvReader& row_;
};

/// Calls a function for each row of the table, with the row and its job.
template <class Act>
void for_each_measured(Act&& act) {
  CsvReader table(MALHA_SOURCE_FOLDER "/tests/policies/cluster/slurm/measured_priorities.csv");
  int rows = 0;
  for (; table.next(); ++rows) {
    const MeasuredJob job(table);
    SCOPED_TRACE(job.place());
    act(table, job);
  }
  EXPECT_EQ(rows, 36);
}

// The sum is cut downwards. Row "large lp" tells: 10000 + 312.5 + 2000 + 50.4 - 7 = 12355.9 became 12355.
TEST(MultifactorSum, IsTheMeasuredPriority) {
  for_each_measured([](const CsvReader& row, const MeasuredJob& job) {
    EXPECT_EQ(priority_of(job.weights, job.factors), row.integer("priority"));
  });
}

// sprio shows factors with 7 decimals, that of fair share with 6; the table has the sum over TRES as it is.
TEST(MultifactorSum, HasTheMeasuredFactors) {
  for_each_measured([](const CsvReader& row, const MeasuredJob& job) {
    EXPECT_EQ(job.factors.age, row.real("age"));
    EXPECT_EQ(with_decimals(job.factors.assoc, 7), row.text("assoc"));
    EXPECT_EQ(with_decimals(job.factors.fairshare, 6), row.text("fairshare"));
    EXPECT_EQ(with_decimals(job.factors.job_size, 7), row.text("sprio_jobsize"));
    EXPECT_EQ(with_decimals(job.factors.partition, 7), row.text("partition"));
    EXPECT_EQ(with_decimals(job.factors.qos, 7), row.text("qos"));
    EXPECT_DOUBLE_EQ(job.factors.weighted_tres, row.real("tres"));
  });
}

// sprio shows weighted factors as the nearest integers, ties to even, and not cut as the priority is: of the
// job size 218.75 became 219, 312.5 became 312, 687.5 became 688 and 999.826 became 1000. Of TRES all are
// integers but one, 800 · 2 / 4000 = 0.4, which became 0.
TEST(MultifactorSum, HasTheMeasuredWeightedFactors) {
  for_each_measured([](const CsvReader& row, const MeasuredJob& job) {
    const auto& [weights, factors] = std::tie(job.weights, job.factors);
    EXPECT_EQ(with_decimals(weights.assoc * factors.assoc, 0), row.text("sprio_assoc_w"));
    EXPECT_EQ(with_decimals(weights.fairshare * factors.fairshare, 0), row.text("sprio_fairshare_w"));
    EXPECT_EQ(with_decimals(weights.job_size * factors.job_size, 0), row.text("sprio_jobsize_w"));
    EXPECT_EQ(with_decimals(weights.partition * factors.partition, 0), row.text("sprio_partition_w"));
    EXPECT_EQ(with_decimals(weights.qos * factors.qos, 0), row.text("sprio_qos_w"));
    std::string tres;
    for (const auto& [name, weight] : weights.tres)
      tres += (tres.empty() ? "" : ",") + name + "=" +
              with_decimals(
                  weighted_tres({{name, weight}}, job.amounts, job.totals, job.flags.no_normal_tres), 0);
    EXPECT_EQ(tres, row.text("sprio_tres"));
  });
}

// PriorityMaxAge of 100 s: from 50 s on, half of it has passed at 100 s. The age stops at 1.
TEST(MultifactorSum, LetsTheAgeGrowToOne) {
  EXPECT_EQ(age_factor(40, 50, 100), 0);
  EXPECT_EQ(age_factor(50, 50, 100), 0);
  EXPECT_EQ(age_factor(100, 50, 100), 0.5);
  EXPECT_EQ(age_factor(150, 50, 100), 1);
  EXPECT_EQ(age_factor(1000, 50, 100), 1);
  EXPECT_EQ(age_factor(1000, never, 100), 0); // it never counts
  EXPECT_EQ(age_factor(50, 50, 0), 0);
  EXPECT_EQ(age_factor(51, 50, 0), 1);
  Weights weights;
  weights.age = 1000;
  Factors factors;
  factors.age = age_factor(100, 50, 100);
  EXPECT_EQ(priority_of(weights, factors), 500u);
}

// A cluster of 2 nodes and 8 CPUs. More nodes or CPUs than there are count as all: 3 of 2 and 8 of 8 would be
// (1.5 + 1) / 2. 8 CPUs for half a minute would be 2.
TEST(MultifactorSum, KeepsTheJobSizeInItsBounds) {
  Flags small, relative, small_relative;
  small.favor_small = small_relative.favor_small = true;
  relative.small_relative_to_time = small_relative.small_relative_to_time = true;
  EXPECT_EQ(job_size_factor({3, 8}, {2, 8}, 1, {}), 1);
  EXPECT_EQ(job_size_factor({3, 8}, {2, 8}, 1, small), 0);
  EXPECT_EQ(job_size_factor({1, 8}, {2, 8}, 0.5, relative), 1);
  EXPECT_EQ(job_size_factor({1, 8}, {2, 8}, 0.5, small_relative), 0);
  EXPECT_EQ(job_size_factor({1, 8}, {2, 8}, never, relative), 0);
  EXPECT_EQ(job_size_factor({1, 8}, {2, 8}, never, small_relative), 1);
}

TEST(MultifactorSum, HasNoFactorWhereTheLargestNumberIsZero) {
  EXPECT_EQ(quotient_factor(0, 0, false), 0);
  EXPECT_EQ(quotient_factor(3, 0, true), 3);
  EXPECT_EQ(tres_factor(2, 0, false), 0);
  EXPECT_EQ(weighted_tres(cluster::tres_weights("gres/gpu=100"), {{"gres/gpu", 2}}, {}, false), 0);
}

// 2 of 4 licences of the cluster at 100, and 6 of 8 GPUs at 1000: 50 + 750. Raw: 200 + 6000. Memory has no
// weight.
TEST(MultifactorSum, AddsTres) {
  const auto weights = cluster::tres_weights("license/lic=100,gres/gpu=1000");
  const cluster::TresAmounts job{{"license/lic", 2}, {"gres/gpu", 6}, {"mem", 5}},
      totals{{"license/lic", 4}, {"gres/gpu", 8}, {"mem", 10}};
  EXPECT_EQ(weighted_tres(weights, job, totals, false), 800);
  EXPECT_EQ(weighted_tres(weights, job, totals, true), 6200);
}

Factors with(std::int32_t site, std::int32_t nice, double fairshare = 0) {
  Factors factors;
  factors.site = site;
  factors.nice = nice;
  factors.fairshare = fairshare;
  return factors;
}

// 0 would mean held.
TEST(MultifactorSum, IsAtLeastOne) {
  EXPECT_EQ(priority_of({}, {}), 1u);
  EXPECT_EQ(priority_of({}, with(0, 2147483645)), 1u);
  EXPECT_EQ(priority_of({}, with(-5, 0)), 1u);
  Weights weights;
  weights.fairshare = 10;
  EXPECT_EQ(priority_of(weights, with(0, 0, 0.15)), 1u);
}

// A site's 100, a nice of -50, and 10 · 0.29 = 2.9: 152.9.
TEST(MultifactorSum, AddsTheSiteAndSubtractsNice) {
  Weights weights;
  weights.fairshare = 10;
  EXPECT_EQ(priority_of(weights, with(100, -50, 0.29)), 152u);
}

// 4294967295 is 2^32 - 1. Raw numbers may lead beyond: 4294967295 · 1 + 2147483645.
TEST(MultifactorSum, IsAtMostTheLargestNumberOf32Bits) {
  Weights weights;
  weights.fairshare = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(priority_of(weights, with(0, 1, 1)), 4294967294u);
  EXPECT_EQ(priority_of(weights, with(0, 0, 1)), 4294967295u);
  EXPECT_EQ(priority_of(weights, with(0, -2147483645, 1)), 4294967295u);
}

} // namespace multifactor_sum_test
} // namespace malha::test

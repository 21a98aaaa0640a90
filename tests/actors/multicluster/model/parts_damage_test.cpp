// SPDX-License-Identifier: MIT
// Schedules of jobs that ran in several clusters, damaged in one way at a time.
#include "tests/results/support/damage.hpp"

namespace malha::testing {
namespace parts_damage_test {

/// Clusters of 4, 4 and 4 nodes of two slots each: resources 0 to 3, 4 to 7 and 8 to 11. Jobs have 2, 4 and 8
/// tasks; those of 8 run in two or three clusters.
class PartsDamage : public Damage {
protected:
  PartsDamage() {
    const auto said = run_shell("rm -rf out; \"$MALHA\" simulate -p clusters --set platform.sizes=4,4,4 "
                                "--set transport=instant -d multicluster.non_saturated --set mpl=2 "
                                "-w nas_jobs --set workload.jobs=40 --set workload.gap=10 -o out",
                                folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
  }
};

TEST_F(PartsDamage, IsNoneWhereNothingWasTouched) {
  const auto said = validate();
  EXPECT_EQ(said.status, 0) << said.out;
  EXPECT_EQ(said.out.find("not checked"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("checked: jobs in several sites start and end in all of them at once"),
            std::string::npos);
}

TEST_F(PartsDamage, APartThatStartsLate) {
  auto parts = file("parts.csv");
  parts.set(0, "starting_time", parts.number(0, "starting_time") + 1);
  EXPECT_EQ(broken(parts), Rules{"parts"});
}

TEST_F(PartsDamage, APartThatEndsEarly) {
  auto parts = file("parts.csv");
  parts.set(0, "finish_time", parts.number(0, "finish_time") - 1);
  EXPECT_EQ(broken(parts), Rules{"parts"});
}

TEST_F(PartsDamage, AMissingPart) {
  auto parts = file("parts.csv");
  parts.erase(0);
  EXPECT_EQ(broken(parts), Rules{"parts"});
}

TEST_F(PartsDamage, APartThatIsThereTwice) {
  auto parts = file("parts.csv");
  parts.repeat(0);
  EXPECT_EQ(broken(parts), Rules{"parts"});
}

// Without any row of its parts a job in cluster-1+cluster-2 is in no site.
TEST_F(PartsDamage, AJobWithoutParts) {
  auto parts = file("parts.csv");
  const auto id = parts.at(0, "job_id");
  for (std::size_t row = parts.rows(); row-- > 0;)
    if (parts.at(row, "job_id") == id)
      parts.erase(row);
  EXPECT_EQ(broken(parts), Rules{"parts"});
}

TEST_F(PartsDamage, PartsWithoutAJob) {
  auto parts = file("parts.csv");
  parts.at(0, "job_id") = "77";
  EXPECT_EQ(broken(parts), Rules{"parts"});
}

// Resource 11 in the third cluster instead of one of the first: the parts do not have those of the job any
// more.
TEST_F(PartsDamage, APartOutsideItsSite) {
  auto parts = file("parts.csv");
  const auto row = find(parts, [&](std::size_t one) { return parts.at(one, "site") == "cluster-1"; });
  parts.at(row, "allocated_resources") = "11";
  EXPECT_EQ(broken(parts), (Rules{"parts", "site"}));
}

TEST_F(PartsDamage, AJobInOtherSitesThanItsParts) {
  auto jobs = file("jobs.csv");
  const auto row = find(jobs, [&](std::size_t one) { return jobs.at(one, "site") == "cluster-1+cluster-2"; });
  jobs.at(row, "site") = "cluster-1+cluster-3";
  EXPECT_EQ(broken(jobs), Rules{"parts"});
}

// As if a node let one task run at once.
TEST_F(PartsDamage, ABrokenMpl) {
  auto resources = file("resources.csv");
  for (std::size_t row = 0; row < resources.rows(); ++row)
    resources.at(row, "slots") = "1";
  EXPECT_EQ(broken(resources), Rules{"capacity"});
}

} // namespace parts_damage_test
} // namespace malha::testing

// SPDX-License-Identifier: MIT
// Jobs and the sites that they run in, by hand.
#include "tests/results/support/hand_made.hpp"

namespace malha::testing {
namespace validator_sites_test {

/// Nodes 0, 1 and 3 are in site a, node 2 is in site b. Job 0 runs in a, job 1 in b.
class SitesOfJobs : public HandMade {
protected:
  SitesOfJobs() {
    sites_ = {"a", "a", "b", "a"};
    rows_ = {row(0, 0, 0, 8, "0-1"), row(1, 2, 2, 12, "2")};
    rows_[0].site = "a";
    rows_[1].site = "b";
  }
  void gets(std::size_t job, const std::string& nodes) {
    rows_[job].resources = IndexSet::parse(nodes);
    rows_[job].task.resources = rows_[job].resources.size();
  }
};

TEST_F(SitesOfJobs, AJobRunsOnNodesOfItsSite) {
  EXPECT_EQ(violations(), Texts{});
  const auto checks = validated().checks;
  EXPECT_EQ(std::count(checks.begin(), checks.end(), "each job is on resources of its site alone"), 1);
  gets(0, "0-1 3");
  EXPECT_EQ(violations(), Texts{});
}

TEST_F(SitesOfJobs, AJobOnNodesOfTwoSitesIsFound) {
  rows_[1].start = 8;
  rows_[1].task.work = 4 * gigaflops;
  gets(0, "0-3");
  EXPECT_EQ(violations(), Texts{"site: " + who(0) + " is in site 'a' and on resource 2 of site 'b'"});
  gets(0, "0");
  gets(1, "1-2");
  EXPECT_EQ(violations(), Texts{"site: " + who(1) + " is in site 'b' and on resource 1 of site 'a'"});
}

TEST_F(SitesOfJobs, AJobOfAnotherSiteThanItsNodesIsFound) {
  rows_[1].site = "a";
  EXPECT_EQ(violations(), Texts{"site: " + who(1) + " is in site 'a' and on resource 2 of site 'b'"});
}

TEST_F(SitesOfJobs, AJobWithoutASiteMayBeAnywhere) {
  rows_[1].site = "";
  EXPECT_EQ(violations(), Texts{});
}

TEST_F(SitesOfJobs, OneSiteIsNoMatter) {
  sites_ = {"a", "a", "a", "a"};
  rows_[1].site = "a";
  const auto checks = validated().checks;
  EXPECT_EQ(std::count(checks.begin(), checks.end(), "each job is on resources of its site alone"), 0);
}

} // namespace validator_sites_test
} // namespace malha::testing

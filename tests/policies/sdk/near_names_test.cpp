// SPDX-License-Identifier: MIT
#include "policies/sdk/near_names.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace near_names_test {

using Names = std::vector<std::string>;

const Names deployments{"broker.workqueue",
                        "cluster.conservative_backfill",
                        "cluster.easy_backfill",
                        "cluster.fcfs",
                        "cluster.nodes",
                        "easygrid.one_site",
                        "easygrid.sites",
                        "ownership.fair_share",
                        "tuple_space.ticket_classes"};

TEST(NearNames, AreThoseOfAFewOtherLetters) {
  EXPECT_EQ(near_names("cluster.easy_backfil", deployments), Names{"cluster.easy_backfill"});
  EXPECT_EQ(near_names("cluster.fcsf", deployments), Names{"cluster.fcfs"}); // two letters are swapped
  EXPECT_EQ(near_names("CLUSTER.FCFS", deployments), Names{"cluster.fcfs"});
  EXPECT_EQ(near_names("max_tme", {"max_time", "transport"}), Names{"max_time"});
}

TEST(NearNames, AreThoseOfWhichItIsAPart) {
  EXPECT_EQ(near_names("easyback", deployments), Names{"cluster.easy_backfill"});
  EXPECT_EQ(near_names("backfill", deployments),
            (Names{"cluster.easy_backfill", "cluster.conservative_backfill"})); // the shorter one first
  EXPECT_EQ(near_names("hosts", {"platform.hosts", "max_time"}), Names{"platform.hosts"});
  EXPECT_EQ(near_names("bounded_slowdown", {"makespan", "mean_bounded_slowdown"}),
            Names{"mean_bounded_slowdown"});
}

TEST(NearNames, AreNoneWhereNothingIsAlike) {
  EXPECT_EQ(near_names("torus", deployments), Names{});
  EXPECT_EQ(near_names("", deployments), Names{});
  EXPECT_EQ(near_names("x", {"ab", "b"}), Names{});
  EXPECT_EQ(near_names(std::string(100000, 'a'), {"a"}), Names{});
}

TEST(NearNames, AreFiveAtMost) {
  EXPECT_EQ(near_names("site", {"site1", "site2", "site3", "site4", "site5", "site6"}),
            (Names{"site1", "site2", "site3", "site4", "site5"}));
}

TEST(InsteadOf, SaysAFewNamesAllAndWhereManyAre) {
  EXPECT_EQ(instead_of("instnat", {"network", "instant"}),
            "; did you mean instant?; valid: network, instant");
  EXPECT_EQ(instead_of("radio", {"network", "instant"}, "malha list x", "a path"),
            "; valid: network, instant, or a path");
  EXPECT_EQ(instead_of("cluster.fcsf", deployments, "malha list deployments", "a path"),
            "; did you mean cluster.fcfs?; valid: a name that malha list deployments shows, or a path");
  EXPECT_EQ(instead_of("torus", deployments, "malha list deployments"),
            "; valid: a name that malha list deployments shows");
  EXPECT_EQ(instead_of("cluster.fcsf", deployments), "; did you mean cluster.fcfs?");
}

} // namespace near_names_test
} // namespace malha::testing

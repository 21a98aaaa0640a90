// SPDX-License-Identifier: MIT
#include "actors/ownership/model/shares.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace shares_test {

using namespace ownership;
using All = std::vector<double>;

/// Machines of these owners, each of a capacity of 1; -1 is nobody.
std::vector<Machine> machines_of(const std::vector<int>& owners) {
  std::vector<Machine> machines(owners.size());
  for (std::size_t i = 0; i < owners.size(); ++i)
    if (owners[i] >= 0)
      machines[i].owner = owners[i];
  return machines;
}

constexpr bool in_speed = true, in_machines = false, owner_bears = true, all_bear = false;

TEST(Shares, AreTheMachinesThatOwnersGave) {
  EXPECT_EQ(Shares(machines_of({0, 1, 0, -1, 0}), {}).all(), (All{3, 1}));
  EXPECT_EQ(Shares(machines_of({-1, -1}), {}).all(), All{});
}

TEST(Shares, LoseTheMachineThatIsDownWhereTheOwnerBearsIt) {
  Shares shares(machines_of({0, 0, 0, 1, 2}), {in_machines, owner_bears});
  shares.switched(3, false);
  EXPECT_EQ(shares.all(), (All{3, 0, 1}));
  shares.switched(3, true);
  EXPECT_EQ(shares.all(), (All{3, 1, 1}));
}

// Owners gave 3, 1 and 1. Of 4 machines: 12/5 = 2 + 2/5, 4/5, 4/5; the two left over go to users 1 and 2. Of
// 3: 9/5 = 1 + 4/5, 3/5, 3/5; of the two left over one goes to user 0 and one to the first of the others.
TEST(Shares, AreDividedInProportionWhereAllBearIt) {
  Shares shares(machines_of({0, 0, 0, 1, 2}), {in_machines, all_bear});
  shares.switched(4, false);
  EXPECT_EQ(shares.all(), (All{2, 1, 1}));
  shares.switched(0, false);
  EXPECT_EQ(shares.all(), (All{2, 1, 0}));
  shares.switched(0, true);
  shares.switched(4, true);
  EXPECT_EQ(shares.all(), (All{3, 1, 1}));
}

TEST(Shares, AreNothingWhenAllIsDown) {
  Shares shares(machines_of({0, 1}), {in_machines, all_bear});
  shares.switched(0, false);
  shares.switched(1, false);
  EXPECT_EQ(shares.all(), (All{0, 0}));
}

TEST(Shares, KnowNothingOfMachinesOfNobody) {
  Shares shares(machines_of({0, -1}), {in_machines, all_bear});
  shares.switched(1, false);
  EXPECT_EQ(shares.all(), (All{1}));
}

// Owners gave 4, and 2 + 2. Half of it is down: each has half. Where the owner supports it, it is all his.
TEST(Shares, AreDividedExactlyInSpeed) {
  auto machines = machines_of({0, 1, 1});
  machines[0].capacity = 4;
  machines[1].capacity = machines[2].capacity = 2;
  Shares shared(machines, {in_speed, all_bear}), own(machines, {in_speed, owner_bears});
  EXPECT_EQ(shared.all(), (All{4, 4}));
  shared.switched(0, false);
  own.switched(0, false);
  EXPECT_EQ(shared.all(), (All{2, 2}));
  EXPECT_EQ(own.all(), (All{0, 4}));
}

/// A part in percent, of all shares or of what owners do not use.
ShareRules guarantee(double percent, bool of_unused) {
  ShareRules rules;
  rules.guarantee = percent / 100;
  rules.guarantee_of_unused = of_unused;
  return rules;
}

// Owners have 6 and 4 of 10 machines; users 2 and 3 gave none. 25 % are 2.5, so 2 machines. User 3 has no
// tasks, so that user 2 has both; of the other 8, 8 * 6 / 10 = 4.8 and 3.2 are 5 and 3. With tasks of both
// each has one.
TEST(Shares, GuaranteeAPartToThoseWhoGaveNothing) {
  EXPECT_EQ(shares_with_guarantee({6, 4}, {9, 9, 5, 0}, guarantee(25, false)), (All{5, 3, 2, 0}));
  EXPECT_EQ(shares_with_guarantee({6, 4}, {9, 9, 5, 1}, guarantee(25, false)), (All{5, 3, 1, 1}));
  EXPECT_EQ(shares_with_guarantee({6, 4}, {9, 9, 0, 0}, guarantee(25, false)), (All{6, 4, 0, 0}));
}

// Owner 0 uses 5 of his 6, owner 1 all: one machine is not used.
TEST(Shares, GuaranteeNoMoreThanOwnersLeaveWhereItIsOfThat) {
  EXPECT_EQ(shares_with_guarantee({6, 4}, {5, 9, 5}, guarantee(25, true)), (All{6, 4, 1}));
  EXPECT_EQ(shares_with_guarantee({6, 4}, {9, 9, 5}, guarantee(25, true)), (All{6, 4, 0}));
}

} // namespace shares_test
} // namespace malha::testing

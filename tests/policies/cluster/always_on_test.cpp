// SPDX-License-Identifier: MIT
#include "sleep_asking.hpp"

namespace malha::test {
namespace always_on_test {

TEST(AlwaysOn, LeavesMachinesAsTheyAre) {
  SleepingMachines machines(4, 1e6);
  machines.move(3, machines.asleep);
  EXPECT_EQ(decision_of("cluster/always_on", {}, machines), "off none");
  EXPECT_FALSE(make<cluster::Sleep>("cluster/always_on")->sleeps());
}

} // namespace always_on_test
} // namespace malha::test

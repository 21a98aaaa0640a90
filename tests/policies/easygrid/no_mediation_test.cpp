// SPDX-License-Identifier: MIT
#include "wishes.hpp"

namespace malha::easygrid {
namespace no_mediation_test {

TEST(NoMediation, TakesNothing) {
  EXPECT_EQ(chosen("easygrid/no_mediation", {{1, 1, 120, 110, -1}}), std::vector<std::size_t>{});
}

} // namespace no_mediation_test
} // namespace malha::easygrid

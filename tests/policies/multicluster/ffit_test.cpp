// SPDX-License-Identifier: MIT
#include "meta_asking.hpp"

namespace malha::test {
namespace ffit_test {

TEST(FirstFit, TakesTheFirstClusterWhateverItsLoad) {
  SelectionAsking ffit("multicluster/ffit");
  ffit.clusters[0].waiting_jobs = ffit.clusters[0].waiting_nodes = 1000;
  EXPECT_EQ(ffit.among_all(), 0);
  EXPECT_EQ(ffit.among_all(), 0);
  EXPECT_EQ(ffit.among({1, 2}), 1);
  EXPECT_FALSE(ffit.wanted_states);
  EXPECT_FALSE(ffit.wanted_estimates);
}

} // namespace ffit_test
} // namespace malha::test

// SPDX-License-Identifier: MIT
#include "coallocating.hpp"

namespace malha::test {
namespace bucur_test {

/// What becomes of four tasks that communicate for so many of 100 s.
std::vector<int> with_communication(Seconds communication, const std::vector<std::vector<double>>& powers,
                                    const std::map<std::string, std::string>& settings = {}) {
  HandMadeClusters clusters(4, powers);
  clusters.application.computation = 100 - communication;
  clusters.application.communication = communication;
  return counts(allocate("multicluster/bucur", clusters, settings));
}

TEST(Bucur, CoallocatesWhatCommunicatesForAQuarterOfItsTimeAtMost) {
  EXPECT_EQ(with_communication(25, {full(2), full(3)}), (std::vector<int>{1, 3}));
  EXPECT_EQ(with_communication(26, {full(2), full(3)}), std::vector<int>{});
}

TEST(Bucur, LetsAnyJobRunInOneCluster) {
  EXPECT_EQ(with_communication(90, {full(2), full(4), full(5)}), (std::vector<int>{0, 4, 0}));
}

TEST(Bucur, LetsTheThresholdBeSet) {
  EXPECT_EQ(with_communication(60, {full(2), full(2)}, {{"communication", "60"}}), (std::vector<int>{2, 2}));
  EXPECT_EQ(with_communication(1, {full(2), full(2)}, {{"communication", "0"}}), std::vector<int>{});
  EXPECT_EQ(with_communication(0, {full(2), full(2)}, {{"communication", "0"}}), (std::vector<int>{2, 2}));
}

TEST(Bucur, AllocatesNothingWhereNodesAreMissing) {
  EXPECT_EQ(with_communication(0, {full(2), full(1)}), std::vector<int>{});
}

TEST(Bucur, RefusesAThresholdThatIsNone) {
  EXPECT_EQ(refusal("multicluster/bucur", "communication", "100.5"),
            "parameter 'communication' cannot be '100.5'; valid: a number, from 0 to 100");
}

} // namespace bucur_test
} // namespace malha::test

// SPDX-License-Identifier: MIT
#include "policies/cluster/priority/fair_ranks.hpp"

#include "policies/cluster/priority/fair_tree.hpp"
#include "tests/policies/cluster/measured_trees.hpp"
#include "tests/policies/cluster/random_tree.hpp"

#include <array>

namespace malha::cluster {
namespace fair_ranks_test {

/// The users and accounts whose factors are not those of `FairTree`.
std::vector<int> differing(FairRanks& ranks, const ShareTree& tree) {
  FairTree fair_tree;
  const auto& factors = fair_tree.factors(tree);
  std::vector<int> found;
  for (int number = tree.size() - 1; number >= 0; --number)
    if (ranks.factor(number) != factors[static_cast<std::size_t>(number)])
      found.push_back(number);
  return found;
}
const std::vector<int> none;

TEST(FairRanks, AreThoseOfTheMeasuredTrees) {
  for (const auto& [name, rows] : measured_under("fairtree")) {
    MeasuredTree measured(name);
    FairRanks ranks;
    ranks.update(measured.tree);
    EXPECT_EQ(differing(ranks, measured.tree), none) << name;
  }
}

/// What happens to a tree at a pass: a few users are charged, some of them with what others are charged, and
/// all usage decays, rarely to nothing, or is reset.
class Life {
public:
  explicit Life(unsigned seed)
      : random_(seed), decay_(std::array{.9997, 1. / (1 + below(8)), 1e-30}[seed % 3]) {}

  void pass(ShareTree& tree) {
    for (int decays = below(3); decays > 0; --decays)
      tree.decay(below(100) == 0 ? 0 : decay_);
    if (below(50) == 0)
      tree.reset();
    const double common = below(2) == 0 ? 1 + below(3) : 1e-3 * below(100000);
    for (int charges = below(5); charges > 0; --charges)
      if (const int number = below(tree.size()); tree.is_user(number))
        tree.charge(number, below(3) > 0 ? common : below(50) == 0 ? 1e60 : 300 * below(100));
  }

private:
  std::mt19937 random_;
  double decay_;

  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
};

// 2000 trees with nested accounts, shares 0 and parent, and many ties, each for 100 passes. Usage of 3 s with
// 3 shares and of 1 s with one share have quotients that are equal but for rounding, so that a decay by .9997
// or 1/7 orders them in another way. With 10^-30 usage is too small to be certain after 9 decays, and 0
// after 11.
TEST(FairRanks, AreThoseOfTheWholeAlgorithmAfterEachPass) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    RandomTree random(seed);
    FairRanks ranks;
    Life life(seed);
    for (int pass = 0; pass < 100; ++pass) {
      ranks.update(random.tree);
      ASSERT_EQ(differing(ranks, random.tree), none) << "tree " << seed << " at pass " << pass;
      life.pass(random.tree);
    }
  }
}

} // namespace fair_ranks_test
} // namespace malha::cluster

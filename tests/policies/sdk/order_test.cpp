// SPDX-License-Identifier: MIT
#include "policies/sdk/order.hpp"

#include "policies/cluster/queue/queue_order.hpp"
#include "tests/policies/support/policy_maker.hpp"
#include "tests/support/thrown.hpp"

#include <set>

namespace malha::test {
namespace order_test {

using Texts = std::vector<std::string>;

TEST(OrderWords, AreThereOnce) {
  std::set<std::string> words;
  for (const auto& known : order_words)
    EXPECT_TRUE(words.insert(known.word).second) << known.word;
}

TEST(OrderWords, OfOneOrderAreSaidInTheWordsOfTheirSource) {
  EXPECT_EQ(order_word("fifo").order, Order::submit);
  EXPECT_EQ(order_word("given").order, Order::submit);
  EXPECT_EQ(order_word("walltime").order, order_word("shortest").order);
  EXPECT_EQ(order_word("fewest_cpus").order, order_word("smallest").order);
}

TEST(OrderWords, AreRefusedWhereTheyAreUnknown) {
  EXPECT_EQ(testing::thrown<std::invalid_argument>([] { order_word("lifo"); }),
            "'lifo' is the word for no order");
  EXPECT_EQ(testing::thrown<std::invalid_argument>([] {
              order_parameter("the queue", {"submit", "lifo"});
            }),
            "'lifo' is the word for no order");
}

TEST(OrderParameter, SaysWhatItsWordsMean) {
  const auto spec = order_parameter("the queue", {"weight", "random"});
  EXPECT_EQ(spec.name, "order");
  EXPECT_EQ(spec.default_value, "weight");
  EXPECT_EQ(spec.choices, (Texts{"weight", "random"}));
  EXPECT_EQ(spec.meaning,
            "order of the queue: weight: least CPUs x walltime first; random: drawn, all as likely");
  EXPECT_EQ(order_of(Parameters({spec}, {{"order", "random"}})), Order::random);
  EXPECT_EQ(order_of(Parameters({spec}, {})), Order::lightest);
}

// What the shipped policies call `order` speaks the one vocabulary.
TEST(OrderParameter, IsTheSameInEveryPolicy) {
  int number = 0;
  for (const auto& [name, policy] : shipped_catalog().policies())
    for (const auto& spec : policy->parameters)
      if (spec.name == "order") {
        ++number;
        for (const auto& word : spec.choices)
          EXPECT_NE(spec.meaning.find(word + ": " + order_word(word).meaning), std::string::npos)
              << name << ", " << word;
      }
  EXPECT_GT(number, 4);
}

/// The ids of three jobs in an order at 100: of 10, 40 and 20 s, 4, 1 and 3 nodes, submitted at 0, 20 and
/// 100.
std::string sorted_by(const std::string& word) {
  const std::vector<cluster::QueuedJob> jobs{{0, 0, 0, 10, 4}, {1, 1, 20, 40, 1}, {2, 2, 100, 20, 3}};
  std::vector<const cluster::QueuedJob*> order;
  for (const auto& job : jobs)
    order.push_back(&job);
  cluster::sort_by(order_word(word).order, order.begin(), order.end(), 100);
  std::string ids;
  for (const auto* job : order)
    ids += std::to_string(job->id);
  return ids;
}

// Walltimes 10, 40, 20; sizes 4, 1, 3; products 40, 40 (a tie) and 60; (wait / walltime)^3 x size 4000, 8 and
// 0.
TEST(QueueOrder, SortsJobsByTheMeaningOfItsWord) {
  EXPECT_EQ(sorted_by("submit"), "012");
  EXPECT_EQ(sorted_by("shortest"), "021");
  EXPECT_EQ(sorted_by("longest"), "120");
  EXPECT_EQ(sorted_by("smallest"), "120");
  EXPECT_EQ(sorted_by("largest"), "021");
  EXPECT_EQ(sorted_by("weight"), "012");
  EXPECT_EQ(sorted_by("wfp3"), "012");
}

// unicep: the job of one node is first, then 100 / (2 x 10) = 5 and 0. f1: log10 s of 0.1, 20 and 100 is -1,
// 1.3 and 2; the terms beside 870 of that are 4, 1.6 and 3.9. Under f2 to f4 dates decide likewise.
TEST(QueueOrder, HasTheOrdersOfLearnedScheduling) {
  EXPECT_EQ(sorted_by("unicep"), "102");
  for (const std::string order : {"f1", "f2", "f3", "f4"})
    EXPECT_EQ(sorted_by(order), "012") << order;
}

// At 9 and 10 s the dates differ by 0.0458 in log10. What that is worth, of 870, 25600, 6.86e6 and 5.3e5, is
// 39.8, 1171, 3.14e5 and 2.43e4. The other terms, of 10^5 s on n nodes and of 1 s, are 5 n, 316.2 n, 10^5 n
// and 10^5 sqrt(n): the later, short job goes first from so many nodes on.
TEST(QueueOrder, WeighsAreaAgainstSubmissionAsPublished) {
  const auto later_is_first = [](Order order, int size) {
    const cluster::QueuedJob early{0, 0, 9, 1e5, size}, late{1, 1, 10, 1, size};
    return cluster::rank(late, order, 0) < cluster::rank(early, order, 0);
  };
  EXPECT_FALSE(later_is_first(Order::f1, 7));
  EXPECT_TRUE(later_is_first(Order::f1, 8));
  EXPECT_FALSE(later_is_first(Order::f2, 3));
  EXPECT_TRUE(later_is_first(Order::f2, 4));
  EXPECT_FALSE(later_is_first(Order::f3, 3));
  EXPECT_TRUE(later_is_first(Order::f3, 4));
  EXPECT_TRUE(later_is_first(Order::f4, 1));
}

} // namespace order_test
} // namespace malha::test

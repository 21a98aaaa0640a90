// SPDX-License-Identifier: MIT
// The uniform choice among several matches, and that a store which is used for long stays as large as what is
// in it.
#include "examples.hpp"

namespace malha::tuple_space::testing {
namespace choice_test {

constexpr int kinds_of_answer = 10;

/// How often each of ten tuples is drawn, of which `own` are written by the transaction that reads.
std::vector<int> draws(std::uint64_t seed, int own, int number) {
  RandomStreams streams(seed);
  TupleStore store(small_shapes(), &streams.stream("match"));
  const auto mine = store.begin(1);
  for (int task = 0; task < kinds_of_answer; ++task) {
    store.out(a(1, task), task < own ? mine : no_transaction);
    store.out(a(2, task)); // matches nothing that is asked for
  }
  std::vector<int> counts(kinds_of_answer);
  for (int i = 0; i < number; ++i)
    ++counts[static_cast<std::size_t>(std::get<std::int64_t>((*store.rdp(a_of(1), mine))[2]))];
  return counts;
}

double chi_square(const std::vector<int>& counts, double expected) {
  double sum = 0;
  for (const int count : counts)
    sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// 10 equally likely answers leave 9 degrees of freedom: chi-square exceeds 27.88 with probability 0.001
// (tables). It has mean 9; a draw that missed one answer would exceed expected = 1000.
TEST(Choice, IsUniform) {
  for (const int own : {0, 4, 10})
    EXPECT_LT(chi_square(draws(1, own, 10000), 1000), 27.88) << own;
}

TEST(Choice, DependsOnTheSeedAlone) {
  EXPECT_EQ(draws(1, 4, 100), draws(1, 4, 100));
  EXPECT_NE(draws(1, 4, 100), draws(2, 4, 100));
}

// Ten tuples are taken, each once, in an order other than that of their ages (by chance: 1 in 10! seeds).
TEST(Choice, TakesEachTupleOnce) {
  RandomStreams streams(1);
  TupleStore store(small_shapes(), &streams.stream("match"));
  Tuples written, taken;
  for (int task = 0; task < 10; ++task) {
    written.push_back(a(1, task));
    store.out(written.back());
  }
  for (int task = 0; task < 10; ++task)
    taken.push_back(store.inp(any_a).value());
  EXPECT_NE(taken, written);
  EXPECT_TRUE(std::is_permutation(taken.begin(), taken.end(), written.begin()));
  EXPECT_EQ(store.size(), 0u);
}

/// A client takes a task, writes it back, asks in vain, and commits, aborts or fails.
void use(TupleStore& store, int round) {
  const auto mine = store.begin(1), inner = store.begin(1);
  const auto task = store.inp(a_of(round % 3), mine);
  store.out({"B", std::to_string(round)}, mine);
  store.rdp({"B", std::to_string(round)}, mine);
  store.inp({"B", std::to_string(round)}, mine);
  store.out(task.value(), inner);
  store.in(2, round, {"A", 7, round});
  store.in(1, round, {"B", "never"}, inner);
  store.client_failed(2);
  if (round % 3 == 0) {
    store.client_failed(1);
  } else {
    store.abort(inner);
    round % 3 == 1 ? store.abort(mine) : store.commit(mine);
    if (round % 3 == 2)
      store.out(*task);
  }
}

TEST(Books, DoNotGrowWithTransactions) {
  RandomStreams streams(1);
  for (auto* const random : {static_cast<RandomStreams::Engine*>(nullptr), &streams.stream("match")}) {
    TupleStore store(small_shapes(), random);
    for (int job = 0; job < 3; ++job)
      for (int task = 0; task < 4; ++task)
        store.out(a(job, task));
    for (int round = 0; round < 3; ++round)
      use(store, round);
    // A: 12 slots; by job 12 entries and 3 keys; by job and task 12 entries and 12 keys. B: nothing was ever
    // visible.
    const std::size_t held = 12 + (12 + 3) + (12 + 12);
    EXPECT_EQ(store.held(), held);
    for (int round = 3; round < 3000; ++round)
      use(store, round);
    EXPECT_EQ(store.size(), 12u);
    EXPECT_EQ(store.held(), held);
  }
}

} // namespace choice_test
} // namespace malha::tuple_space::testing

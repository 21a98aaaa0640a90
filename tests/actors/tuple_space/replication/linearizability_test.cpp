// SPDX-License-Identifier: MIT
#include "history.hpp"

#include <gtest/gtest.h>

namespace malha::tuple_space::testing {
namespace linearizability_test {

Operation written(int client, std::vector<Pair> pairs, long asked, long answered) {
  Operation operation;
  operation.client = client;
  operation.written = std::move(pairs);
  operation.asked = asked;
  operation.answered = answered;
  return operation;
}

Operation looked(int client, Operation::What what, std::vector<Pair> answer, long asked, long answered) {
  Operation operation;
  operation.client = client;
  operation.what = what;
  operation.answer = std::move(answer);
  operation.asked = asked;
  operation.answered = answered;
  return operation;
}

Operation inside(int transaction, Operation operation, Operation::End end = Operation::open) {
  operation.transaction = transaction;
  operation.end = end;
  return operation;
}

const Pair a{'A', 1};

TEST(Linearizability, ATupleIsTakenOnce) {
  EXPECT_TRUE(is_linearizable(
      {written(0, {a}, 1, 2), looked(1, Operation::inp, {a}, 3, 4), looked(2, Operation::inp, {}, 5, 6)}));
  EXPECT_FALSE(is_linearizable(
      {written(0, {a}, 1, 2), looked(1, Operation::inp, {a}, 3, 4), looked(2, Operation::inp, {a}, 5, 6)}));
}

TEST(Linearizability, WhatOverlapsHasEitherOrder) {
  // The tuple may be written before or after the other client has looked, unless that began after the answer.
  EXPECT_TRUE(is_linearizable({written(0, {a}, 1, 4), looked(1, Operation::rdp, {}, 2, 3)}));
  EXPECT_TRUE(is_linearizable({written(0, {a}, 1, 4), looked(1, Operation::rdp, {a}, 2, 3)}));
  EXPECT_FALSE(is_linearizable({written(0, {a}, 1, 2), looked(1, Operation::rdp, {}, 3, 4)}));
}

TEST(Linearizability, WhatHasNoAnswerMayHaveHappenedOrNot) {
  const auto lost = written(0, {a}, 1, Operation::never);
  EXPECT_TRUE(is_linearizable({lost, looked(1, Operation::rdp, {}, 2, 3)}));
  EXPECT_TRUE(is_linearizable({lost, looked(1, Operation::rdp, {a}, 2, 3)}));
  EXPECT_FALSE(
      is_linearizable({lost, looked(1, Operation::rdp, {a}, 2, 3), looked(1, Operation::rdp, {}, 4, 5)}));
}

TEST(Linearizability, AClientKeepsItsOrder) {
  // The first write is not answered, but the client's second command is.
  EXPECT_FALSE(is_linearizable({written(0, {a}, 1, Operation::never), looked(0, Operation::rdp, {}, 2, 3)}));
}

TEST(Linearizability, WhatATransactionWritesIsSeenWhenItCommits) {
  const auto inner = inside(7, written(0, {a}, 1, 2));
  const auto commit = inside(7, written(0, {}, 5, 6), Operation::commit);
  const auto abort = inside(7, written(0, {}, 5, 6), Operation::abort);
  const auto before = looked(1, Operation::rdp, {a}, 3, 4), after = looked(1, Operation::rdp, {a}, 7, 8);
  EXPECT_FALSE(is_linearizable({inner, before}));
  EXPECT_TRUE(is_linearizable({inner, inside(7, looked(0, Operation::rdp, {a}, 3, 4))}));
  EXPECT_TRUE(is_linearizable({inner, commit, after}));
  EXPECT_FALSE(is_linearizable({inner, abort, after}));
}

TEST(Linearizability, WhatACrashedClientHadTakenComesBack) {
  Operation failure;
  failure.what = Operation::failure;
  failure.asked = 5;
  const auto taken = inside(1, looked(0, Operation::inp, {a}, 3, 4));
  const auto found = looked(1, Operation::rdp, {a}, 6, 7);
  EXPECT_TRUE(is_linearizable({written(1, {a}, 1, 2), taken, failure, found}));
  EXPECT_FALSE(is_linearizable({written(1, {a}, 1, 2), taken, found}));
  // Nothing that it sent has an effect later.
  EXPECT_FALSE(is_linearizable(
      {written(1, {a}, 1, 2), taken, failure, found, inside(1, written(0, {}, 8, 9), Operation::commit)}));
}

} // namespace linearizability_test
} // namespace malha::tuple_space::testing

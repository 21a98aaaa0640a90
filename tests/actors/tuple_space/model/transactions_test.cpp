// SPDX-License-Identifier: MIT
#include "examples.hpp"
#include "tests/support/thrown.hpp"

namespace malha::tuple_space::testing {
namespace transactions_test {

using malha::testing::thrown;

struct Transactions : ::testing::Test {
  TupleStore store{small_shapes()};
};

TEST_F(Transactions, ShowWhatTheyWroteToThemselvesUntilTheyCommit) {
  const auto mine = store.begin(1), other = store.begin(1);
  store.out(a(1, 1), mine);
  EXPECT_EQ(store.rdp(any_a, mine), a(1, 1));
  EXPECT_EQ(all_a(store), Tuples{});
  EXPECT_EQ(all_a(store, other), Tuples{});
  EXPECT_EQ(store.size(), 0u);
  store.commit(mine);
  EXPECT_EQ(all_a(store), Tuples{a(1, 1)});
  EXPECT_EQ(all_a(store, other), Tuples{a(1, 1)});
  EXPECT_EQ(store.size(), 1u);
}

TEST_F(Transactions, HideWhatTheyTookFromAllAndGiveItBackWhenTheyAbort) {
  store.out(a(1, 1));
  store.out(a(1, 2));
  const auto mine = store.begin(1), other = store.begin(2);
  EXPECT_EQ(store.inp(any_a, mine), a(1, 1));
  for (const auto transaction : {no_transaction, mine, other})
    EXPECT_EQ(all_a(store, transaction), Tuples{a(1, 2)});
  store.abort(mine);
  // At its old age: before the one that never left.
  EXPECT_EQ(all_a(store), (Tuples{a(1, 1), a(1, 2)}));
}

TEST_F(Transactions, TakeForGoodWhenTheyCommit) {
  store.out(a(1, 1));
  const auto mine = store.begin(1);
  store.inp(any_a, mine);
  store.commit(mine);
  EXPECT_EQ(all_a(store), Tuples{});
}

TEST_F(Transactions, WriteNothingWhenTheyAbort) {
  const auto mine = store.begin(1);
  store.out(a(1, 1), mine);
  store.abort(mine);
  EXPECT_EQ(all_a(store), Tuples{});
}

TEST_F(Transactions, MayTakeWhatTheyWrote) {
  for (const bool commits : {true, false}) {
    const auto mine = store.begin(1);
    store.out(a(1, 1), mine);
    EXPECT_EQ(store.inp(any_a, mine), a(1, 1));
    EXPECT_EQ(store.inp(any_a, mine), std::nullopt);
    commits ? store.commit(mine) : store.abort(mine);
    EXPECT_EQ(all_a(store), Tuples{});
  }
}

TEST_F(Transactions, HoldNoTupleThatTheyOnlyRead) {
  store.out(a(1, 1));
  const auto mine = store.begin(1);
  EXPECT_EQ(store.rdp(any_a, mine), a(1, 1));
  EXPECT_EQ(store.inp(any_a), a(1, 1));
}

// The age is that of the out: written as 1 (by the transaction), 2 and 3 (by the transaction).
TEST_F(Transactions, KeepTheAgeOfTheOut) {
  const auto mine = store.begin(1);
  store.out(a(1, 1), mine);
  store.out(a(1, 2));
  store.out(a(1, 3), mine);
  const Tuples by_age{a(1, 1), a(1, 2), a(1, 3)};
  EXPECT_EQ(all_a(store, mine), by_age);
  EXPECT_EQ(store.rdp(any_a, mine), a(1, 1));
  EXPECT_EQ(store.rdp({"A", any, 3}, mine), a(1, 3));
  EXPECT_EQ(store.rdp(any_a), a(1, 2));
  store.commit(mine);
  EXPECT_EQ(all_a(store), by_age);
}

TEST_F(Transactions, PreferTheOlderOfTheirOwnAndTheVisibleTuples) {
  store.out(a(1, 1));
  const auto mine = store.begin(1);
  store.out(a(1, 2), mine);
  store.out(a(1, 3));
  EXPECT_EQ(store.inp(any_a, mine), a(1, 1));
  EXPECT_EQ(store.inp(any_a, mine), a(1, 2));
  EXPECT_EQ(store.inp(any_a, mine), a(1, 3));
  store.abort(mine); // its own is gone, the others are back
  EXPECT_EQ(all_a(store), (Tuples{a(1, 1), a(1, 3)}));
}

// GridTS nests top-level transactions: what the inner one committed stays when the outer one aborts.
TEST_F(Transactions, OfOneClientAreIndependent) {
  store.out(a(1, 1));
  const auto outer = store.begin(1);
  EXPECT_EQ(store.inp(any_a, outer), a(1, 1));
  const auto inner = store.begin(1);
  EXPECT_NE(inner, outer);
  store.out(a(2, 1), inner);
  EXPECT_EQ(all_a(store, outer), Tuples{});
  store.commit(inner);
  EXPECT_EQ(all_a(store, outer), Tuples{a(2, 1)});
  store.abort(outer);
  EXPECT_EQ(all_a(store), (Tuples{a(1, 1), a(2, 1)}));
}

TEST_F(Transactions, ServeWaitingRequestsWhenTheyCommitByAge) {
  const auto mine = store.begin(1);
  store.out(a(2, 1), mine);
  store.out({"B", "x"}, mine);
  store.out(a(1, 1), mine);
  store.rd(2, 1, a_of(1));
  store.in(3, 1, any_a);
  store.rd(4, 1, {"B", any});
  EXPECT_EQ(store.take_served(), Answers{});
  store.commit(mine);
  // A 2 1 goes to client 3, B to client 4, A 1 1 to client 2, who leaves it.
  EXPECT_EQ(store.take_served(), (Answers{{3, 1, a(2, 1)}, {4, 1, {"B", "x"}}, {2, 1, a(1, 1)}}));
  EXPECT_EQ(all_a(store), Tuples{a(1, 1)});
}

// Taken in the order 2, 1; shown in the order of their ages.
TEST_F(Transactions, ServeWaitingRequestsWhenTheyAbortByAge) {
  store.out(a(1, 1));
  store.out(a(1, 2));
  const auto mine = store.begin(1);
  store.inp({"A", any, 2}, mine);
  store.inp(any_a, mine);
  store.in(2, 1, any_a);
  store.abort(mine);
  EXPECT_EQ(store.take_served(), (Answers{{2, 1, a(1, 1)}}));
  EXPECT_EQ(all_a(store), Tuples{a(1, 2)});
}

TEST_F(Transactions, OwnWhatTheirWaitingRequestsTake) {
  const auto first = store.begin(1), second = store.begin(2);
  store.in(1, 1, any_a, first);
  store.in(2, 1, any_a, second);
  store.out(a(1, 1));
  EXPECT_EQ(store.take_served(), (Answers{{1, 1, a(1, 1)}}));
  EXPECT_EQ(all_a(store, first), Tuples{});
  // Aborted, it goes on to the next who waits; aborted there, it is visible.
  store.abort(first);
  EXPECT_EQ(store.take_served(), (Answers{{2, 1, a(1, 1)}}));
  store.abort(second);
  EXPECT_EQ(all_a(store), Tuples{a(1, 1)});
}

TEST_F(Transactions, TakeForGoodWhatTheirWaitingRequestsTook) {
  const auto mine = store.begin(1);
  store.in(1, 1, any_a, mine);
  store.out(a(1, 1));
  store.commit(mine);
  EXPECT_EQ(all_a(store), Tuples{});
}

// Only those of the transaction see what it writes; what its in takes is gone whatever becomes of it.
TEST_F(Transactions, ServeTheirOwnWaitingRequests) {
  for (const bool commits : {true, false}) {
    const auto mine = store.begin(1), other = store.begin(1);
    store.rd(1, 1, a_of(1), other);
    store.rd(1, 2, a_of(1));
    store.in(1, 3, a_of(2), mine);
    store.rd(1, 4, a_of(1), mine);
    store.in(1, 5, any_a, mine);
    store.rd(1, 6, any_a, mine);
    store.out(a(1, 1), mine);
    EXPECT_EQ(store.take_served(), (Answers{{1, 4, a(1, 1)}, {1, 5, a(1, 1)}}));
    EXPECT_EQ(all_a(store, mine), Tuples{});
    store.out(a(2, 1), mine); // 3 came before 6
    EXPECT_EQ(store.take_served(), (Answers{{1, 3, a(2, 1)}}));
    store.out(a(3, 1), mine);
    EXPECT_EQ(store.take_served(), (Answers{{1, 6, a(3, 1)}}));
    EXPECT_EQ(all_a(store, mine), Tuples{a(3, 1)});
    commits ? store.commit(mine) : store.abort(mine);
    EXPECT_EQ(all_a(store), commits ? Tuples{a(3, 1)} : Tuples{});
    store.client_failed(1);
    store.inp(any_a);
  }
}

TEST_F(Transactions, AreAbortedWhenTheirClientFails) {
  store.out(a(1, 1));
  store.out(a(1, 2));
  store.out(a(1, 3));
  const auto later = store.begin(1), others = store.begin(2), last = store.begin(1);
  store.inp(any_a, last);
  store.inp(any_a, others);
  store.inp(any_a, later);
  store.out(a(1, 4), last);
  store.in(1, 1, any_a, last);
  store.in(3, 1, any_a);
  store.client_failed(1);
  // The requests of client 1 are gone before anything is shown; of its transactions, the first gives back 3,
  // which client 3 takes, then the last gives back 1. Client 2 keeps 2, and 4 was never there.
  EXPECT_EQ(store.take_served(), (Answers{{3, 1, a(1, 3)}}));
  EXPECT_EQ(all_a(store), Tuples{a(1, 1)});
  EXPECT_NE(thrown<std::logic_error>([&] { store.commit(last); }), "(nothing)");
  store.commit(others);
  EXPECT_EQ(all_a(store), Tuples{a(1, 1)});
}

TEST_F(Transactions, ForgetTheirWaitingRequestsWhenTheyAbort) {
  const auto mine = store.begin(1);
  store.in(1, 1, any_a, mine);
  store.abort(mine);
  store.out(a(1, 1));
  EXPECT_EQ(store.take_served(), Answers{});
  EXPECT_EQ(store.size(), 1u);
}

TEST_F(Transactions, CannotCommitWhileARequestWaits) {
  const auto mine = store.begin(1);
  store.out(a(1, 1), mine);
  store.in(1, 1, {"B", any}, mine);
  EXPECT_EQ(thrown<std::logic_error>([&] { store.commit(mine); }),
            "tuple space: transaction 1 has a request that waits");
  store.out({"B", "x"});
  EXPECT_EQ(store.take_served(), (Answers{{1, 1, {"B", "x"}}}));
  store.commit(mine);
  EXPECT_EQ(store.size(), 1u);
}

TEST_F(Transactions, MustBeOpenAndOfTheClient) {
  const auto ended = store.begin(1), aborted = store.begin(1), mine = store.begin(1);
  store.commit(ended);
  store.abort(aborted);
  for (const TransactionId wrong : {ended, aborted, TransactionId{-1}, TransactionId{4}}) {
    const std::vector<std::function<void()>> acts{
        [&] { store.out(a(1, 1), wrong); },    [&] { store.inp(any_a, wrong); },
        [&] { store.rdp(any_a, wrong); },      [&] { store.copy_collect(any_a, wrong); },
        [&] { store.in(1, 1, any_a, wrong); }, [&] { store.rd(1, 1, any_a, wrong); },
        [&] { store.commit(wrong); },          [&] { store.abort(wrong); }};
    for (const auto& act : acts)
      EXPECT_EQ(thrown<std::logic_error>(act),
                "tuple space: transaction " + std::to_string(wrong) + " is not open");
  }
  EXPECT_EQ(thrown<std::logic_error>([&] { store.commit(no_transaction); }),
            "tuple space: transaction 0 is not open");
  EXPECT_EQ(thrown<std::logic_error>([&] { store.abort(no_transaction); }),
            "tuple space: transaction 0 is not open");
  EXPECT_EQ(thrown<std::logic_error>([&] { store.in(2, 1, any_a, mine); }),
            "tuple space: transaction 3 is not one of client 2");
  EXPECT_EQ(store.size(), 0u);
}

} // namespace transactions_test
} // namespace malha::tuple_space::testing

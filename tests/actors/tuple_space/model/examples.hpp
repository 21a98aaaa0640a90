// SPDX-License-Identifier: MIT
#pragma once
#include "actors/tuple_space/model/store.hpp"

#include <gtest/gtest.h>

namespace malha::tuple_space {

/// As test failures show it.
inline void PrintTo(const TupleStore::Served& served, std::ostream* out) {
  *out << "client " << served.client << ", request " << served.request << ": " << text_of(served.tuple);
}
inline bool operator==(const TupleStore::Served& a, const TupleStore::Served& b) {
  return a.client == b.client && a.request == b.request && a.tuple == b.tuple;
}

namespace testing {

using Tuples = std::vector<Tuple>;
using Answers = std::vector<TupleStore::Served>;

inline constexpr Formal any_integer{Type::integer};
inline constexpr Wildcard any;

/// A: job and task; B: a name.
inline std::vector<Shape> small_shapes() {
  return {{"A", {Type::integer, Type::integer}}, {"B", {Type::text}}};
}

inline Tuple a(std::int64_t job, std::int64_t task) { return {"A", job, task}; }
inline const Template any_a{"A", any, any};
inline Template a_of(std::int64_t job) { return {"A", job, any_integer}; }

/// All tuples of kind A that a transaction sees.
inline Tuples all_a(TupleStore& store, TransactionId transaction = no_transaction) {
  return store.copy_collect(any_a, transaction);
}

} // namespace testing
} // namespace malha::tuple_space

// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/errors.hpp"
#include "policies/sdk/random_streams.hpp"
#include "requests.hpp"

#include <boost/container/flat_map.hpp>

#include <array>
#include <optional>
#include <unordered_map>

namespace malha::tuple_space {

/// A tuple space with transactions, in memory; knows no clock and no network. GridTS, section 2: operations
/// out, in, rd, inp, rdp and copy-collect.
///
/// A tuple has an age, that of its out. One that a transaction wrote is visible in that transaction alone
/// until it commits; one that a transaction took is gone when it commits, and visible again, at its old age,
/// when it aborts. Reading holds no tuple. A client may have several open transactions, none of which knows
/// another.
///
/// Tuples that become visible at once (commit, abort) do so by age. Each is shown to the waiting requests
/// that match, in the order in which these came: every rd until the first in, which takes it.
///
/// Throws InputError when a tuple or a template fits no shape; std::logic_error when a transaction is not
/// open, or another client's. Nothing has changed then.
class TupleStore {
public:
  /// `random`, if given, outlives the store, and draws uniformly among several matches (by rank: those
  /// visible to all, then those of the transaction, each by age); without it the oldest is taken.
  explicit TupleStore(std::vector<Shape> shapes, RandomStreams::Engine* random = nullptr);

  TransactionId begin(ClientId client);
  /// Ends it. Throws std::logic_error while a request of the transaction waits.
  void commit(TransactionId transaction);
  /// Ends it; its waiting requests are forgotten.
  void abort(TransactionId transaction);
  /// Its waiting requests are forgotten, then its open transactions aborted, in the order of their begin.
  void client_failed(ClientId client);

  void out(Tuple tuple, TransactionId transaction = no_transaction);
  /// Takes a tuple that matches; nothing when there is none.
  std::optional<Tuple> inp(const Template& wanted, TransactionId transaction = no_transaction);
  /// Reads one.
  std::optional<Tuple> rdp(const Template& wanted, TransactionId transaction = no_transaction);
  /// Reads all that match, by age.
  std::vector<Tuple> copy_collect(const Template& wanted, TransactionId transaction = no_transaction);

  /// As inp and rdp; when there is none the request waits, and its answer is found in take_served().
  std::optional<Tuple> in(ClientId client, RequestId request, const Template& wanted,
                          TransactionId transaction = no_transaction);
  std::optional<Tuple> rd(ClientId client, RequestId request, const Template& wanted,
                          TransactionId transaction = no_transaction);

  /// The answer of a request that had to wait.
  struct Served {
    ClientId client;
    RequestId request;
    Tuple tuple;
  };
  /// Answers since the last call, in the order in which they were given, those of failed clients included.
  std::vector<Served> take_served() { return std::exchange(served_, {}); }

  /// For a copy of a store that has drawn from another engine; `random` as at its making.
  void draw_from(RandomStreams::Engine* random) { random_ = random; }
  /// Weight on a network of all its tuples, those of open transactions included.
  Bytes weight() const;
  /// Number of tuples that are visible to all.
  std::size_t size() const;
  /// How much its books hold, in entries of any kind: bounded however long the store is used.
  std::size_t held() const;

private:
  using Kind = std::size_t; ///< position among the shapes
  using Few = boost::container::small_vector<Entry, 1>;
  struct Transaction {
    ClientId client = 0;
    Few fresh; ///< written since it last looked for something, by age
    std::map<Kind, Pool> written;
    Few taken;
  };
  /// One of the tuples that match.
  struct Found {
    Pool* pool;
    Place place;
  };

  /// Throws InputError with that complaint when it fits no shape.
  template <class Fields>
  Kind kind_of(const Fields& fields, const char* complaint) const;
  Kind known_kind_of(const Tuple& tuple) const { return shape_of(*tuple_space::kind_of(tuple)); }
  /// The first shape of that kind; the number of shapes where there is none.
  Kind shape_of(Text kind) const;
  Kind checked(const Template& wanted) const;
  Transaction& known(TransactionId transaction);
  /// Null where there is no transaction.
  Transaction* inside(TransactionId transaction);
  using Transactions = std::unordered_map<TransactionId, Transaction>;
  Transactions::node_type end(TransactionId transaction);
  /// What all see, and what the transaction alone sees, null if nothing.
  std::array<Pool*, 2> pools(Kind kind, Transaction* own);
  Pool* written_in(Transaction& transaction, Kind kind);
  std::optional<Found> find(Kind kind, const Template& wanted, Transaction* own);
  std::optional<Tuple> take(Kind kind, const Template& wanted, Transaction* own);
  std::optional<Tuple> read(Kind kind, const Template& wanted, Transaction* own);
  std::optional<Tuple> ask(Waiting request, const Template& wanted);
  void answer(const Waiting& request, Tuple tuple);
  /// To the waiting requests of the transaction; whether one of them took it.
  bool show_inside(TransactionId transaction, Kind kind, const Tuple& tuple);
  /// To all waiting requests; what none of them takes stays visible.
  void show(Entry entry);
  void show_by_age(Few& shown);

  std::vector<Shape> shapes_;
  RandomStreams::Engine* random_;
  std::vector<Pool> visible_; ///< by kind
  Transactions transactions_;
  WaitingRequests waiting_;
  std::vector<Served> served_;
  TupleId last_tuple_ = 0;
  TransactionId last_transaction_ = no_transaction;
};

} // namespace malha::tuple_space

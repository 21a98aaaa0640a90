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

/// A tuple space with transactions, in memory, without clock and network. GridTS, section 2: operations out,
/// in, rd, inp, rdp and copy-collect.
///
/// The age of a tuple is the age of its out. A tuple that a transaction wrote is visible only there until the
/// transaction commits. A tuple that a transaction took is deleted when it commits, and visible again, at its
/// old age, when it aborts. Reading locks no tuple. The open transactions of a client do not see each other.
///
/// Tuples that become visible together (commit, abort) do so by age. Each is given to the waiting requests
/// that match, in the order of their arrival: every rd until the first in, which takes it.
///
/// Throws InputError if a tuple or a template fits no shape, and std::logic_error if a transaction is not
/// open, or belongs to another client. Nothing has changed then.
class TupleStore {
public:
  /// `random`, if given, must outlive the store. It draws uniformly among several matches (by rank: those
  /// visible to all, then those of the transaction, each by age); without it the oldest match is taken.
  explicit TupleStore(std::vector<Shape> shapes, RandomStreams::Engine* random = nullptr);

  TransactionId begin(ClientId client);
  /// Commits the transaction. Throws std::logic_error while one of its requests waits.
  void commit(TransactionId transaction);
  /// Aborts the transaction, and removes its waiting requests.
  void abort(TransactionId transaction);
  /// Removes the waiting requests of the client, then aborts its open transactions, in the order of their
  /// begin.
  void client_failed(ClientId client);

  void out(Tuple tuple, TransactionId transaction = no_transaction);
  /// Takes a tuple that matches; nothing if there is none.
  std::optional<Tuple> inp(const Template& wanted, TransactionId transaction = no_transaction);
  /// Reads a tuple that matches; nothing if there is none.
  std::optional<Tuple> rdp(const Template& wanted, TransactionId transaction = no_transaction);
  /// Reads all tuples that match, by age.
  std::vector<Tuple> copy_collect(const Template& wanted, TransactionId transaction = no_transaction);

  /// As inp and rdp. If there is no match, the request waits, and take_served() will return its answer.
  std::optional<Tuple> in(ClientId client, RequestId request, const Template& wanted,
                          TransactionId transaction = no_transaction);
  std::optional<Tuple> rd(ClientId client, RequestId request, const Template& wanted,
                          TransactionId transaction = no_transaction);

  /// The answer to a request that had to wait.
  struct Served {
    ClientId client;
    RequestId request;
    Tuple tuple;
  };
  /// The answers since the last call, in their order, including those of failed clients.
  std::vector<Served> take_served() { return std::exchange(served_, {}); }

  /// Replaces the engine of a copy of a store; `random` as in the constructor.
  void draw_from(RandomStreams::Engine* random) { random_ = random; }
  /// Size of all tuples on a network, in B, including those of open transactions.
  Bytes weight() const;
  /// The number of tuples that are visible to all.
  std::size_t size() const;
  /// The number of entries of any kind in all tables. It does not grow with the time of use.
  std::size_t held() const;

private:
  using Kind = std::size_t; ///< position among the shapes
  using Few = boost::container::small_vector<Entry, 1>;
  struct Transaction {
    ClientId client = 0;
    Few fresh; ///< written since its last search, by age
    std::map<Kind, Pool> written;
    Few taken;
  };
  /// A tuple that matches.
  struct Found {
    Pool* pool;
    Place place;
  };

  /// Throws InputError with that message if it fits no shape.
  template <class Fields>
  Kind kind_of(const Fields& fields, const char* complaint) const;
  Kind known_kind_of(const Tuple& tuple) const { return shape_of(*tuple_space::kind_of(tuple)); }
  /// The first shape of that kind; the number of shapes if there is none.
  Kind shape_of(Text kind) const;
  Kind checked(const Template& wanted) const;
  Transaction& known(TransactionId transaction);
  /// The open transaction; null if there is none.
  Transaction* inside(TransactionId transaction);
  using Transactions = std::unordered_map<TransactionId, Transaction>;
  Transactions::node_type end(TransactionId transaction);
  /// The matches that all see, and those that only the transaction sees; null if there are none.
  std::array<Pool*, 2> pools(Kind kind, Transaction* own);
  Pool* written_in(Transaction& transaction, Kind kind);
  std::optional<Found> find(Kind kind, const Template& wanted, Transaction* own);
  std::optional<Tuple> take(Kind kind, const Template& wanted, Transaction* own);
  std::optional<Tuple> read(Kind kind, const Template& wanted, Transaction* own);
  std::optional<Tuple> ask(Waiting request, const Template& wanted);
  void answer(const Waiting& request, Tuple tuple);
  /// Gives the tuple to the waiting requests of the transaction. Returns whether one of them took it.
  bool show_inside(TransactionId transaction, Kind kind, const Tuple& tuple);
  /// Gives the tuples to all waiting requests. Those that none takes stay visible.
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

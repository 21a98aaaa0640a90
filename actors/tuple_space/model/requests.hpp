// SPDX-License-Identifier: MIT
#pragma once
#include "pool.hpp"

#include <boost/multi_index/composite_key.hpp>
#include <boost/multi_index/ordered_index.hpp>

namespace malha::tuple_space {

using ClientId = int;
using RequestId = std::int64_t;
using TransactionId = std::int64_t;
inline constexpr TransactionId no_transaction = 0;

/// A request that no tuple matched when it arrived.
struct Waiting {
  ClientId client;
  RequestId request;
  bool takes; ///< whether it is an in, not a rd
  TransactionId transaction;
  std::size_t kind;
  Template wanted;
};

/// The waiting requests, in the order of their arrival. Requests with equal templates are found together.
class WaitingRequests {
public:
  void add(Waiting request);
  /// The first request that the tuple matches; null if there is none.
  const Waiting* first(std::size_t kind, const Tuple& tuple) const;
  /// The first such request of that transaction.
  const Waiting* first_of(TransactionId transaction, std::size_t kind, const Tuple& tuple) const;
  /// Removes a request that `first` or `first_of` has returned.
  void remove(const Waiting& request);
  void forget_client(ClientId client);
  void forget_transaction(TransactionId transaction);
  bool any_of(TransactionId transaction) const;
  std::size_t size() const { return requests_.size(); }

private:
  /// A request with the actual positions of its template, a hash of the values there, and its number, which
  /// grows.
  struct Numbered : Waiting {
    Positions positions;
    std::size_t hash;
    std::int64_t number;
  };
  struct ByTemplate {};
  struct ByClient {};
  struct ByTransaction {};
  template <class Field, Field Numbered::*field>
  using Key = boost::multi_index::member<Numbered, Field, field>;
  using Kind = boost::multi_index::member<Waiting, std::size_t, &Waiting::kind>;
  using Client = boost::multi_index::member<Waiting, ClientId, &Waiting::client>;
  using Transaction = boost::multi_index::member<Waiting, TransactionId, &Waiting::transaction>;
  using Number = Key<std::int64_t, &Numbered::number>;

  boost::multi_index_container<
      Numbered,
      boost::multi_index::indexed_by<
          boost::multi_index::ordered_unique<
              boost::multi_index::tag<ByTemplate>,
              boost::multi_index::composite_key<Numbered, Kind, Key<Positions, &Numbered::positions>,
                                                Key<std::size_t, &Numbered::hash>, Number>>,
          boost::multi_index::ordered_unique<boost::multi_index::tag<ByClient>,
                                             boost::multi_index::composite_key<Numbered, Client, Number>>,
          boost::multi_index::ordered_unique<
              boost::multi_index::tag<ByTransaction>,
              boost::multi_index::composite_key<Numbered, Transaction, Number>>>>
      requests_;
  std::int64_t last_number_ = 0;
};

} // namespace malha::tuple_space

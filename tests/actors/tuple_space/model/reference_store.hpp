// SPDX-License-Identifier: MIT
#pragma once
#include "examples.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>
#include <list>
#include <map>

namespace malha::tuple_space::testing {

/// What TupleStore does, as plainly as it can be said: one list of all tuples by age, each with the
/// transaction that wrote and the one that took it, and one list of waiting requests; every operation looks
/// through them.
class ReferenceStore {
public:
  explicit ReferenceStore(RandomStreams::Engine* random) : random_(random) {}

  TransactionId begin(ClientId client) {
    clients_[++last_transaction_] = client;
    return last_transaction_;
  }

  void out(const Tuple& tuple, TransactionId transaction) {
    tuples_.push_back({++last_tuple_, tuple, transaction, no_transaction});
    show({last_tuple_});
  }

  std::optional<Tuple> inp(const Template& wanted, TransactionId transaction) {
    const auto found = choose(wanted, transaction);
    if (found == tuples_.end())
      return std::nullopt;
    const auto tuple = found->tuple;
    take(found, transaction);
    return tuple;
  }

  std::optional<Tuple> rdp(const Template& wanted, TransactionId transaction) {
    const auto found = choose(wanted, transaction);
    return found == tuples_.end() ? std::nullopt : std::optional<Tuple>(found->tuple);
  }

  std::vector<Tuple> copy_collect(const Template& wanted, TransactionId transaction) const {
    std::vector<Tuple> found;
    for (const auto& one : tuples_)
      if (one.is_visible_in(transaction) && matches(wanted, one.tuple))
        found.push_back(one.tuple);
    return found;
  }

  std::optional<Tuple> ask(bool takes, ClientId client, RequestId request, const Template& wanted,
                           TransactionId transaction) {
    auto tuple = takes ? inp(wanted, transaction) : rdp(wanted, transaction);
    if (!tuple)
      waiting_.push_back({takes, client, request, wanted, transaction});
    return tuple;
  }

  /// Whether a request of the transaction waits: it cannot commit.
  bool waits(TransactionId transaction) const {
    return std::any_of(waiting_.begin(), waiting_.end(),
                       [&](const Request& request) { return request.transaction == transaction; });
  }

  void commit(TransactionId transaction) {
    clients_.erase(transaction);
    tuples_.remove_if([&](const Stored& one) { return one.taker == transaction; });
    std::vector<TupleId> shown;
    for (auto& one : tuples_)
      if (one.writer == transaction) {
        one.writer = no_transaction;
        shown.push_back(one.id);
      }
    show(shown);
  }

  void abort(TransactionId transaction) {
    clients_.erase(transaction);
    waiting_.remove_if([&](const Request& request) { return request.transaction == transaction; });
    tuples_.remove_if([&](const Stored& one) { return one.writer == transaction; });
    std::vector<TupleId> shown;
    for (auto& one : tuples_)
      if (one.taker == transaction) {
        one.taker = no_transaction;
        shown.push_back(one.id);
      }
    show(shown);
  }

  void client_failed(ClientId client) {
    waiting_.remove_if([&](const Request& request) { return request.client == client; });
    for (const auto& [transaction, of_client] : std::map<TransactionId, ClientId>(clients_))
      if (of_client == client)
        abort(transaction);
  }

  Answers take_served() { return std::exchange(served_, {}); }
  /// Open transactions and their clients.
  const std::map<TransactionId, ClientId>& open() const { return clients_; }

private:
  struct Stored {
    TupleId id;
    Tuple tuple;
    TransactionId writer, taker;

    bool is_visible_in(TransactionId transaction) const {
      return taker == no_transaction && (writer == no_transaction || writer == transaction);
    }
  };
  struct Request {
    bool takes;
    ClientId client;
    RequestId request;
    Template wanted;
    TransactionId transaction;
  };
  using Place = std::list<Stored>::iterator;

  Place choose(const Template& wanted, TransactionId transaction) {
    std::vector<Place> found;
    for (auto one = tuples_.begin(); one != tuples_.end(); ++one)
      if (one->is_visible_in(transaction) && matches(wanted, one->tuple))
        found.push_back(one);
    if (found.empty())
      return tuples_.end();
    if (random_ == nullptr)
      return found.front();
    std::stable_partition(found.begin(), found.end(),
                          [](const Place& one) { return one->writer == no_transaction; });
    return found[boost::random::uniform_int_distribution<std::size_t>(0, found.size() - 1)(*random_)];
  }

  void take(Place one, TransactionId transaction) {
    if (transaction == no_transaction)
      tuples_.erase(one);
    else
      one->taker = transaction;
  }

  /// In that order, each to the waiting requests.
  void show(const std::vector<TupleId>& ids) {
    for (const auto id : ids)
      show(std::find_if(tuples_.begin(), tuples_.end(), [&](const Stored& one) { return one.id == id; }));
  }

  void show(Place shown) {
    for (auto next = waiting_.begin(); next != waiting_.end();) {
      const auto request = next++;
      if (!shown->is_visible_in(request->transaction) || !matches(request->wanted, shown->tuple))
        continue;
      served_.push_back({request->client, request->request, shown->tuple});
      const auto [takes, transaction] = std::make_pair(request->takes, request->transaction);
      waiting_.erase(request);
      if (takes)
        return take(shown, transaction);
    }
  }

  RandomStreams::Engine* random_;
  std::list<Stored> tuples_;
  std::list<Request> waiting_;
  std::map<TransactionId, ClientId> clients_;
  Answers served_;
  TupleId last_tuple_ = 0;
  TransactionId last_transaction_ = no_transaction;
};

} // namespace malha::tuple_space::testing

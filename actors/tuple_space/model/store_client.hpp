// SPDX-License-Identifier: MIT
#pragma once
#include "client.hpp"

#include <stdexcept>

namespace malha::tuple_space {

/// A client that calls the store. It cannot wait: its caller asks the store first if there may be no tuple.
class StoreClient : public Client {
public:
  StoreClient(TupleStore& store, ClientId id) : store_(store), id_(id) {}

  ClientId id() const { return id_; }

  TransactionId begin() override { return store_.begin(id_); }
  void commit(TransactionId transaction) override { store_.commit(transaction); }
  void abort(TransactionId transaction) override { store_.abort(transaction); }
  void out(Tuple tuple, TransactionId transaction) override { store_.out(std::move(tuple), transaction); }
  std::optional<Tuple> inp(const Template& wanted, TransactionId transaction) override {
    return store_.inp(wanted, transaction);
  }
  std::optional<Tuple> rdp(const Template& wanted, TransactionId transaction) override {
    return store_.rdp(wanted, transaction);
  }
  std::vector<Tuple> copy_collect(const Template& wanted, TransactionId transaction) override {
    return store_.copy_collect(wanted, transaction);
  }
  Tuple in(const Template&, TransactionId) override { throw std::logic_error("a store does not wait"); }
  Tuple rd(const Template&, TransactionId) override { throw std::logic_error("a store does not wait"); }

private:
  TupleStore& store_;
  const ClientId id_;
};

} // namespace malha::tuple_space

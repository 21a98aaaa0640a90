// SPDX-License-Identifier: MIT
#pragma once
#include "store.hpp"

namespace malha::tuple_space {

/// The operations of a client of the space. Each returns when its answer has arrived; out, commit and abort
/// do not wait.
class Client {
public:
  virtual ~Client() = default;

  virtual TransactionId begin() = 0;
  virtual void commit(TransactionId transaction) = 0;
  virtual void abort(TransactionId transaction) = 0;
  virtual void out(Tuple tuple, TransactionId transaction = no_transaction) = 0;
  virtual std::optional<Tuple> inp(const Template& wanted, TransactionId transaction = no_transaction) = 0;
  virtual std::optional<Tuple> rdp(const Template& wanted, TransactionId transaction = no_transaction) = 0;
  virtual std::vector<Tuple> copy_collect(const Template& wanted,
                                          TransactionId transaction = no_transaction) = 0;
  virtual Tuple in(const Template& wanted, TransactionId transaction = no_transaction) = 0;
  virtual Tuple rd(const Template& wanted, TransactionId transaction = no_transaction) = 0;
};

} // namespace malha::tuple_space

// SPDX-License-Identifier: MIT
#pragma once
#include "actors/tuple_space/model/client.hpp"
#include "last_numbers.hpp"
#include "messages.hpp"
#include "space_context.hpp"

#include <boost/container/flat_map.hpp>

namespace malha::tuple_space {

/// A client over the network. The first message of a transaction begins it, and its written tuples are sent
/// with the next request, or with its end.
class NetworkClient : public Client {
public:
  /// Call it before any operation, in the actor that uses the client.
  virtual void open() = 0;
  /// Call it after the last operation.
  virtual void close() = 0;
  /// The row is sent with the next message that ends a transaction.
  void send_along(std::shared_ptr<const void> row) { row_ = std::move(row); }

  TransactionId begin() override;
  void commit(TransactionId transaction) override { end(transaction, Write::commit); }
  void abort(TransactionId transaction) override { end(transaction, Write::abort); }
  void out(Tuple tuple, TransactionId transaction) override;
  std::optional<Tuple> inp(const Template& wanted, TransactionId transaction) override;
  std::optional<Tuple> rdp(const Template& wanted, TransactionId transaction) override;
  std::vector<Tuple> copy_collect(const Template& wanted, TransactionId transaction) override;
  Tuple in(const Template& wanted, TransactionId transaction) override;
  Tuple rd(const Template& wanted, TransactionId transaction) override;

protected:
  NetworkClient(ActorContext& context, ClientId id);

  /// Sends a request, and returns the answer.
  virtual std::vector<Tuple> ask(Request::Operation operation, const Template& wanted,
                                 TransactionId transaction, std::vector<Tuple> written) = 0;
  virtual void write(TransactionId transaction, std::vector<Tuple> tuples, Write::End end,
                     std::shared_ptr<const void> row) = 0;

  ClientId id() const { return id_; }
  LastNumbers::Numbers& last() { return last_; }

private:
  void end(TransactionId transaction, Write::End how);
  std::vector<Tuple> ask(Request::Operation operation, const Template& wanted, TransactionId transaction);

  const ClientId id_;
  LastNumbers::Numbers& last_;
  boost::container::flat_map<TransactionId, std::vector<Tuple>> written_; ///< by open transaction
  std::shared_ptr<const void> row_;
};

/// Makes the client for the servers of the simulation, one or several. `self` is its address.
std::unique_ptr<NetworkClient> make_network_client(ActorContext& context, ClientId id, const Peer& self);

} // namespace malha::tuple_space

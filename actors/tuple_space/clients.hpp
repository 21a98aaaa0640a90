// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/mailbox.hpp"
#include "client.hpp"
#include "messages.hpp"
#include "shared_space.hpp"

namespace malha::tuple_space {

/// A client under instant transport: the space is a call away.
class LocalClient : public Client {
public:
  LocalClient(SharedSpace& shared, ClientId id) : shared_(shared), id_(id) {}

  /// The planned date now, from which SimGrid's clock may differ in the last digits.
  Seconds date() const { return date_; }
  void set_date(Seconds date) { date_ = date; }

  TransactionId begin() override { return shared_.store.begin(id_); }
  void commit(TransactionId transaction) override;
  void abort(TransactionId transaction) override;
  void out(Tuple tuple, TransactionId transaction) override;
  std::optional<Tuple> inp(const Template& wanted, TransactionId transaction) override;
  std::optional<Tuple> rdp(const Template& wanted, TransactionId transaction) override;
  std::vector<Tuple> copy_collect(const Template& wanted, TransactionId transaction) override;
  Tuple in(const Template& wanted, TransactionId transaction) override;
  Tuple rd(const Template& wanted, TransactionId transaction) override;

private:
  Tuple awaited(std::optional<Tuple>&& answer);

  SharedSpace& shared_;
  const ClientId id_;
  Seconds date_ = 0;
};

/// A client over the network, with an inbox of its own. A transaction is begun by its first message, and what
/// it writes travels with its end.
class RemoteClient : public Client {
public:
  /// `self`: how it is reached.
  RemoteClient(ActorContext& context, ClientId id, const Peer& self);

  /// To be called first by the actor that uses it.
  void open() { inbox_.open(); }
  /// To be called last.
  void close() { inbox_.close(); }
  /// Goes with the next message that ends a transaction, and away with it.
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

private:
  void end(TransactionId transaction, Write::End how);
  std::vector<Tuple> ask(Request::Operation operation, const Template& wanted, TransactionId transaction);
  std::optional<Tuple> first(std::vector<Tuple> tuples);

  const ClientId id_;
  const Peer self_;
  Inbox<ClientMessage> inbox_;
  Address<SpaceMessage, std::variant<Request, Write>> space_;
  std::map<TransactionId, std::vector<Tuple>> written_; ///< by open transactions
  std::shared_ptr<const void> row_;
  SharedSpace::Numbers& last_;
};

} // namespace malha::tuple_space

// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/mailbox.hpp"
#include "network_client.hpp"

namespace malha::tuple_space {

/// A client under instant transport, which calls the space without messages.
class LocalClient : public Client {
public:
  LocalClient(SpaceContext& shared, ClientId id) : shared_(shared), id_(id) {}

  /// The planned date of now. SimGrid's clock may differ from it in the last digits.
  Seconds date() const { return date_; }
  void set_date(Seconds date) { date_ = date; }

  TransactionId begin() override { return shared_.local.store().begin(id_); }
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

  SpaceContext& shared_;
  const ClientId id_;
  Seconds date_ = 0;
};

/// A client of one server, with an inbox of its own.
class RemoteClient : public NetworkClient {
public:
  /// `self` is its address.
  RemoteClient(ActorContext& context, ClientId id, const Peer& self);

  void open() override { inbox_.open(); }
  void close() override { inbox_.close(); }

private:
  std::vector<Tuple> ask(Request::Operation operation, const Template& wanted, TransactionId transaction,
                         std::vector<Tuple> written) override;
  void write(TransactionId transaction, std::vector<Tuple> tuples, Write::End end,
             std::shared_ptr<const void> row) override;

  const std::shared_ptr<const Peer> self_;
  Inbox<ClientMessage> inbox_;
  Address<SpaceMessage, std::variant<Request, Write>> space_;
};

} // namespace malha::tuple_space

// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/mailbox.hpp"
#include "actors/tuple_space/model/session.hpp"
#include "network_client.hpp"
#include "replica_network.hpp"
#include "server_group.hpp"

namespace malha::tuple_space {

/// A client of several servers. If one does not answer, it tries the others.
class ReplicatedClient : public NetworkClient {
public:
  /// `self` is its address.
  ReplicatedClient(ActorContext& context, ClientId id, const Peer& self);

  void open() override;
  /// Returns when all that the client wrote is committed.
  void close() override;

private:
  std::vector<Tuple> ask(Request::Operation operation, const Template& wanted, TransactionId transaction,
                         std::vector<Tuple> written) override;
  void write(TransactionId transaction, std::vector<Tuple> tuples, Write::End end,
             std::shared_ptr<const void> row) override;
  void send(std::vector<SpaceSession::Sent> sent);
  std::vector<Tuple> await();

  const Peer self_;
  ServerGroup& group_;
  Inbox<ToClient> inbox_;
  std::vector<Address<ServerInput, std::variant<Submission>>> servers_;
  SpaceSession session_;
  const Seconds timeout_;
};

} // namespace malha::tuple_space

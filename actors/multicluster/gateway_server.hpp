// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/submission.hpp"
#include "actors/multicluster/model/latest_life.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "messages.hpp"

namespace malha::multicluster {

class Gateway;

/// Receives the messages of the meta-scheduler for a gateway, and sends the answers, under network transport.
class GatewayServer {
public:
  GatewayServer(ActorContext& context, Gateway& gateway);

  /// Prepares the answers, once all actors exist. `coallocates`: jobs may run in several clusters at once.
  void connect(bool coallocates);
  void run();

private:
  void take(const StatusRequest& request);
  void take(const EstimateRequest& request);
  void take(const Offer& offered);
  void take(const JobsRequest& request);
  void take(const NodesRequest& request);
  void take(const Reserve& asked);
  void take(const Release& given_back);
  void take(const Withdraw& asked);
  void take(const PartBegins& part);
  void take(const PartEnded& part);

  ActorContext& context_;
  Gateway& gateway_;
  Inbox<GatewayMessage> inbox_;
  std::optional<Address<EntryMessage, ClusterReply>> answers_;
  std::optional<Address<EntryMessage, ReturnReply>> answers_after_recovery_; ///< if its host may fail
  std::optional<Address<EntryMessage, PartReply>> answers_for_parts_; ///< if jobs run in several clusters
  LatestLife life_;                                                   ///< of the meta-scheduler
};

} // namespace malha::multicluster

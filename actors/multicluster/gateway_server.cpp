// SPDX-License-Identifier: MIT
#include "gateway_server.hpp"
#include "actors/runtime/simgrid/planned_crashes.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "gateway.hpp"

namespace malha::multicluster {

namespace s4u = simgrid::s4u;

GatewayServer::GatewayServer(ActorContext& context, Gateway& gateway)
    : context_(context), gateway_(gateway), inbox_(context, Reception::permanent) {}

void GatewayServer::connect(bool coallocates) {
  const auto& meta_scheduler = context_.simulation().entry();
  answers_.emplace(context_, meta_scheduler);
  if (context_.simulation().entry_recovers())
    answers_after_recovery_.emplace(context_, meta_scheduler);
  if (coallocates)
    answers_for_parts_.emplace(context_, meta_scheduler);
}

void GatewayServer::run() {
  if (may_recover(context_.simulation(), *context_.host()))
    s4u::Actor::self()->set_auto_restart(true);
  inbox_.open();
  while (true)
    std::visit([this](const auto& kind) { take(kind); }, inbox_.receive());
}

void GatewayServer::take(const StatusRequest& request) {
  if (life_.is_over(request.life))
    return;
  StatusReply reply{context_.self().number, {}, request.life};
  gateway_.describe(reply.status, s4u::Engine::get_clock());
  answers_->send(reply);
}

void GatewayServer::take(const EstimateRequest& request) {
  if (life_.is_over(request.life))
    return;
  const auto estimate = gateway_.estimate(request.job, s4u::Engine::get_clock());
  if (gateway_.estimate_cost() > 0)
    s4u::this_actor::sleep_for(gateway_.estimate_cost());
  answers_->send(EstimateReply{context_.self().number, estimate, request.life});
}

void GatewayServer::take(const Offer& offered) {
  if (life_.is_over(offered.life))
    return;
  const bool is_taken =
      gateway_.offer(offered.job, offered.estimate, offered.is_repeated, s4u::Engine::get_clock());
  answers_->send(OfferReply{context_.self().number, is_taken, offered.life});
  gateway_.wake();
}

/// No offer of an earlier life is taken afterwards, so that what the answer says stays true.
void GatewayServer::take(const JobsRequest& request) {
  if (life_.is_over(request.life))
    return;
  JobsReply reply{context_.self().number, gateway_.nodes_left(), {}, request.life};
  for (const auto job : request.jobs)
    reply.jobs.push_back(gateway_.status(job));
  answers_after_recovery_->send(std::move(reply));
}

void GatewayServer::take(const NodesRequest& request) {
  answers_for_parts_->send(
      NodesReply{context_.self().number, gateway_.parts().usable_nodes(request.memory, request.idle)});
}

void GatewayServer::take(const Reserve& asked) {
  const bool is_held = gateway_.changing_parts().reserve(
      asked.job, asked.nodes, asked.execution_time, asked.communication_slowdown, s4u::Engine::get_clock());
  answers_for_parts_->send(ReserveReply{context_.self().number, is_held});
  gateway_.wake();
}

void GatewayServer::take(const Release& given_back) {
  gateway_.changing_parts().release(given_back.job, s4u::Engine::get_clock());
  gateway_.wake();
}

void GatewayServer::take(const Withdraw& asked) {
  const bool has_waited = gateway_.changing_parts().withdraw(asked.job, s4u::Engine::get_clock());
  answers_for_parts_->send(WithdrawReply{context_.self().number, has_waited});
  gateway_.wake();
}

void GatewayServer::take(const PartBegins& part) {
  gateway_.changing_parts().begin(part.job, part.start, s4u::Engine::get_clock());
}

void GatewayServer::take(const PartEnded& part) {
  gateway_.changing_parts().end(part.job, part.end, s4u::Engine::get_clock());
  gateway_.wake();
}

} // namespace malha::multicluster

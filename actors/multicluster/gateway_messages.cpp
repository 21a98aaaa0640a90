// SPDX-License-Identifier: MIT
// What a gateway does with the messages of the meta-scheduler, under network transport.
#include "gateway.hpp"

#include "actors/runtime/simgrid/planned_crashes.hpp"

#include <simgrid/s4u.hpp>

namespace malha::multicluster {

namespace s4u = simgrid::s4u;

void Gateway::run() {
  if (may_come_back(context_.simulation(), *context_.host()))
    s4u::Actor::self()->set_auto_restart(true);
  inbox_.open();
  while (true)
    std::visit([this](const auto& kind) { take(kind); }, inbox_.receive());
}

void Gateway::take(const StatusRequest& request) {
  if (life_.is_over(request.life))
    return;
  StatusReply reply{context_.self().number, {}, request.life};
  describe(reply.status, s4u::Engine::get_clock());
  meta_scheduler_->send(reply);
}

void Gateway::take(const EstimateRequest& request) {
  if (life_.is_over(request.life))
    return;
  const auto estimate = this->estimate(request.job, s4u::Engine::get_clock());
  if (estimate_cost_ > 0)
    s4u::this_actor::sleep_for(estimate_cost_);
  meta_scheduler_->send(EstimateReply{context_.self().number, estimate, request.life});
}

void Gateway::take(const Offer& offered) {
  if (life_.is_over(offered.life))
    return;
  const bool is_taken = offer(offered.job, offered.estimate, offered.is_repeated, s4u::Engine::get_clock());
  meta_scheduler_->send(OfferReply{context_.self().number, is_taken, offered.life});
  wake();
}

/// No offer of an earlier life is taken afterwards, so that what the answer says stays true.
void Gateway::take(const JobsRequest& request) {
  if (life_.is_over(request.life))
    return;
  JobsReply reply{context_.self().number, nodes_left(), {}, request.life};
  for (const auto job : request.jobs)
    reply.jobs.push_back(standing(job));
  answers_to_returned_->send(std::move(reply));
}

void Gateway::take(const NodesRequest& request) {
  answers_for_parts_->send(
      NodesReply{context_.self().number, parts().usable_nodes(request.memory, request.idle)});
}

void Gateway::take(const Reserve& asked) {
  const bool is_held = changing_parts().reserve(asked.job, asked.nodes, asked.execution_time,
                                                asked.communication_slowdown, s4u::Engine::get_clock());
  answers_for_parts_->send(ReserveReply{context_.self().number, is_held});
  wake();
}

void Gateway::take(const Release& given_back) {
  changing_parts().release(given_back.job, s4u::Engine::get_clock());
  wake();
}

void Gateway::take(const Withdraw& asked) {
  const bool has_waited = changing_parts().withdraw(asked.job, s4u::Engine::get_clock());
  answers_for_parts_->send(WithdrawReply{context_.self().number, has_waited});
  wake();
}

void Gateway::take(const PartBegins& part) {
  changing_parts().begin(part.job, part.start, s4u::Engine::get_clock());
}

void Gateway::take(const PartEnded& part) {
  changing_parts().end(part.job, part.end, s4u::Engine::get_clock());
  wake();
}

} // namespace malha::multicluster

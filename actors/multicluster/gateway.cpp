// SPDX-License-Identifier: MIT
#include "gateway.hpp"

namespace malha::multicluster {

namespace s4u = simgrid::s4u;

ActorDescriptor Gateway::descriptor() {
  return malha::describe<Gateway>(
             "multicluster/gateway",
             "the interface of a cluster to the meta-scheduler: takes jobs or refuses them",
             "M-CISNE, sections 2.4 and 4.5")
      .takes({text("site", std::nullopt, "the site of its cluster/scheduler")})
      .asks({{"limit", Limit::question}})
      .is_daemon();
}

Gateway::Gateway(ActorContext& context)
    : context_(context), inbox_(context, Reception::permanent), limit_(context.policy<Limit>("limit")) {
  gateways_of(context.simulation()).push_back(this);
  for (const auto& scheduler : context.simulation().peers("cluster/scheduler"))
    if (scheduler.parameters.text("site") == site() && scheduler.host != context.host())
      throw InputError("the gateway of site '" + site() + "' is on host '" + context.host()->get_name() +
                       "' and its scheduler on host '" + scheduler.host->get_name() +
                       "'; valid: both on one host");
}

bool Gateway::is_active() const { return context_.simulation().transport() == Transport::network; }

void Gateway::connect() {
  site_ = &cluster::sites_of(context_.simulation()).at(site());
  site_->add(*this);
  scheduler_.emplace(context_, site_->scheduler());
  if (is_active())
    meta_scheduler_.emplace(context_, context_.simulation().entry());
}

Cluster Gateway::cluster() const {
  Cluster cluster;
  cluster.site = site();
  cluster.nodes = site_->book().nodes();
  cluster.speed = site_->book().slowest();
  describe(cluster);
  return cluster;
}

void Gateway::run() {
  inbox_.open();
  while (true)
    std::visit([this](const auto& kind) { take(kind); }, inbox_.receive());
}

void Gateway::describe(Cluster& cluster) const {
  const auto& book = site_->book();
  cluster.free = book.free().size();
  cluster.busy = book.busy_nodes();
  cluster.waiting_jobs = static_cast<std::int64_t>(book.queue().size());
  cluster.waiting_nodes = book.queued_nodes();
}

bool Gateway::offer(const Job& job, const Prediction* prediction, Seconds date) {
  LimitView view{date,
                 static_cast<std::int64_t>(site_->book().queue().size()),
                 static_cast<std::int64_t>(site_->book().running().size()),
                 ended_,
                 executed_,
                 std::nullopt};
  const auto ask = [&] { return limit_.ask([&](auto& limit) { return limit.admit(view); }); };
  auto admitted = ask();
  if (admitted == Admitted::wants_prediction) {
    view.predicted_wait = prediction != nullptr ? prediction->waiting_time : 0;
    admitted = ask();
    if (admitted == Admitted::wants_prediction)
      limit_.broke("it asks for a prediction that it was given");
  }
  if (admitted == Admitted::no)
    return false;
  Job queued = job;
  queued.submitted = date;
  site_->submit(queued, date);
  has_handed_over_ = true;
  return true;
}

void Gateway::wake() {
  if (std::exchange(has_handed_over_, false))
    scheduler_->send(cluster::HandedOver{});
}

void Gateway::ended(const cluster::LiveJob&, Seconds start, Seconds end, FinalState) {
  ++ended_;
  executed_ += end - start;
}

void Gateway::take(const StatusRequest&) {
  StatusReply reply{context_.self().number, {}};
  describe(reply.status);
  meta_scheduler_->send(reply);
}

void Gateway::take(const PredictionRequest&) {}

void Gateway::take(const Offer& offered) {
  const auto* prediction = offered.prediction ? &*offered.prediction : nullptr;
  const bool is_taken = offer(offered.job, prediction, s4u::Engine::get_clock());
  meta_scheduler_->send(OfferReply{context_.self().number, is_taken});
  wake();
}

MALHA_ACTOR(Gateway::descriptor())

} // namespace malha::multicluster

// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/stage.hpp"
#include "upper_level.hpp"

namespace malha::cluster {

/// The name of an actor's site in the records: its parameter `site`, or "cluster" if that is empty.
inline std::string site_name(const Parameters& parameters) {
  const auto& site = parameters.text("site");
  return site.empty() ? "cluster" : site;
}

/// The scheduler of a cluster as its gateway sees it. The two are one local scheduler (M-CISNE, section 2.4:
/// LoRaS) on one host: the gateway reads the scheduler's book, and adds to its queue, without messages. The
/// scheduler lets no other actor run while its book changes.
class Site {
public:
  /// The resources of the cluster have consecutive numbers, from `first_resource` on.
  Site(ActorContext& scheduler, Model& model, UpperLevel& upper_level, int first_resource)
      : scheduler_(scheduler), model_(model), upper_level_(upper_level), first_resource_(first_resource) {}

  const Peer& scheduler() const { return scheduler_.self(); }
  const Model& model() const { return model_; }
  const Book& book() const { return model_.book(); }
  /// The policy that decides here, and its parameters. An estimator asks an instance of its own.
  const ActorContext::Choice& policy() const { return scheduler_.choice(); }
  void add(Listener& listener) { model_.add(listener); }
  /// Submits a job at the date. `expected` replaces its walltime. Send `HandedOver` afterwards, since the
  /// scheduler may sleep.
  void submit(const Job& job, Seconds date, std::optional<Seconds> expected = {}) {
    model_.advance(date);
    model_.submit(job, expected);
  }
  /// The model, moved to the date, for changes of parts of co-allocated jobs. Send `HandedOver` afterwards.
  Model& model_at(Seconds date) {
    model_.advance(date);
    return model_;
  }
  UpperLevel& upper_level() const { return upper_level_; }
  int first_resource() const { return first_resource_; }

private:
  ActorContext& scheduler_;
  Model& model_;
  UpperLevel& upper_level_;
  const int first_resource_;
};

/// The sites of a run by their names. A scheduler adds itself only if a meta-scheduler is deployed.
inline std::map<std::string, Site>& sites_of(Stage& simulation) {
  return simulation.shared<std::map<std::string, Site>>("cluster/sites");
}

/// Whether the meta-scheduler has ended; it sets this itself. A scheduler that recovers later ends at once.
inline bool& meta_scheduler_has_ended(Stage& simulation) {
  return simulation.shared<bool>("cluster/meta_scheduler_has_ended");
}

} // namespace malha::cluster

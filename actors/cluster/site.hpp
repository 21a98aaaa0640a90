// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/stage.hpp"
#include "upper_level.hpp"

namespace malha::cluster {

/// The name of an actor's site in the records, by its parameter `site`: "cluster" if that is empty.
inline std::string site_name(const Parameters& parameters) {
  const auto& site = parameters.text("site");
  return site.empty() ? "cluster" : site;
}

/// The scheduler of a cluster as its gateway uses it. The two are parts of one local scheduler (M-CISNE,
/// section 2.4: LoRaS) and live on one host, so that the gateway reads the scheduler's book and adds to its
/// queue. The scheduler never sleeps in the middle of a round, so that its book is whole whenever others run.
class Site {
public:
  /// The resources of the cluster were announced one after the other, from the index `first_resource` on.
  Site(ActorContext& scheduler, Model& model, UpperLevel& upper_level, int first_resource)
      : scheduler_(scheduler), model_(model), upper_level_(upper_level), first_resource_(first_resource) {}

  const Peer& scheduler() const { return scheduler_.self(); }
  const Model& model() const { return model_; }
  const Book& book() const { return model_.book(); }
  /// The policy that decides here, and its parameters. An estimator asks an instance of its own.
  const ActorContext::Choice& policy() const { return scheduler_.choice(); }
  void add(Listener& listener) { model_.add(listener); }
  /// Queues a job at the date. With `expected` the scheduler plans with that run time instead of the job's
  /// walltime. Send `HandedOver` afterwards, since the scheduler may sleep.
  void submit(const Job& job, Seconds date, std::optional<Seconds> expected = {}) {
    model_.advance(date);
    model_.submit(job, expected);
  }
  /// The model at the date, for parts of jobs that run in several clusters. Send `HandedOver` afterwards.
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

/// The schedulers of a run, by the names of their sites.
inline std::map<std::string, Site>& sites_of(Stage& simulation) {
  return simulation.shared<std::map<std::string, Site>>("cluster/sites");
}

/// Whether the meta-scheduler has ended. A scheduler that recovers after that has nothing to do.
inline bool& meta_scheduler_has_ended(Stage& simulation) {
  return simulation.shared<bool>("cluster/meta_scheduler_has_ended");
}

} // namespace malha::cluster

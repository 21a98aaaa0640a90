// SPDX-License-Identifier: MIT
// OscarPBS (Cunha, UFF 2013): starve jobs, QoS jobs with deadlines and emergency jobs with powers hold
// reservations; common jobs fill what is left; reserved fragments are pushed aside to other machines where
// that makes room. P1 to P29 are the algorithms of the study's page in docs/.
#include "machine_placement.hpp"
#include "policies/cluster/queue/oscarpbs/cycle.hpp"

#include <stdexcept>

namespace malha::cluster {
namespace {

oscarpbs::Settings settings_of(const Parameters& parameters) {
  oscarpbs::Settings settings;
  settings.tolerance = parameters.real("tolerance");
  settings.fixed_weight = parameters.real("fixed_weight");
  settings.deallocation_limit = static_cast<int>(parameters.integer("deallocation_limit"));
  settings.starve = parameters.text("starve") == "on";
  settings.starve_tolerance = parameters.real("starve_tolerance");
  settings.max_suspension = parameters.real("max_suspension");
  if (parameters.text("push") == "on")
    settings.placing.push_levels = static_cast<int>(parameters.integer("push_levels"));
  else
    settings.placing.push_levels = 0;
  settings.placing.spread = parameters.text("machines") == "spread";
  const auto& order = parameters.text("fragment_order");
  settings.placing.order = order == "largest"   ? oscarpbs::FragmentOrder::largest
                           : order == "request" ? oscarpbs::FragmentOrder::request
                                                : oscarpbs::FragmentOrder::smallest;
  return settings;
}

class OscarPbs : public Queue {
public:
  explicit OscarPbs(const Parameters& parameters) : settings_(settings_of(parameters)) {}

  Decision decide(const QueueView& view) override {
    if (!scheduler_)
      scheduler_.emplace(settings_, all_cpus(view));
    learn(view);
    auto outcome = scheduler_->run(view.now);
    DecisionDraft draft(view);
    for (const auto handle : outcome.killed) {
      draft.requeue(handle);
      stopped_.insert(handle);
      came_back_.insert(handle);
    }
    for (const auto handle : outcome.dropped)
      draft.drop(handle);
    for (const auto* job : outcome.started)
      draft.start_on({job->handle, job->id, job->submitted, job->walltime, job->size}, machines_of(*job));
    draft.ask_again_at(scheduler_->wake());
    if (view.explain)
      explain(draft);
    auto decision = draft.finish();
    decision.moved = std::move(outcome.moved);
    decision.deallocated = std::move(outcome.deallocated);
    return decision;
  }
  bool heeds_order_of_queue() const override { return false; }
  /// A QoS job is promised an end, which a prediction is not.
  bool takes_predictions() const override { return false; }

private:
  static std::vector<int> machines_of(const oscarpbs::Job& job) {
    std::vector<int> machines;
    for (const auto& fragment : job.fragments)
      machines.push_back(fragment.machine);
    return machines;
  }

  /// A job that this policy has stopped comes back as one that ended and one that arrived.
  void learn(const QueueView& view) {
    for (const auto& release : view.changes.ended)
      if (stopped_.erase(release.handle) == 0)
        scheduler_->ended(release.handle);
    for (const auto& job : view.changes.arrived)
      if (came_back_.erase(job.handle) == 0)
        scheduler_->submit(job);
    for (const auto handle : view.changes.withdrawn)
      scheduler_->withdraw(handle);
    for (const auto handle : std::exchange(came_back_, {})) // it was withdrawn before it could wait again
      scheduler_->withdraw(handle);
    if (!view.changes.promises_void)
      return;
    const auto is_foreign = [this](const Release& release) { return !scheduler_->knows(release.handle); };
    if (std::any_of(view.running.begin(), view.running.end(), is_foreign))
      throw std::logic_error("its tables have no place for jobs that other clusters run, too; valid: another "
                             "policy of the cluster, or policy.coallocation=multicluster/never");
    auto up = all_cpus(view);
    for (std::size_t machine = 0; machine < up.size(); ++machine)
      up[machine] -= view.down.within(view.machines[machine].first, view.machines[machine].cpus).size();
    scheduler_->plan_anew(view.now, up, view.running);
  }

  void explain(DecisionDraft& draft) const {
    using namespace oscarpbs;
    for (const auto* queued : undropped_jobs(draft)) {
      const Job& job = (*scheduler_)[queued->handle];
      if (job.state == State::running)
        draft.say(*queued, job.why);
      else if (job.state == State::allocated)
        draft.hold(*queued, "reserved", job.start);
      else
        draft.hold(*queued, job.kind == Class::common ? "no_machines_for_fragments" : "no_slot");
    }
  }

  const oscarpbs::Settings settings_;
  std::optional<oscarpbs::Scheduler> scheduler_;
  std::set<JobHandle> stopped_, came_back_; ///< by the last decision
};

} // namespace

MALHA_POLICY(policy<OscarPbs>(
    "cluster/oscarpbs",
    "common, starve, QoS and emergency jobs by priority; reservations are pushed to other machines to make "
    "room",
    "Cunha, OSCAR-PBS, UFF 2013, chapter 5",
    {real("tolerance", 0, at_least(0), "s", "by which a job may outlive its walltime in the tables"),
     real("fixed_weight", 2, at_least(0), "1", "how much heavier CPUs on machines that users name weigh"),
     integer("deallocation_limit", 3, at_least(1), "count",
             "reservations that a starve job may lose before it is safe from all but emergency jobs"),
     choice("starve", "on", {"on", "off"}, "whether common jobs that wait too long get reservations"),
     real("starve_tolerance", 1800, at_least(0), "s", "how long a common job may wait before that"),
     real("max_suspension", 600, above(0), "s", "longest time between two cycles while a job waits"),
     choice("push", "on", {"on", "off"}, "whether reserved fragments may be pushed to other machines"),
     integer("push_levels", 1, between(0, 16), "count",
             "pushes that may follow from one another: a pushed fragment may push others; 0: as push=off"),
     choice("machines", "pack", {"pack", "spread"},
            "which machine with room a fragment gets: that with the least free space, or the most"),
     choice("fragment_order", "smallest", {"smallest", "largest", "request"},
            "order in which the fragments of a job that name no machine get theirs")}))

} // namespace malha::cluster

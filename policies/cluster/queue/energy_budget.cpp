// SPDX-License-Identifier: MIT
// EASY backfilling within a budget of energy (Dutot et al., CCGrid 2017; rules read in the authors' program
// for Batsim). The budget of a window gives a cap on the power: budget / length. What the machines draw less
// is saved. The head may start above the cap if its excess, (power - cap) x its time in the window, is saved
// and no running job needs it. Later jobs never use what is saved. They keep what the head needs either below
// a cap that is so much lower (keep=reduce_cap), or because what they take up to the shadow time of the head
// stays within what the cap gives up to then (keep=estimate). Ours: what is saved and needed follows from the
// plan at each decision, instead of being noted; no job starts with which the plan of the window exceeds the
// budget; and no later job delays the head. So the budget is kept whenever jobs end by their walltimes.
#include "decision_draft.hpp"
#include "energy_window.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

namespace malha::cluster {
namespace {

class EnergyBudget : public Queue {
public:
  explicit EnergyBudget(const Parameters& parameters)
      : window_(parameters.real("budget"), parameters.real("from"), until_of(parameters)),
        period_(parameters.real("period")), estimates_(parameters.text("keep") == "estimate") {}

  Decision decide(const QueueView& view) override {
    window_.measure(view.now, view.power != nullptr ? view.power->energy : 0);
    DecisionDraft draft(view);
    PowerPlan plan(view, &window_.series());
    Head head;
    for (const auto& job : view.queue)
      if (head.job == nullptr && (!plan.has_nodes(job) || !may_start(plan, view.now, plan.load_of(job))))
        head = head_of(job, plan, view.now);
      else if (plan.has_nodes(job))
        if (const auto load = plan.load_of(job);
            head.job == nullptr || fills_gap(load, plan, head, view.now)) {
          draft.start_on_nodes(job, load.nodes, head.job == nullptr ? "head" : "fills_gap");
          plan.start(load);
        }
    if (head.job != nullptr)
      draft.hold(*head.job, "reserved", head.shadow);
    draft.hold_others(
        [&](const QueuedJob& job) { return plan.has_nodes(job) ? "energy_is_kept" : "too_few_nodes"; });
    draft.ask_again_at(next_look(head, view.now));
    return draft.finish();
  }
  bool needs_power() const override { return true; }
  bool takes_predictions() const override { return false; }

private:
  /// The first job that waits, and what later ones must leave to it.
  struct Head {
    const QueuedJob* job = nullptr;
    Seconds shadow = never;
    Joules needs = 0;    ///< above the cap, at its shadow time
    Joules free = 0;     ///< under keep=estimate: what later jobs may take up to that time
    Watts below = never; ///< under keep=reduce_cap: what the machines may draw up to that time
  };

  static Seconds until_of(const Parameters& parameters) {
    const Seconds from = parameters.real("from"), until = parameters.real("until");
    if (!(until > from))
      throw InputError("until=" + shortest(until) + " is not after from=" + shortest(from) +
                       "; valid: a window that lasts");
    return until;
  }

  /// Whether a job that is not to wait for others may start at that date.
  bool may_start(const PowerPlan& plan, Seconds date, const PowerPlan::Load& load,
                 const PowerPlan::Load* also = nullptr) const {
    return (plan.fits(date, load, also) || window_.has_saved(plan, date, load, also)) &&
           window_.is_kept(plan, date, load, also);
  }

  Head head_of(const QueuedJob& job, const PowerPlan& plan, Seconds now) const {
    Head head{&job};
    head.shadow = plan.earliest(job, [&](Seconds date, const PowerPlan::Load& load) {
      if (!may_start(plan, date, load))
        return false;
      head.needs = plan.fits(date, load) ? 0 : window_.excess(plan, date, load);
      return true;
    });
    if (!window_.holds(now))
      return head;
    const Seconds end = std::min(head.shadow, window_.until());
    head.below = window_.cap() - head.needs / (end - now);
    head.free = window_.given(end) - window_.planned(plan, end) - head.needs +
                std::min(0.0, window_.saved(plan, now));
    return head;
  }

  /// Whether a later job may start now. What it takes is no longer free then.
  bool fills_gap(const PowerPlan::Load& load, const PowerPlan& plan, Head& head, Seconds now) const {
    const Joules energy = load.extra > 0 ? load.extra * (load.end - now) : 0; // a job may never end
    const bool is_inside = window_.holds(now);
    if (is_inside && estimates_ ? energy > head.free
                                : !plan.fits(now, load) || plan.power_at(now) + load.extra > head.below)
      return false;
    if (!window_.is_kept(plan, now, load))
      return false;
    if (head.shadow < never) {
      const auto later = plan.load_later(head.shadow, *head.job, load);
      if (!later || !may_start(plan, head.shadow, *later, &load))
        return false;
    }
    head.free -= energy;
    return true;
  }

  /// When to look again if nothing happens before.
  Seconds next_look(const Head& head, Seconds now) const {
    Seconds next = now < window_.from() ? window_.from() : never;
    if (head.job != nullptr)
      next = std::min({next, head.shadow, window_.holds(now) ? now + period_ : never});
    return next;
  }

  EnergyWindow window_;
  const Seconds period_;
  const bool estimates_;
};

} // namespace

MALHA_POLICY(policy<EnergyBudget>(
    "cluster/energy_budget", "EASY backfilling within a budget of energy for a window of time",
    "Dutot et al., CCGrid 2017; the rules are ours where its program errs",
    {real("budget", 1e9, above(0), "J", "energy of all machines in the window"),
     real("from", 0, at_least(0), "s", "begin of the window"),
     real("until", 86400, above(0), "s", "end of the window"),
     real("period", 600, above(0), "s", "in the window, a job that waits is looked at again after that time"),
     choice("keep", "reduce_cap", {"reduce_cap", "estimate"},
            "how later jobs keep what the first one that waits needs: below a lower cap, or by what they "
            "take in all")}))

} // namespace malha::cluster

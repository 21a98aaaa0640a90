// SPDX-License-Identifier: MIT
// Slurm's schedulers, as its documentation describes them and as Slurm 22.05.8 was measured, for one
// partition of whole nodes. When something happens, the main scheduler starts jobs in the order of the queue,
// to the first that does not fit. Every bf_interval a backfill pass goes through the queue: a job starts if
// it delays none before it, and otherwise reserves named nodes. Dates of reservations are rounded down, and
// may be later than need be (slurm/end_batches.hpp). A pass forgets those of the pass before. A job gets the
// smallest run of consecutive nodes that holds it. Ties are those of the queue; of running jobs with the same
// expected end, those of the view. Ours: a reservation that begins at a date and a job that ends at it touch
// each other only if dates are rounded; the dates of passes are whole multiples of their intervals.
#include "policies/cluster/queue/slurm/pass.hpp"

#include <stdexcept>

namespace malha::cluster {
namespace {

/// Throws std::invalid_argument if a parameter was set whose part of Slurm does not run.
void refuse_without_effect(const Parameters& parameters, const slurm::Settings& settings) {
  if (!settings.batches && settings.window_linear > 0)
    throw std::invalid_argument("bf_window_linear has no effect with batches=off; valid: batches=on");
  const slurm::Settings defaults;
  const bool sets_backfill =
      settings.interval != defaults.interval || settings.resolution != defaults.resolution ||
      settings.window != defaults.window || settings.window_linear != defaults.window_linear ||
      settings.most_tested != defaults.most_tested || settings.most_started != defaults.most_started ||
      settings.most_reserve != defaults.most_reserve || settings.most_of_part != defaults.most_of_part ||
      settings.most_of_user != defaults.most_of_user ||
      settings.most_of_user_part != defaults.most_of_user_part ||
      settings.most_of_assoc != defaults.most_of_assoc || !settings.names_nodes || !settings.batches;
  if (!settings.backfills && sets_backfill)
    throw std::invalid_argument("scheduler=" + parameters.text("scheduler") +
                                " makes no backfill passes, so that their settings have no effect; valid: "
                                "scheduler=backfill");
}

slurm::Settings settings_of(const Parameters& parameters) {
  constexpr Seconds minute = 60;
  slurm::Settings settings;
  settings.backfills = parameters.text("scheduler") == "backfill";
  settings.sched_interval = static_cast<Seconds>(parameters.integer("sched_interval"));
  settings.queue_depth = parameters.integer("default_queue_depth");
  settings.interval = static_cast<Seconds>(parameters.integer("bf_interval"));
  settings.resolution = static_cast<Seconds>(parameters.integer("bf_resolution"));
  settings.window = parameters.real("bf_window") * minute;
  settings.window_linear = static_cast<Seconds>(parameters.integer("bf_window_linear"));
  settings.min_age = parameters.real("bf_min_age_reserve");
  settings.min_priority = parameters.real("bf_min_prio_reserve");
  settings.most_reserve = parameters.integer("bf_job_part_count_reserve");
  settings.most_tested = parameters.integer("bf_max_job_test");
  settings.most_started = parameters.integer("bf_max_job_start");
  settings.most_of_part = parameters.integer("bf_max_job_part");
  settings.most_of_user = parameters.integer("bf_max_job_user");
  settings.most_of_user_part = parameters.integer("bf_max_job_user_part");
  settings.most_of_assoc = parameters.integer("bf_max_job_assoc");
  settings.names_nodes = parameters.text("reserve") == "nodes";
  settings.batches = parameters.text("batches") == "on";
  refuse_without_effect(parameters, settings);
  return settings;
}

/// The first whole multiple of the interval that is not before the date; without an interval the date.
Seconds multiple_from(Seconds date, Seconds interval) {
  if (interval <= 0 || !(date < never))
    return date;
  const Seconds before = std::floor(date / interval) * interval;
  return before < date ? before + interval : before;
}
Seconds multiple_after(Seconds date, Seconds interval) {
  const Seconds next = multiple_from(date, interval);
  return next > date ? next : next + interval;
}

class Slurm : public Queue {
public:
  explicit Slurm(const Parameters& parameters) : settings_(settings_of(parameters)), choice_(parameters) {}

  Decision decide(const QueueView& view) override {
    slurm::Round round(view, choice_);
    const bool news = has_news(view);
    if (news || view.now >= whole_queue_)
      main_scheduler(round);
    if (settings_.backfills)
      backfill_scheduler(round, news);
    if (view.explain)
      explain(round);
    if (round.draft.leaves_any())
      round.draft.ask_again_at(std::min(whole_queue_, next_pass_));
    return round.draft.finish();
  }
  bool plans_ahead() const override { return settings_.backfills; }
  bool takes_predictions() const override { return settings_.backfills; }

private:
  bool has_news(const QueueView& view) {
    const auto& changes = view.changes;
    return !std::exchange(asked_, true) || changes.promises_void || changes.reordered ||
           changes.new_priorities || !changes.arrived.empty() || !changes.ended.empty() ||
           !changes.withdrawn.empty();
  }

  /// Starts jobs in order, to the first that does not fit. A job that may not reserve holds nobody back. At
  /// whole multiples of `sched_interval` it looks at all jobs, otherwise at the first ones.
  void main_scheduler(slurm::Round& round) {
    const Seconds now = round.now();
    const bool looks_at_all =
        settings_.queue_depth == 0 || multiple_from(now, settings_.sched_interval) <= now;
    whole_queue_ = never;
    slurm::Settings::Count looked_at = 0;
    bool is_first = true;
    for (const auto& job : round.view().queue) {
      if (!looks_at_all && looked_at++ == settings_.queue_depth) {
        whole_queue_ = multiple_after(now, settings_.sched_interval);
        return;
      }
      if (job.size <= round.free().size())
        round.start(job, is_first ? "head" : "fits");
      else if (settings_.lets_reserve(job, now))
        return;
      else
        is_first = false;
    }
  }

  /// Makes a pass if one is due. Passes that could do nothing, because nothing has happened since the last
  /// one, are left out.
  void backfill_scheduler(slurm::Round& round, bool news) {
    const Seconds now = round.now();
    if (news || settings_.interval <= 0)
      next_pass_ = std::min(next_pass_, multiple_from(now, settings_.interval));
    if (!round.draft.leaves_any())
      next_pass_ = never;
    if (now < next_pass_)
      return;
    slurm::Pass pass(settings_, round);
    pass.run();
    next_pass_ = never; // without an interval, until something happens
    if (settings_.interval > 0 && pass.horizon() < never)
      next_pass_ = std::max(multiple_from(pass.horizon(), settings_.interval),
                            multiple_after(now, settings_.interval));
    plans_.clear();
    for (const auto& plan : pass.plans())
      plans_.emplace(plan.job, plan);
  }

  void explain(slurm::Round& round) const {
    bool is_first = true;
    for (const auto& job : round.view().queue) {
      if (round.starts(job))
        continue;
      const auto plan = plans_.find(job.id);
      if (plan != plans_.end())
        round.draft.hold(job, plan->second.code, plan->second.date);
      else if (job.size > round.free().size() && (settings_.backfills || is_first))
        round.draft.hold(job, "too_few_nodes");
      else
        round.draft.hold(job, settings_.backfills ? "not_in_pass" : "behind_head");
      is_first = false;
    }
  }

  const slurm::Settings settings_;
  const NodeChoice choice_;
  bool asked_ = false;
  Seconds whole_queue_ = never; ///< the next date at which the main scheduler looks at all jobs
  Seconds next_pass_ = never;
  std::map<TaskId, slurm::Plan> plans_; ///< those of the last pass, if reasons are wanted
};

ParameterSpec limit(const std::string& name, std::int64_t most, const std::string& meaning) {
  return integer(name, most, between(0, 1e9), "count", meaning + "; 0: no limit");
}

} // namespace

MALHA_POLICY(policy<Slurm>(
    "cluster/slurm",
    "Slurm's main scheduler and its backfill passes, in which every job reserves named nodes",
    "documentation of Slurm 22.05, and measurements of Slurm 22.05.8",
    {choice("scheduler", "backfill", {"backfill", "builtin"},
            "sched/backfill, or the main scheduler alone, which is strictly in order"),
     integer("bf_interval", 30, between(0, 1e9), "s",
             "between two passes; 0: one whenever something happens"),
     integer("bf_job_part_count_reserve", 0, between(0, 1e9), "count",
             "only so many of the jobs that wait reserve, from the first on; 0: all"),
     choice("reserve", "nodes", {"nodes", "number"},
            "reservations are of named nodes, or of a number of nodes"),
     choice(
         "batches", "on", {"on", "off"},
         "whether running jobs are taken away in batches, so that jobs are planned for later than need be"),
     integer("bf_resolution", 60, between(0, 1e9), "s",
             "dates of reservations are rounded down to it; 0: exact"),
     real("bf_window", 1440, above(0), "min", "how far ahead reservations may begin"),
     integer("bf_window_linear", 0, between(0, 1e9), "s",
             "by which the reach of a batch grows; 0: it doubles"),
     real("bf_min_age_reserve", 0, at_least(0), "s", "younger jobs reserve nothing and hold nobody back"),
     real("bf_min_prio_reserve", 0, at_least(0), "1",
          "jobs of less priority do not either; it does not concern jobs without a priority"),
     limit("bf_max_job_test", 500, "jobs that a pass looks at"),
     limit("bf_max_job_start", 0, "jobs that a pass starts"),
     limit("bf_max_job_part", 0, "jobs of a partition that a pass looks at"),
     limit("bf_max_job_user", 0, "jobs of a user that a pass looks at"),
     limit("bf_max_job_user_part", 0, "jobs of a user in a partition that a pass looks at"),
     limit("bf_max_job_assoc", 0, "jobs of a user in an account that a pass looks at"),
     limit("default_queue_depth", 100, "jobs that the main scheduler looks at when something happens"),
     integer("sched_interval", 60, between(0, 1e9), "s",
             "between two looks of the main scheduler at all jobs; 0: it always looks at all"),
     choice("nodes", "best_fit", {"best_fit", "first", "contiguous"},
            "which nodes a job gets: the smallest interval that holds it; the lowest; the lowest such "
            "interval")}))

} // namespace malha::cluster

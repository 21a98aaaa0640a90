// SPDX-License-Identifier: MIT
// Slurm's schedulers, as its documentation describes them and as Slurm 22.05.8 was measured, for one
// partition of whole nodes. When something happens, the main scheduler starts jobs in the order of the queue,
// to the first that does not fit. Every bf_interval a backfill pass goes through the queue: a job starts if
// it delays none before it, and otherwise reserves named nodes. Dates of reservations are rounded down, and
// may be later than need be (slurm/end_batches.hpp). A pass forgets those of the pass before. A job gets the
// smallest run of consecutive nodes that holds it. Ties are those of the queue; of running jobs with the same
// expected end, those of the view. Ours: a reservation that begins at a date and a job that ends at it touch
// each other only if dates are rounded; the dates of passes are whole multiples of their intervals.
#include "policies/cluster/queue/slurm/main_scheduler.hpp"
#include "policies/cluster/queue/slurm/pass.hpp"
#include "policies/sdk/errors.hpp"

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

/// Likewise, if a parameter of preemption was set that has none.
void refuse_preemption_without_effect(const slurm::Settings& settings) {
  const slurm::Settings defaults;
  const bool sets_preemption =
      settings.preempt_mode != defaults.preempt_mode || settings.exempt_time != defaults.exempt_time ||
      settings.youngest_first != defaults.youngest_first || settings.reorders != defaults.reorders;
  if (settings.preempt_by == slurm::PreemptBy::none && sets_preemption)
    throw std::invalid_argument("settings of preemption have no effect with preempt=none; valid: "
                                "preempt=partition, preempt=qos");
  if (settings.preempt_by != slurm::PreemptBy::none && !settings.names_nodes)
    throw std::invalid_argument(
        "reserve=number lets nobody be preempted; valid: reserve=nodes, preempt=none");
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
  const auto& preempt = parameters.text("preempt");
  settings.preempt_by = preempt == "partition" ? slurm::PreemptBy::partition
                        : preempt == "qos"     ? slurm::PreemptBy::qos
                                               : slurm::PreemptBy::none;
  settings.preempt_mode =
      parameters.text("preempt_mode") == "cancel" ? PreemptMode::cancel : PreemptMode::requeue;
  settings.exempt_time = parameters.real("preempt_exempt_time");
  settings.youngest_first = parameters.text("preempt_youngest_first") == "on";
  settings.reorders = parameters.integer("preempt_reorder_count");
  refuse_without_effect(parameters, settings);
  refuse_preemption_without_effect(settings);
  return settings;
}

/// Throws InputError if the site does not have what preemption goes by, or has a mode that there is not.
void refuse_preemption_without_rules(const slurm::Settings& settings, const SiteRules* site) {
  const bool by_partition = settings.preempt_by == slurm::PreemptBy::partition;
  if (settings.preempt_by == slurm::PreemptBy::none)
    return;
  if (site == nullptr || (by_partition ? site->partitions.empty() : site->qos.empty()))
    throw InputError(by_partition ? "preempt=partition needs partitions of the site; valid: preempt=none"
                                  : "preempt=qos needs QOSes of the site; valid: preempt=none");
  const auto check = [](const std::string& what, const std::string& name, const auto& mode) {
    if (mode == PreemptMode::suspend)
      throw InputError(what + " '" + name +
                       "' suspends jobs, which cluster/slurm cannot; valid: off, cancel, requeue");
  };
  for (const auto& [name, partition] : site->partitions)
    check("partition", name, partition.preempt_mode);
  for (const auto& [name, qos] : site->qos)
    check("QOS", name, qos.preempt_mode);
}

class Slurm : public Queue {
public:
  explicit Slurm(const Parameters& parameters)
      : settings_(settings_of(parameters)), choice_(parameters), preemption_(settings_, known_) {}

  Decision decide(const QueueView& view) override {
    if (!asked_)
      refuse_preemption_without_rules(settings_, view.site);
    known_.update(view);
    slurm::Round round(view, choice_, settings_, known_);
    preemption_.begin(round);
    const bool news = has_news(round);
    if (news || view.now >= whole_queue_)
      whole_queue_ = slurm::MainScheduler(settings_, known_, preemption_, round).run();
    if (settings_.backfills)
      backfill_scheduler(round, news);
    if (const Seconds end = preemption_.next_end_of_exemption(round); end < never)
      whole_queue_ = std::min(whole_queue_, slurm::multiple_from(end, settings_.sched_interval));
    if (view.explain)
      explain(round);
    round.draft.ask_again_at(next_date(round));
    return round.finish();
  }
  bool plans_ahead() const override { return settings_.backfills; }
  bool takes_predictions() const override { return settings_.backfills; }
  bool heeds_nodes() const override { return settings_.names_nodes; }
  bool heeds_weights() const override { return true; }

private:
  /// Whether anything has happened that the schedulers hear of.
  bool has_news(const slurm::Round& round) {
    const auto& changes = round.view().changes;
    std::vector<std::pair<Seconds, Seconds>> windows;
    for (std::size_t number = 0; number < round.windows.size(); ++number)
      windows.emplace_back(round.windows[number].from, round.windows[number].until);
    const bool other_windows = windows != std::exchange(windows_, windows) || round.now() >= border_;
    border_ = round.windows.next_border(round.now());
    return !std::exchange(asked_, true) || changes.promises_void || changes.reordered ||
           changes.new_priorities || !changes.arrived.empty() || !changes.ended.empty() ||
           !changes.withdrawn.empty() || other_windows || !round.stopped().empty();
  }

  /// Makes a pass if one is due. Passes that could do nothing, because nothing has happened since the last
  /// one, are left out.
  void backfill_scheduler(slurm::Round& round, bool news) {
    const Seconds now = round.now();
    if (news || settings_.interval <= 0)
      next_pass_ = std::min(next_pass_, slurm::multiple_from(now, settings_.interval));
    if (!round.draft.leaves_any())
      next_pass_ = never;
    if (now < next_pass_)
      return;
    slurm::Pass pass(settings_, preemption_, round);
    pass.run();
    next_pass_ = never; // without an interval, until something happens
    if (settings_.interval > 0 && pass.horizon() < never)
      next_pass_ = std::max(slurm::multiple_from(pass.horizon(), settings_.interval),
                            slurm::multiple_after(now, settings_.interval));
    plans_.clear();
    for (const auto& plan : pass.plans())
      plans_.emplace(plan.job, plan);
  }

  /// The date at which to ask again if nothing happens before.
  Seconds next_date(const slurm::Round& round) {
    Seconds next = preemption_.next_stop();
    if (round.draft.leaves_any())
      next = std::min({next, whole_queue_, next_pass_, border_});
    for (const auto& stop : round.stopped())
      if (stop.requeue) // it waits again, as if it were submitted now
        next = std::min(next, slurm::multiple_after(round.now(), std::max<Seconds>(settings_.interval, 1)));
    return next;
  }

  void explain(slurm::Round& round) const {
    bool is_first = true;
    for (const auto& job : round.view().queue) {
      if (round.starts(job))
        continue;
      const auto plan = plans_.find(job.id);
      const char* const why = round.why_it_has_no_nodes(job);
      if (plan != plans_.end())
        round.draft.hold(job, plan->second.code, plan->second.date);
      else if (why != nullptr && (why != slurm::Round::too_few_nodes || settings_.backfills || is_first))
        round.draft.hold(job, why);
      else
        round.draft.hold(job, settings_.backfills ? "not_in_pass" : "behind_head");
      is_first = false;
    }
  }

  const slurm::Settings settings_;
  const NodeChoice choice_;
  slurm::KnownJobs known_;
  slurm::Preemption preemption_;
  bool asked_ = false;
  Seconds whole_queue_ = never; ///< the next date at which the main scheduler looks at all jobs
  Seconds next_pass_ = never;
  Seconds border_ = never;                           ///< the next date at which a window begins or ends
  std::vector<std::pair<Seconds, Seconds>> windows_; ///< of the last round
  std::map<TaskId, slurm::Plan> plans_;              ///< those of the last pass, if reasons are wanted
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
     choice("preempt", "none", {"none", "partition", "qos"},
            "whose jobs may preempt whose: nobody's; those of a partition with a larger tier; those of a QOS "
            "those of the QOSes in its list"),
     choice("preempt_mode", "requeue", {"requeue", "cancel"},
            "what becomes of a preempted job, unless its partition or QOS says it: it waits again, or has "
            "ended"),
     real("preempt_exempt_time", 0, at_least(0), "s", "shortest run before a job may be preempted"),
     choice("preempt_youngest_first", "off", {"off", "on"},
            "of equal priority the youngest jobs are preempted first, not the smallest"),
     integer("preempt_reorder_count", 1, between(0, 1e9), "count",
             "how often the choice of the jobs to be preempted is made again, so that it is fewer of them"),
     choice("nodes", "best_fit", {"best_fit", "first", "contiguous"},
            "which nodes a job gets: the smallest interval that holds it; the lowest; the lowest such "
            "interval")}))

} // namespace malha::cluster

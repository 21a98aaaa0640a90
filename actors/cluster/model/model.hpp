// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/agenda.hpp"
#include "actors/model/arrivals.hpp"
#include "actors/model/listeners.hpp"
#include "admission.hpp"
#include "capped_power.hpp"
#include "frequencies.hpp"
#include "held_back.hpp"
#include "latest_starts.hpp"
#include "lost_nodes.hpp"
#include "policies/sdk/recorded_state.hpp"
#include "predictions.hpp"
#include "priorities.hpp"
#include "releases.hpp"
#include "sleeping.hpp"
#include "wishes.hpp"

namespace malha::cluster {

/// The settings of a batch scheduler: how it treats its jobs.
struct Rules {
  bool plans_ends = true;         ///< the model plans when jobs end; otherwise their ends are reported
  bool reports_take_time = false; ///< the end of a job may become known later than it happens
  bool extends = false;           ///< a job that reaches its walltime runs on; otherwise it is killed
  bool explains = false;          ///< the policy is asked for the reasons of its decisions
  /// The walltime of a job is one on the nodes that it prefers, where the policy gives it others.
  bool limits_follow_sizes = false;
  /// A malleable job that loses a node goes on from its last point, if it has enough others.
  bool shrinks_on_loss = false;
  /// How often a job that has lost a node is put back in the queue. The next time it is killed. Nothing: no
  /// limit.
  std::optional<std::int64_t> requeue_limit = {};
};

/// The logic of a batch scheduler, without messages, hosts and clock. The model has a book of jobs and nodes,
/// and an agenda of events. In each round it processes the events of one date, in the order of Event::Kind,
/// and then asks its policy once. Dates never decrease.
class Model {
public:
  Model(Book book, Queue& policy, Arrivals& arrivals, const Admission& admission, const Rules& rules = {});

  /// Adds a listener, which is notified of everything from now on.
  void add(Listener& listener) { listeners_.add(listener); }

  /// Lets jobs leave checkpoints from now on. Nodes must have constant speeds.
  void leave_checkpoints(const Checkpointing& how) { checkpointing_.emplace(how); }

  /// Keeps the queue in the order of this policy from now on. `shares`, which may be null, are shown to the
  /// policy.
  void rank_by(Priority& policy, const SharesOfSite* shares);

  /// Holds jobs back from now on as this policy says.
  void limit_by(Limit& policy, const SiteRules& site) { hold_back_by(&policy, site); }
  /// Asks this policy from now on when jobs are released, see JobRelease. It follows `limit_by`.
  void release_by(Releases releases);

  /// Plans with the run times that this policy predicts from now on. Jobs are killed at their limits all the
  /// same.
  void predict_by(Prediction& policy);

  /// Shows the power of the machines to the policy from now on, and holds it to the cap, if there is one.
  /// Jobs that no cap lets run are rejected.
  void measure_power(CappedPower power) { power_.emplace(std::move(power)); }

  /// Lets machines sleep from now on as this policy says. A job that gets machines which are not on starts
  /// when all of them are. Nodes must not fail, and the model plans the ends of jobs. `machines`: by machine.
  void sleep_by(Sleep& policy, std::vector<SleepTimes> machines);

  /// Lets jobs run at the pstates that this policy says from now on. Nothing predicts how long jobs run.
  void slow_by(Frequencies frequencies);

  /// Removes from now on the queued jobs for which too few nodes are left. They are dropped, or, if
  /// `gives_back`, returned to the meta-scheduler, which may have another cluster for them. `stays_down` says
  /// whether a node that is down never recovers.
  void watch_losses(std::function<bool(int)> stays_down, bool gives_back) {
    lost_.emplace(std::move(stays_down));
    gives_back_ = gives_back;
  }
  /// The number of nodes if none has failed for good. Otherwise the most parallel tasks that a job can have
  /// on the others.
  int nodes_left() const {
    return lost_ ? lost_->most_tasks(book_.nodes().machines(), policy_.places_tasks()) : book_.nodes().size();
  }

  /// Processes all that is due at the date, and asks the policy. Throws BrokenRule if the decision breaks a
  /// rule, and InputError if a job asks for something impossible.
  void round(Seconds date);
  /// Processes the ends and outlived expected ends that are due at the date, without asking the policy. A
  /// scheduler reports ends to a meta-scheduler before the round at their date.
  void take_ends(Seconds date);
  /// The date of the next round, if nothing is seen or reported before.
  Seconds next();

  /// Adds a job to the queue, or rejects it, or tells that it will never run. `expected` replaces its
  /// walltime.
  void submit(const Job& job, std::optional<Seconds> expected = {});
  /// Notes that a node was switched at that date. The next round processes it.
  void switched(int node, bool is_on, Seconds date) {
    agenda_.push_switch(static_cast<std::uint32_t>(node), is_on, date);
  }
  /// Processes a failure or recovery of the scheduler's own host, and of these nodes with it. After a failure
  /// what the nodes ran is lost, and all queued jobs are withdrawn. It is called from within SimGrid:
  /// listeners may change plain data only.
  void switched_with_scheduler(const std::vector<int>& nodes, bool is_on, Seconds date);
  /// Sets the local users of machines that jobs share, see SharedMachines.
  void set_local_users(const std::vector<std::optional<Bytes>>& users, bool stay);
  /// Takes the reported end of a job that runs.
  void report_end(JobHandle handle, Seconds start, Seconds end, bool killed);
  /// Places a part of a co-allocated job on nodes that are open, see Book::place.
  JobHandle place_part(const Job& part, const std::vector<int>& on);
  /// Sets the date at which a part that was placed begins.
  void begin_part(JobHandle handle, Seconds start);
  /// Takes the nodes of a part back. `end` is the date of its end; `never`: it will not begin.
  void end_part(JobHandle handle, Seconds end);
  /// Takes a job from the queue, to run elsewhere. Returns whether it waited.
  bool withdraw(TaskId task);
  /// Moves the date of the model forward. An earlier date changes nothing.
  void advance(Seconds date) { date_ = std::max(date_, date); }

  const Rules& rules() const { return rules_; }
  const Book& book() const { return book_; }
  /// The date of the last round or report.
  Seconds date() const { return date_; }
  /// The number of jobs and tasks that have been submitted, and wait for others outside of the model.
  std::size_t held() const { return arrivals_.held(); }
  /// Whether nothing waits or runs, and no job will come.
  bool is_over() { return book_.idle() && !arrivals_.more(); }
  /// Brings the sums of the book up to the model's date.
  void close() { book_.advance(date_); }

private:
  /// Whether the event belongs to an attempt that is over, or to an earlier start of a part.
  bool is_stale(const Event& event) const {
    return event.kind != Event::machine_switch && event.kind < Event::host_switch &&
           !book_[event.place].is_current(static_cast<std::uint32_t>(event.attempt));
  }

  void take_due(Event::Kind last);
  void take(const Event& event);
  void outlived(const Event& event);
  const LiveJob& end(JobHandle handle);
  void ended(const LiveJob& job, Seconds start, Seconds end, FinalState state);
  void failed(const Task& task);
  void never_ready(const Job& lost);
  void dropped(const LiveJob& job);
  void reject(const Job& job, const Task& task);
  void take_switch(const Event& event);
  const QueuedJob& admitted(const Job& job, const Task& task, std::optional<Seconds> expected);
  void check_release(const Job& job) const;
  void ask_release(const QueuedJob& job);
  void take_in(const Job& job, const Task& task, std::optional<Seconds> expected);
  void admit_tasks(const Job& job, std::optional<Seconds> expected);
  void resume(const Job& job, const RunsAlready& held);
  void remove_what_is_too_large();
  void withdraw(JobHandle handle, void (Listener::*becomes)(const LiveJob&, Seconds));
  void take_pass();
  void check_nodes(const Job& job) const;
  void take_windows();
  Seconds next_border() const;
  void hold_back_by(Limit* site_limit, const SiteRules& site);
  void hold_back_without_limits();
  bool hold_back();
  void renew_predictions();
  Seconds later_end(const LiveJob& job);
  void decide();
  bool carry_out(Decision& decision);
  void give_up_held_back();
  void give_up_above_cap();
  void give_up(JobHandle handle, const char* why);
  /// Drops the jobs that can no longer end by their deadlines. Returns whether there was one.
  template <class IsOver>
  bool give_up_late_jobs(IsOver is_over) {
    bool any = false;
    for (; const auto handle = latest_starts_.take(book_, is_over); any = true)
      give_up(*handle, LatestStarts::reason);
    return any;
  }
  Seconds next_pass() const;
  Seconds next_look() const;
  void check(const Decision& decision) const;
  bool is_hopeless(const Decision& decision);
  void check_sizes(const Job& job) const;
  int least_nodes(const Job& job, const Task& task) const;
  void reached_point(JobHandle handle);
  void leave_points();
  void plan_point(const LiveJob& job);
  void plan_leg(const LiveJob& job);
  void change_nodes(JobHandle handle, const IndexSet& more, const IndexSet& less);
  void shrink_jobs(const std::vector<Resize>& resizes);
  void grow_jobs(const std::vector<Resize>& resizes);
  bool is_left_alone(JobHandle handle) const;
  void shrink(const Resize& how);
  bool goes_on_without(JobHandle handle, int node);
  void stop(const Stop& stop);
  void start(const Start& how, std::size_t to_start);
  void check_lengths(const Job& job) const;
  void choose_frequency(const LiveJob& job, std::size_t to_start);
  void plan_end(const LiveJob& job);
  void plan(Event::Kind kind, const LiveJob& job, Seconds date);
  const LiveJob& give_nodes(const Start& how);
  void begin(JobHandle handle, Seconds date);
  void turned(const Sleeping::Change& change, HostState state);
  void machine_switched(int machine);
  Seconds switch_machines();
  QueueView view_with_power();
  void lose_node(JobHandle handle, int node, Seconds date);
  void requeue(JobHandle handle, Seconds date, bool node_lost);
  void notify_of_void_promises();

  const Rules rules_;
  const Admission admission_;
  Queue& policy_;
  const bool resizes_; ///< the policy chooses how many nodes jobs have
  Arrivals& arrivals_;
  std::optional<Checkpointing> checkpointing_; ///< nothing: jobs leave no checkpoints
  std::optional<Priorities> priorities_;       ///< nothing: all jobs have the same
  std::optional<Wishes> wishes_;               ///< asks the limit of the site, too
  std::optional<HeldBack> limits_;             ///< nothing: no job is held back
  std::optional<Releases> releases_;           ///< nothing: jobs are released at once
  LatestStarts latest_starts_;
  std::optional<Predictions> predictions_; ///< nothing: jobs are expected to run to their limits
  std::optional<CappedPower> power_;       ///< nothing: it is not modelled
  std::optional<Sleeping> sleeping_;       ///< nothing: all machines stay on
  std::optional<Frequencies> frequencies_; ///< nothing: jobs run at the pstates of the platform
  std::optional<LostNodes> lost_;          ///< if nodes may fail for good
  bool gives_back_ = false; ///< jobs for which too few nodes are left go back to the meta-scheduler
  Listeners<Listener> listeners_;
  Book book_;
  Agenda agenda_;
  Seconds date_ = 0;         ///< as planned; the clock of a simulation may differ from it in the last digits
  bool has_resized_ = false; ///< nodes of running jobs have changed, or are reserved
  std::vector<JobHandle> at_points_;     ///< jobs that are at a point at this date
  std::vector<JobHandle> decided_sizes_; ///< jobs whose sizes the last decision is about, sorted
  int passes_in_vain_ = 0;               ///< rounds on end after which nothing runs and no job will come
  Seconds borders_until_ = -1;           ///< date up to which begins and ends of windows were processed
  Seconds stalled_since_ = 0;            ///< date since which `is_hopeless` finds that nothing happens
};

} // namespace malha::cluster

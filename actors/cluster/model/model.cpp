// SPDX-License-Identifier: MIT
#include "model.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "requests.hpp"

namespace malha::cluster {
namespace {

/// How much longer a job is expected to run if the report of its end is late.
constexpr Seconds report_delay = 1;

} // namespace

Model::Model(Book book, Queue& policy, Arrivals& arrivals, const Admission& admission, const Rules& rules)
    : rules_(rules), admission_(admission), policy_(policy), resizes_(policy.resizes()), arrivals_(arrivals),
      book_(std::move(book)) {
  if (resizes_)
    book_.choose_sizes(rules.extends, rules.limits_follow_sizes);
}

void Model::take_ends(Seconds date) {
  advance(date);
  book_.advance(date_);
  take_due(Event::outlived);
}

void Model::round(Seconds date) {
  take_ends(date);
  while (arrivals_.next() <= date_)
    submit(arrivals_.take());
  take_due(Event::host_switch);
  take_windows();
  give_up_late_jobs([this](Seconds latest) { return latest < date_; });
  hold_back();
  if (lost_)
    remove_what_is_too_large();
  renew_predictions();
  take_pass();
  give_up_above_cap();
  decide();
  listeners_.notify(&Listener::round_is_over, book_, date_);
}

Seconds Model::next() {
  agenda_.drop([this](const Event& event) { return is_stale(event); });
  return std::min({agenda_.next(), arrivals_.next(), next_border()});
}

void Model::take_due(Event::Kind last) {
  bool is_first_switch = true;
  while (const auto event = agenda_.take(date_, last)) {
    if (event->kind == Event::host_switch && std::exchange(is_first_switch, false))
      notify_of_void_promises();
    if (!is_stale(*event))
      take(*event);
  }
}

void Model::take(const Event& event) {
  if (event.kind == Event::host_switch)
    return take_switch(event);
  if (event.kind == Event::outlived)
    return outlived(event);
  if (event.kind == Event::point)
    return reached_point(event.place);
  if (event.kind == Event::machine_switch)
    return machine_switched(static_cast<int>(event.place));
  if (event.kind == Event::begin)
    return listeners_.notify(&Listener::began, book_[event.place]);
  const LiveJob& job = end(event.place);
  ended(job, job.start, event.date,
        event.kind == Event::end ? FinalState::completed : FinalState::walltime_reached);
}

/// The expected end of a job that has outlived the one before. The report of its end may only be late. A job
/// that runs on is expected to run as its prediction is corrected, and beyond its limit as long again.
Seconds Model::later_end(const LiveJob& job) {
  if (predictions_ && date_ < job.start + job.limit) {
    const bool may_have_ended = rules_.reports_take_time && predictions_->may_have_ended(job);
    return may_have_ended ? date_ + report_delay : predictions_->corrected_end(job, date_);
  }
  if (job.sized != nullptr && !rules_.extends)
    return book_.limit_date(job);
  return rules_.extends || job.is_part ? job.start + 2 * (job.expected_end - job.start)
                                       : date_ + report_delay;
}

void Model::outlived(const Event& event) {
  const LiveJob& job = book_[event.place];
  const Seconds expected = later_end(job);
  notify_of_void_promises();
  book_.expect_end(event.place, expected);
  plan(Event::outlived, job, expected);
}

void Model::take_switch(const Event& event) {
  const auto node = static_cast<int>(event.place);
  if (lost_)
    lost_->switched(node, event.is_on);
  if (event.is_on) {
    book_.node_up(node);
    listeners_.notify(&Listener::node_up, node, event.date);
    return;
  }
  if (const auto handle = book_.job_on(node))
    lose_node(*handle, node, std::max(event.date, book_[*handle].start));
  book_.node_down(node);
  listeners_.notify(&Listener::node_down, node, event.date);
}

void Model::lose_node(JobHandle handle, int node, Seconds date) {
  if (goes_on_without(handle, node))
    return;
  if (!rules_.requeue_limit || book_[handle].losses < *rules_.requeue_limit)
    return requeue(handle, date, true);
  listeners_.notify(&Listener::stopped, book_[handle]);
  const LiveJob& job = end(handle);
  ended(job, job.start, date, FinalState::killed);
}

void Model::submit(const Job& job, std::optional<Seconds> expected) {
  book_.advance(date_);
  if (job.never_ready)
    return never_ready(job);
  admission_.check(job);
  if (const auto why_not = priorities_ ? priorities_->why_not(job) : ""; !why_not.empty())
    admission_.refuse(why_not);
  check_nodes(job);
  if (sleeping_ && job.deadline && job.service == ServiceClass::common)
    admission_.refuse("job " + std::to_string(job.id) +
                      " has a deadline, and may start late because machines sleep; valid: jobs without, or "
                      "policy.sleep=cluster/always_on");
  if (frequencies_ && frequencies_->scales_limits() && job.deadline && job.service == ServiceClass::common)
    admission_.refuse("job " + std::to_string(job.id) +
                      " has a deadline, and may run for longer since scale_limits=on stretches walltimes; "
                      "valid: jobs without, or scale_limits=off");
  if (frequencies_)
    check_lengths(job);
  if (resizes_)
    check_sizes(job);
  check_release(job);
  if (Wishes::concern(job))
    hold_back_without_limits();
  listeners_.notify(&Listener::submitted, job, date_);
  if (const auto* held = job.extensions.find<RunsAlready>())
    return resume(job, *held);
  if (asks_for_more_than_size(job) || job.dates.are_given())
    admit_tasks(admission_.taken(job), expected);
  else
    admit_tasks(job, expected);
}

const QueuedJob& Model::admitted(const Job& job, const Task& task, std::optional<Seconds> expected) {
  const auto& live = book_.admit(job, task, expected).queued;
  const bool takes_stock =
      live.request != nullptr && !live.request->takes.empty() && book_.nodes().free_stock() != nullptr;
  if (takes_stock && !policy_.heeds_stock())
    throw InputError("job " + std::to_string(number_of(task)) +
                     " takes memory or devices of machines that it shares, and the policy of the queue does "
                     "not heed that; valid: a policy that does, such as cluster/machine_backfill");
  if (live.request != nullptr && live.request->allowed != nullptr && !policy_.heeds_nodes())
    throw InputError("job " + std::to_string(number_of(task)) + " may run on " +
                     std::to_string(live.request->allowed->size()) + " of " +
                     std::to_string(book_.nodes().size()) +
                     " nodes only, and the policy of the queue does not heed that; valid: a policy that "
                     "does, such as cluster/slurm");
  if (live.request != nullptr && live.request->allowed != nullptr && live.sizes != nullptr)
    throw InputError(
        "job " + std::to_string(number_of(task)) +
        " may have several sizes, and may run on some nodes only; valid: jobs that any nodes suit");
  return live;
}

/// Puts a task of the job in the queue, unless something refuses it.
void Model::take_in(const Job& job, const Task& task, std::optional<Seconds> expected) {
  const auto& live = admitted(job, task, expected);
  const bool is_too_late = LatestStarts::of(book_[live.handle]) < date_;
  const char* const why = is_too_late ? LatestStarts::reason
                          : power_ && !power_->could_run(live.size, live.walltime, date_)
                              ? CappedPower::reason
                          : limits_ ? limits_->why_refused(live, book_, date_)
                                    : nullptr;
  if (why == nullptr) {
    if (releases_)
      ask_release(live);
    return latest_starts_.add(book_[live.handle]);
  }
  book_.take_back(live.handle);
  listeners_.notify(&Listener::refused, job, task, date_, why);
  reject(job, task);
}

void Model::admit_tasks(const Job& job, std::optional<Seconds> expected) {
  try {
    for (const auto& task : job.tasks)
      if (!book_.nodes().could_hold(job, least_nodes(job, task)) || !book_.could_suit(job, task))
        reject(job, task);
      else
        take_in(job, task, expected);
  } catch (const InputError& error) {
    admission_.refuse(error.what());
  }
}

/// Throws InputError if the policy would not keep the job to its nodes, or if its window does not exist.
void Model::check_nodes(const Job& job) const {
  const auto who = [&] { return "job " + std::to_string(job.id); };
  std::vector<std::string> names;
  for (const auto& window : book_.windows())
    names.push_back(window.name);
  if (!job.reservation.empty() && std::find(names.begin(), names.end(), job.reservation.str()) == names.end())
    admission_.refuse(
        who() + " is for reservation '" + job.reservation.str() + "', which the site does not " +
        (names.empty() ? "have; valid: setting reservations names a file" : "have; valid: " + listed(names)));
}

void Model::reject(const Job& job, const Task& task) {
  listeners_.notify(&Listener::rejected, job, task);
  failed(task);
}

void Model::report_end(JobHandle handle, Seconds start, Seconds end, bool killed) {
  book_.advance(date_);
  ended(this->end(handle), start, end, killed ? FinalState::walltime_reached : FinalState::completed);
}

/// Takes the nodes of a job back that runs no longer.
const LiveJob& Model::end(JobHandle handle) {
  if (sleeping_)
    sleeping_->given_back(book_[handle].nodes, date_);
  return book_.end(handle);
}

/// Also says what becomes of the tasks that wait for it.
void Model::ended(const LiveJob& job, Seconds start, Seconds end, FinalState state) {
  listeners_.notify(&Listener::ended, job, start, end, state);
  if (state == FinalState::completed)
    arrivals_.ended(job.task.id, date_);
  else
    failed(job.task);
}

void Model::failed(const Task& task) {
  if (const auto lost = arrivals_.failed(task.id, date_))
    never_ready(*lost);
}

void Model::never_ready(const Job& lost) {
  for (const auto& task : lost.tasks)
    listeners_.notify(&Listener::never_ready, lost, task, date_);
}

void Model::dropped(const LiveJob& job) {
  listeners_.notify(&Listener::dropped, job, date_);
  failed(job.task);
}

void Model::rank_by(Priority& policy, const SharesOfSite* shares) {
  priorities_.emplace(policy, shares);
  add(*priorities_);
  book_.rank_by([this](const QueuedJob& job) { return priorities_->of(job, book_, date_); });
}

/// `site_limit` may be null: only what users want holds jobs back.
void Model::hold_back_by(Limit* site_limit, const SiteRules& site) {
  wishes_.emplace(site_limit);
  limits_.emplace(*wishes_, site);
  add(*limits_);
}

void Model::hold_back_without_limits() {
  static const SiteRules no_rules;
  if (!limits_)
    hold_back_by(nullptr, no_rules);
}

/// Lets the policy know that a window begins or ends. Jobs of a window that has ended will never run.
void Model::take_windows() {
  if (next_border() > date_)
    return;
  borders_until_ = date_;
  notify_of_void_promises();
  book_.make_promises_void();
  std::vector<JobHandle> in_vain;
  for (const auto& job : book_.queue().jobs())
    if (job.request != nullptr && job.request->window != Request::none &&
        book_.windows()[static_cast<std::size_t>(job.request->window)].until <= date_)
      in_vain.push_back(job.handle);
  for (const auto handle : in_vain)
    withdraw(handle, &Listener::dropped);
}

/// The next date at which a window begins or ends; `never`: there is none.
Seconds Model::next_border() const {
  Seconds next = never;
  for (const auto& window : book_.windows())
    for (const Seconds border : {window.from, window.until})
      if (border > borders_until_)
        next = std::min(next, border);
  return next;
}

/// Returns whether a job is held back that was not before.
bool Model::hold_back() {
  const auto settled = limits_ ? limits_->settle(book_, date_) : HeldBack::Settled::nothing_held;
  if (settled == HeldBack::Settled::promises_void)
    notify_of_void_promises();
  return settled != HeldBack::Settled::nothing_held;
}

void Model::predict_by(Prediction& policy) {
  predictions_.emplace(policy);
  add(*predictions_);
  book_.predict_by([this](const LiveJob& job) { return predictions_->of(job, date_); });
}

/// Asks for the run times of all jobs that wait, if jobs have ended and the policy wants that.
void Model::renew_predictions() {
  if (predictions_ && predictions_->take_renewal() && book_.predict_again())
    notify_of_void_promises();
}

/// Asks for the priorities of all jobs that wait, if that is due.
void Model::take_pass() {
  if (!priorities_ || priorities_->next_pass() > date_)
    return;
  book_.reorder();
  priorities_->has_passed(date_);
}

/// The date at which the queue may get another order; `never`: it will not. While each round is a pass, no
/// round is needed for it. Nor is one if many passes have started no job, nothing runs and no job will come.
Seconds Model::next_pass() const {
  constexpr int most_passes_in_vain = 1000;
  if (!priorities_ || book_.queue().empty() || passes_in_vain_ > most_passes_in_vain)
    return never;
  return priorities_->next_pass() > date_ ? priorities_->next_pass() : never;
}

void Model::stop(const Stop& stop) {
  book_.check(stop.job, LiveJob::State::runs, "stops");
  if (book_[stop.job].is_part)
    throw BrokenRule("it stops job " + std::to_string(book_[stop.job].task.id) +
                     ", of which other clusters run parts");
  if (book_[stop.job].start > date_) // its nodes are not on yet
    begin(stop.job, date_);
  listeners_.notify(&Listener::stopped, book_[stop.job]);
  if (stop.requeue) {
    requeue(stop.job, date_, false);
  } else {
    const LiveJob& job = end(stop.job);
    ended(job, job.start, date_, FinalState::killed);
  }
}

/// `to_start`: jobs that this decision starts after this one.
void Model::start(const Start& how, std::size_t to_start) {
  const LiveJob& job = give_nodes(how);
  if (frequencies_)
    choose_frequency(job, to_start);
  if (checkpointing_) {
    const auto& [policy, cost, restart] = *checkpointing_;
    book_.leave_checkpoints(how.job, policy.interval({date_, job.queued, job.restarts, cost, restart}), cost,
                            restart);
  }
  listeners_.notify(&Listener::started, job, how);
  if (job.start > date_)
    plan(Event::begin, job, job.start);
  else
    listeners_.notify(&Listener::began, job);
  arrivals_.started(job.task.id, job.start);
  plan_end(job);
}

void Model::plan_end(const LiveJob& job) {
  if (job.sized != nullptr) {
    plan_leg(job);
  } else if (rules_.plans_ends) {
    const TaskRun planned = book_.task_run(job);
    if (planned.time > (rules_.extends ? never : job.limit_of_attempt()))
      plan(Event::end_by_limit, job, job.start + job.limit_of_attempt());
    else
      plan(Event::end, job, planned.end);
  }
  const bool may_outlive = rules_.extends || rules_.reports_take_time || predictions_ ||
                           (job.sized != nullptr && job.expected_end < book_.limit_date(job));
  if (may_outlive && job.expected_end < never && policy_.plans_ahead())
    plan(Event::outlived, job, job.expected_end);
}

void Model::plan(Event::Kind kind, const LiveJob& job, Seconds date) {
  agenda_.push({date, kind, false, job.queued.handle, job.task.id, job.run});
}

void Model::requeue(JobHandle handle, Seconds date, bool node_lost) {
  listeners_.notify(&Listener::cut_short, book_[handle], date, node_lost ? "node_lost" : "requeued");
  if (sleeping_)
    sleeping_->given_back(book_[handle].nodes, date);
  book_.requeue(handle, date, node_lost);
  latest_starts_.add(book_[handle]);
}

void Model::notify_of_void_promises() { listeners_.notify(&Listener::promises_are_void, date_); }

void Model::remove_what_is_too_large() {
  // A job of at most `left` nodes, whose fragments find no place, is dropped. The meta-scheduler knows only
  // how many nodes are left, and would offer the job again.
  const int left = nodes_left();
  for (const auto handle : lost_->too_large(book_, policy_.places_tasks()))
    withdraw(handle,
             gives_back_ && book_[handle].queued.size > left ? &Listener::withdrawn : &Listener::dropped);
}

bool Model::withdraw(TaskId task) {
  const auto handle = book_.queue().find(task);
  if (handle)
    withdraw(*handle, &Listener::withdrawn);
  return handle.has_value();
}

void Model::withdraw(JobHandle handle, void (Listener::*becomes)(const LiveJob&, Seconds)) {
  book_.advance(date_);
  notify_of_void_promises();
  const LiveJob& job = book_.withdraw(handle);
  if (becomes == &Listener::dropped)
    dropped(job);
  else
    listeners_.notify(becomes, job, date_);
}

JobHandle Model::place_part(const Job& part, const std::vector<int>& on) {
  book_.advance(date_);
  notify_of_void_promises();
  const LiveJob& job = book_.place(part, on, date_);
  listeners_.notify(&Listener::part_placed, job);
  plan(Event::outlived, job, job.expected_end);
  return job.queued.handle;
}

void Model::begin_part(JobHandle handle, Seconds start) {
  book_.advance(date_);
  notify_of_void_promises(); // the part is expected to end later than before
  const LiveJob& job = book_.begin(handle, start);
  plan(Event::outlived, job, job.expected_end);
}

void Model::end_part(JobHandle handle, Seconds end) {
  book_.advance(date_);
  notify_of_void_promises();
  listeners_.notify(&Listener::part_left, book_.end(handle), end);
}

void Model::set_local_users(const std::vector<std::optional<Bytes>>& users, bool stay) {
  if (!book_.set_local_users(users, stay))
    return;
  notify_of_void_promises();
  listeners_.notify(&Listener::users_changed, date_);
}

void Model::switched_with_scheduler(const std::vector<int>& nodes, bool is_on, Seconds date) {
  take_ends(date);
  for (const int node : nodes)
    switched(node, is_on, date);
  take_due(Event::host_switch);
  if (is_on && lost_) // nodes may have failed for good while the scheduler was down
    lost_->look_at(book_.nodes().down());
  while (!is_on && !book_.queue().empty())
    withdraw(book_.queue().jobs().front().id);
  listeners_.notify(&Listener::round_is_over, book_, date_);
}

} // namespace malha::cluster

// SPDX-License-Identifier: MIT
#include "model.hpp"

namespace malha::ownership {

Model::Model(const std::vector<PoolMachine>& machines, std::vector<const SpeedProfile*> profiles,
             Preempt& preemption, Negotiate& negotiation, Arrivals& arrivals, const Rules& rules)
    : rules_(rules), preemption_(preemption), negotiation_(negotiation), arrivals_(arrivals),
      profiles_(std::move(profiles)), book_(machines, rules.shares), stopped_at_(machines.size()),
      outages_(machines.size(), rules.detection_delay), decisions_(rules.phase, rules.period),
      negotiations_(rules.phase + rules.offset, rules.period) {}

void Model::round(Seconds date) {
  take_until_decision(date);
  if (date < resumed_)
    return;
  if (decisions_.take(date_) && book_.asks_to_preempt())
    decide();
  if (negotiations_.take(date_))
    negotiate();
}

void Model::catch_up(Seconds date) { take_until_decision(date); }

void Model::resume(Seconds date) {
  date_ = resumed_ = date;
  decisions_.skip_until(date);
  negotiations_.skip_until(date);
  has_news();
}

void Model::take_until_decision(Seconds date) {
  date_ = std::max(date, resumed_);
  take_due(date, Event::end);
  while (arrivals_.next() <= date)
    submit(arrivals_.take());
  for (; !in_transit_.empty() && in_transit_.front().visible <= date; in_transit_.pop_front()) {
    has_news();
    book_.submit(in_transit_.front().job, in_transit_.front().user, in_transit_.front().job.submitted);
  }
  take_due(date, Event::detection);
}

Seconds Model::next() {
  agenda_.drop([this](const Event& event) { return is_void(event); });
  const Seconds visible = in_transit_.empty() ? never : in_transit_.front().visible;
  return std::min({agenda_.next(), arrivals_.next(), visible, decisions_.next(), negotiations_.next()});
}

/// Both policies are asked again, each at its next date.
void Model::has_news() {
  decisions_.has_news(date_);
  negotiations_.has_news(date_);
}

void Model::take_due(Seconds date, Event::Kind last) {
  while (const auto event = agenda_.take(date, last))
    take(*event);
}

void Model::take(const Event& event) {
  const auto machine = static_cast<int>(event.place);
  if (is_void(event))
    return;
  switch (event.kind) {
  case Event::host_switch:
    return event.is_on ? recovered(machine, event.date) : failed(machine, event.date);
  case Event::detection:
    if (outages_.is_detected(machine, date_))
      lost(machine);
    return;
  default:
    if (const auto& run = *book_.on(machine); run.is_stopping)
      stopped(machine, event.date, ran_until(run, stopped_at_[event.place]));
    else
      ended(machine, event.date);
  }
}

/// Whether the event is the end of a run that was stopped or given up before, or whose machine is down.
bool Model::is_void(const Event& event) const {
  if (event.kind != Event::end)
    return false;
  const auto machine = static_cast<int>(event.place);
  const auto& run = book_.on(machine);
  const bool is_of_stop = event.order < 0; // tasks have orders from 0 on
  return !run || run->number != event.attempt || run->is_stopping != is_of_stop || outages_.since(machine);
}

void Model::submit(const Job& job) {
  const int user = book_.user(job.user);
  notify(&Listener::submitted, job, user);
  // The pool knows a DAG from its first tasks on.
  const Seconds delay = job.part_of && job.part_of->is_begun ? 0 : rules_.submission_delay;
  const Submission arrival{std::max(date_, job.submitted) + delay, job, user};
  in_transit_.insert(std::upper_bound(in_transit_.begin(), in_transit_.end(), arrival,
                                      [](const auto& a, const auto& b) { return a.visible < b.visible; }),
                     arrival);
}

bool Model::is_reported(CopyNumber number, int machine) const {
  const auto& run = book_.on(machine);
  return run && run->number == number;
}

void Model::report_end(CopyNumber run, int machine, Seconds, Seconds end) {
  if (!is_reported(run, machine))
    return;
  date_ = std::max(date_, end); // without messages there was no round since
  ended(machine, end);
}

void Model::report_stopped(CopyNumber run, int machine, Seconds end, Seconds ran) {
  if (!is_reported(run, machine))
    return;
  date_ = std::max(date_, end);
  stopped(machine, end, ran);
}

void Model::report_given_up(CopyNumber number, int machine, Seconds end) {
  if (!is_reported(number, machine))
    return;
  has_news();
  const auto run = book_.stopped(machine, date_, ReadyTask(book_.on(machine)->ready));
  notify(&Listener::cut_short, run, std::max(run.start, end), Cut::given_up, KeptRun{});
}

void Model::failed(int machine, Seconds date) {
  if (outages_.begin(machine, date, agenda_))
    notify(&Listener::down, machine, date);
}

void Model::recovered(int machine, Seconds date) {
  if (!outages_.since(machine))
    return;
  lost(machine); // the loss of its task is known now, even if the failure was not detected
  has_news();
  notify(&Listener::up, machine, date);
  book_.up(machine);
  outages_.end(machine);
}

void Model::lost(int machine) {
  if (!book_.is_up(machine))
    return;
  has_news();
  if (const auto run = book_.down(machine, date_))
    cut_by_outage(*run);
}

/// A task that was sent to a machine that was down never ran.
void Model::cut_by_outage(const PoolRun& run) {
  if (const Seconds down = *outages_.since(run.machine); run.start < down)
    notify(&Listener::cut_short, run, down, Cut::lost, KeptRun{});
}

void Model::ended(int machine, Seconds end) {
  has_news();
  const auto run = book_.end(machine, date_);
  notify(&Listener::ended, run, end);
  arrivals_.ended(run.ready.task.id, date_);
}

void Model::decide() {
  asked_ = Preempt::question;
  const auto decision = preemption_.preempt(book_.view(date_));
  for (const auto& keep : decision.stops)
    stop(keep);
  for (const auto& keep : decision.keeps)
    book_.keep_free(keep);
  if (!decision.stops.empty() || !decision.keeps.empty())
    has_news();
  if (decision.ask_again)
    decisions_.has_news(date_);
}

void Model::stop(const Keep& keep) {
  const auto& run = book_.stop(keep, date_);
  const auto place = static_cast<std::size_t>(keep.machine);
  stopped_at_[place] = date_;
  if (outages_.since(keep.machine)) { // its image will never arrive; the detection gives the run up
    if (rules_.plans_ends && !rules_.checkpoints)
      cut_by_outage(book_.stopped(keep.machine, date_, ReadyTask(run.ready)));
    return;
  }
  notify(&Listener::stopping, run, date_);
  const Seconds cost = rules_.checkpoints ? rules_.checkpoint_cost : 0;
  if (rules_.plans_ends && cost > 0)
    agenda_.push({date_ + cost, Event::end, false, static_cast<std::uint32_t>(keep.machine), -1, run.number});
  else if (rules_.plans_ends)
    stopped(keep.machine, date_, ran_until(run, date_));
}

/// The time for which the run computed, at the full speed of its machine.
Seconds Model::ran_until(const PoolRun& run, Seconds date) const {
  const auto* profile = profiles_[static_cast<std::size_t>(run.machine)];
  return profile == nullptr || run.ready.task.is_delay ? date - run.start
                                                       : profile->computed(run.start, date);
}

void Model::stopped(int machine, Seconds end, Seconds ran) {
  has_news();
  const PoolRun run = *book_.on(machine);
  ReadyTask rest = run.ready;
  KeptRun kept;
  if (rules_.checkpoints) {
    const auto speed = book_.machines()[static_cast<std::size_t>(machine)].speed;
    const auto& task = run.ready.task;
    rest.executed += stopped_at_[static_cast<std::size_t>(machine)] - run.start;
    rest.passed += ran * (task.is_delay || task.reference_speed <= 0 ? 1 : speed / task.reference_speed);
    kept = {task.is_delay ? 0 : ran * speed, ran};
    rest.computed += kept.work;
  }
  book_.stopped(machine, date_, rest);
  notify(&Listener::cut_short, run, end, rules_.checkpoints ? Cut::suspended : Cut::preempted, kept);
}

void Model::negotiate() {
  book_.drop_void_keeps();
  if (book_.asks_to_negotiate()) {
    asked_ = Negotiate::question;
    const auto starts = negotiation_.negotiate(book_.view(date_));
    book_.clear_changes();
    for (const auto& one : starts)
      start(one);
    if (!starts.empty())
      decisions_.has_news(date_);
  }
  book_.drop_keeps();
}

void Model::start(const Start& start) {
  const auto& run = book_.start(start, date_);
  const auto place = static_cast<std::size_t>(run.machine);
  if (!outages_.since(run.machine))
    notify(&Listener::started, run);
  if (rules_.plans_ends)
    agenda_.push({task_run(rest_of(run.ready), date_, book_.machines()[place].speed, profiles_[place]).end,
                  Event::end, false, static_cast<std::uint32_t>(run.machine), run.ready.task.id, run.number});
}

} // namespace malha::ownership

// SPDX-License-Identifier: MIT
#include "model.hpp"

namespace malha::broker {

Model::Model(const std::vector<FlopsPerSecond>& speeds, std::vector<const SpeedProfile*> profiles,
             Assign& policy, Arrivals& arrivals, const Rules& rules)
    : rules_(rules), policy_(policy), arrivals_(arrivals), queued_(speeds.size()),
      profiles_(std::move(profiles)), book_(speeds), outages_(speeds.size(), rules.detection_delay),
      returned_(speeds.size()), reported_(speeds.size()) {}

void Model::round(Seconds date) {
  date_ = date;
  take_due(Event::end);
  while (arrivals_.next() <= date_)
    submit(arrivals_.take());
  take_due(Event::detection);
  if (data_come_ <= date_)
    has_news_ = true;
  if (std::exchange(has_news_, false))
    decide();
}

void Model::catch_up(Seconds date) {
  date_ = date;
  take_due(Event::detection);
}

Seconds Model::next() {
  agenda_.drop([this](const Event& event) { return is_void(event); });
  return std::min({agenda_.next(), arrivals_.next(), data_come_});
}

void Model::take_due(Event::Kind last) {
  while (const auto event = agenda_.take(date_, last))
    take(*event);
}

void Model::take(const Event& event) {
  const auto resource = static_cast<int>(event.place);
  switch (event.kind) {
  case Event::host_switch:
    return event.is_on ? recovered(resource, event.date) : failed(resource, event.date);
  case Event::detection:
    if (event.is_on)
      return known_to_have_returned(resource);
    if (outages_.is_detected(resource, date_))
      lost(resource);
    return;
  default:
    if (is_void(event))
      return;
    if (rules_.plans_ends)
      return ended(resource, book_.on(resource)->start, event.date);
    const auto [start, end] = reported_[event.place];
    ended(resource, start, end);
  }
}

bool Model::is_void(const Event& event) const {
  if (event.kind != Event::end)
    return false;
  const auto resource = static_cast<int>(event.place);
  const auto& copy = book_.on(resource);
  if (copy && copy->start == never) // it waits in vain
    return true;
  return !copy || copy->number != event.attempt || outages_.since(resource).has_value();
}

void Model::submit(const Job& job) {
  has_news_ = true;
  notify(&BagListener::submitted, job);
  if (dags_ == nullptr || !job.part_of)
    return book_.submit(job);
  if (!job.part_of->is_begun) {
    dags_->begin(job.part_of->dag);
    planned_->plan(*job.part_of->dag, date_);
  }
  dags_->ready(job, job.submitted);
  for (const auto& task : job.tasks)
    if (!planned_->ready(task)) {
      book_.submit(task);
      if (dags_->is_held(task))
        book_.withdraw(task.id);
    }
}

void Model::report_end(CopyNumber number, int resource, Seconds start, Seconds end) {
  const auto& copy = book_.on(resource);
  if (!copy || copy->number != number)
    return;
  if (!rules_.cancels_at_once)
    return ended(resource, start, end);
  const auto place = static_cast<std::uint32_t>(resource);
  reported_[place] = {start, end};
  agenda_.push({std::max(end, date_), Event::end, false, place, book_.task_of(*copy).id, number});
}

void Model::report_data(CopyNumber number, int resource, Seconds date) {
  const auto& copy = book_.on(resource);
  if (!copy || copy->number != number || !may_lose_files())
    return;
  book_.begins(resource, date);
  dags_->came(book_.task_of(*copy), resource, date);
}

void Model::failed(int resource, Seconds date) {
  const bool was_back =
      std::exchange(returned_[static_cast<std::size_t>(resource)], std::nullopt).has_value();
  if (outages_.begin(resource, date, agenda_) || was_back)
    notify(&BagListener::down, resource, date);
  if (!may_lose_files() || !rules_.plans_ends)
    return;
  for (int reader = 0; reader < static_cast<int>(returned_.size()); ++reader)
    if (book_.on(reader) && fetches_in_vain(reader))
      book_.begins(reader, never);
}

/// Whether the copy on the resource waits for data that do not come, since their place is down.
/// `from`: look at this place alone.
bool Model::fetches_in_vain(int resource, std::optional<int> from) const {
  const auto& task = book_.task_of(*book_.on(resource));
  return task.is_in_dag && dags_->fetches_in_vain(task, resource, [&](int place) {
    return from.value_or(place) == place ? outages_.since(place) : std::nullopt;
  });
}

/// What the resource had cannot be fetched from it. Whoever still does is given up.
void Model::lose_files(int resource) {
  for (int reader = 0; reader < static_cast<int>(returned_.size()); ++reader)
    if (book_.on(reader) && fetches_in_vain(reader, resource)) {
      const auto [task, copy] = book_.give_up(reader);
      dags_->left(task, reader);
      notify(&BagListener::cancelled, copy);
    }
  const auto [held, again] = dags_->lost(resource, *outages_.since(resource), date_);
  for (const TaskId task : held)
    book_.withdraw(task);
  wait_again(again);
}

void Model::wait_again(const std::vector<Task>& tasks) {
  for (const auto& task : tasks)
    book_.wait_again(task);
}

void Model::recovered(int resource, Seconds date) {
  auto& returned = returned_[static_cast<std::size_t>(resource)];
  if (!outages_.since(resource) || returned)
    return;
  returned = date;
  notify(&BagListener::up, resource, date);
  if (rules_.return_delay > 0)
    agenda_.push({date + rules_.return_delay, Event::detection, true, static_cast<std::uint32_t>(resource)});
  else
    known_to_have_returned(resource);
}

void Model::known_to_have_returned(int resource) {
  auto& returned = returned_[static_cast<std::size_t>(resource)];
  if (!returned || *returned + rules_.return_delay > date_) // it has left again since
    return;
  returned.reset();
  lost(resource); // the loss of its task is known now, even if the failure was not detected
  has_news_ = true;
  book_.up(resource);
  outages_.end(resource);
  if (may_lose_files())
    wait_again(dags_->returned(resource));
}

void Model::lost(int resource) {
  if (!book_.is_up(resource))
    return;
  has_news_ = true;
  if (const auto gone = book_.down(resource))
    cut_short(gone->task, gone->copy, date_);
  if (may_lose_files())
    lose_files(resource);
}

/// An attempt did not end its task: its resource failed, or another copy ended at that date.
void Model::cut_short(const Task& task, const Copy& copy, Seconds end) {
  const auto& down = outages_.since(copy.resource);
  if (copy.start > end && (!down || *down > end))
    return; // it waited for data
  if (!down || *down > end)
    notify(&BagListener::cut_short, task, TaskAttempt{copy.resource, copy.start, end}, "cancelled");
  else if (copy.start < *down)
    notify(&BagListener::cut_short, task, TaskAttempt{copy.resource, copy.start, *down}, "lost");
}

void Model::ended(int resource, Seconds start, Seconds end) {
  has_news_ = true;
  const auto [task, others] = book_.end(resource);
  // If reports take time, other copies run until the report has come; they may have started after the end.
  const Seconds cancelled = rules_.cancels_at_once ? end : date_;
  for (const auto& other : others) {
    notify(&BagListener::cancelled, other);
    cut_short(task, other, cancelled);
    if (may_lose_files() && task.is_in_dag)
      dags_->left(task, other.resource);
  }
  const TaskAttempt run{resource, start, end};
  const bool is_again = dags_ != nullptr && task.is_in_dag && dags_->runs_again(task);
  if (is_again)
    notify(&BagListener::cut_short, task, run, "recomputed");
  else
    notify(&BagListener::ended, task, run);
  if (dags_ != nullptr && task.is_in_dag) {
    planned_->ended(task.id);
    if (may_lose_files())
      dags_->came(task, resource, start);
    wait_again(dags_->ended(task, resource, end));
  }
  if (!is_again)
    arrivals_.ended(task.id, date_);
}

void Model::decide() {
  data_come_ = never;
  if (has_planned())
    start_planned();
  if (!queued_.empty())
    start_queued();
  ask();
}

void Model::ask() {
  const IndexSet open = queued_.are_allowed() ? queued_.open(book_) : IndexSet();
  if (queued_.are_allowed() ? open.empty() || !book_.has_waiting() : !book_.asks())
    return;
  // If nothing runs, comes or waits, the clock may not go on before the policy is asked.
  if (const bool had_asked = std::exchange(has_asked_, true);
      rules_.asks_in_steps && had_asked && (book_.runs_any() || !queued_.empty()))
    return;
  auto view = book_.view(date_);
  view.dags = dags_;
  view.open = queued_.are_allowed() ? &open : nullptr;
  for (const auto& assignment : policy_.assign(view))
    give(assignment);
}

void Model::give(const Assignment& assignment) {
  const int resource = assignment.resource;
  if (!queued_.are_allowed() || resource < 0 || resource >= book_.resources() ||
      (book_.is_free(resource) && queued_.is_empty(resource)) || !queued_.has_room(resource, book_))
    return start(assignment);
  const Task task = book_.set_aside(assignment);
  Seconds data_at = date_;
  if (dags_ != nullptr && task.is_in_dag) {
    if (!fetch_)
      data_at = dags_->inputs_at(task, resource, date_, Sending::when_assigned);
    else if (fetch_(task, resource))
      data_at = never;
    dags_->fetched(task, resource, data_at);
  }
  queued_.add(resource, {task, data_at});
  if (book_.is_free(resource))
    data_come_ = std::min(data_come_, queued_.first(resource).data_at);
}

/// A resource is free until the data of the first task that waits for it have come.
void Model::start_queued() {
  const IndexSet free = book_.view(date_).free;
  for (const int resource : free) {
    if (queued_.is_empty(resource))
      continue;
    if (const Seconds there = queued_.first(resource).data_at; there > date_) {
      data_come_ = std::min(data_come_, there);
      continue;
    }
    const Task task = queued_.take_first(resource);
    book_.put_back(task);
    start({task.id, resource});
  }
}

/// A resource is free until the data of its next task have come, if they are on their way already.
void Model::start_planned() {
  const IndexSet free = book_.view(date_).free;
  for (const int resource : free)
    if (const auto task = planned_->next(resource)) {
      if (sending_ == Sending::when_made)
        if (const Seconds there = dags_->inputs_at(*task, resource, date_, sending_); there > date_) {
          data_come_ = std::min(data_come_, there);
          continue;
        }
      planned_->started(resource);
      book_.submit(*task);
      start({task->id, resource}, true);
    }
}

TaskRun Model::run_of(const Task& task, int resource, Seconds start) const {
  if (dags_ != nullptr && task.is_in_dag && !profiles_[static_cast<std::size_t>(resource)]) {
    const Seconds time = dags_->run_time(task, resource);
    return {time, start + time};
  }
  return task_run(task, start, book_.resource(resource).speed, profiles_[static_cast<std::size_t>(resource)]);
}

/// A task whose data are on their way has its resource, and begins when they are there.
void Model::start(const Assignment& assignment, bool is_planned) {
  const Copy copy = book_.start(assignment, [&](const Task& task) {
    return dags_ == nullptr || !task.is_in_dag
               ? date_
               : dags_->inputs_at(task, assignment.resource, date_,
                                  is_planned ? sending_ : Sending::when_assigned);
  });
  const auto& task = book_.task_of(copy);
  const auto& resource = book_.resource(copy.resource);
  const auto place = static_cast<std::size_t>(copy.resource);
  const TaskRun run = run_of(task, copy.resource, copy.start);
  const bool is_moved = dags_ != nullptr && task.is_in_dag;
  book_.expect(copy.resource, copy.start + (is_moved ? run.time : expected_time(task, resource)));
  const bool is_fetching =
      is_moved && dags_->may_lose() && !rules_.plans_ends && dags_->fetches(task, copy.resource);
  if (!outages_.since(copy.resource))
    notify(&BagListener::started, copy, task);
  if (is_moved)
    dags_->started(task, copy.resource, date_, is_planned ? sending_ : Sending::when_assigned, copy.start);
  if (is_moved && dags_->may_lose() && (rules_.plans_ends ? fetches_in_vain(copy.resource) : is_fetching))
    book_.begins(copy.resource, never);
  if (rules_.plans_ends)
    agenda_.push({run.end, Event::end, false, static_cast<std::uint32_t>(place), task.id, copy.number});
}

} // namespace malha::broker

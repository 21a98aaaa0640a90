// SPDX-License-Identifier: MIT
#include "book.hpp"

#include <algorithm>
#include <tuple>

namespace malha::cluster {
namespace {

/// Policies plan with walltimes: none may be 0.
constexpr Seconds least_walltime = 1;

bool ends_before(const Release& a, const Release& b) {
  return a.expected_end != b.expected_end ? a.expected_end < b.expected_end : a.id < b.id;
}

std::vector<Release>::iterator place_of(std::vector<Release>& running, const Release& release) {
  return std::lower_bound(running.begin(), running.end(), release, ends_before);
}

std::vector<NamedMachine> one_node_each(std::size_t nodes) {
  std::vector<NamedMachine> machines;
  for (int node = 0; node < static_cast<int>(nodes); ++node)
    machines.push_back({std::to_string(node), {node, 1}});
  return machines;
}

} // namespace

Book::Book(std::vector<FlopsPerSecond> speeds) : Book(speeds, one_node_each(speeds.size())) {}

Book::Book(std::vector<FlopsPerSecond> speeds, const std::vector<NamedMachine>& machines,
           std::vector<const SpeedProfile*> profiles)
    : speeds_(std::move(speeds)), profiles_(std::move(profiles)),
      speeds_change_(std::any_of(profiles_.begin(), profiles_.end(),
                                 [](const auto* profile) { return profile != nullptr; })),
      same_speed_(std::adjacent_find(speeds_.begin(), speeds_.end(), std::not_equal_to<>()) == speeds_.end()),
      free_(0, static_cast<int>(speeds_.size())) {
  for (const auto& [name, machine] : machines) {
    names_.push_back(name);
    machines_.push_back(machine);
  }
}

JobHandle Book::new_handle() {
  if (unused_.empty()) {
    jobs_.emplace_back();
    return static_cast<JobHandle>(jobs_.size() - 1);
  }
  const JobHandle handle = unused_.back();
  unused_.pop_back();
  return handle;
}

LiveJob& Book::new_job(const Job& job, const Task& task, std::optional<Seconds> expected) {
  auto request = request_of(job);
  const JobHandle handle = new_handle();
  auto& live = jobs_[handle];
  const Seconds walltime = expected.value_or(job.walltime.value_or(never));
  live.queued = {handle,         task.id,      job.submitted, walltime > 0 ? walltime : least_walltime,
                 task.resources, request.get()};
  live.request = std::move(request);
  live.task = task;
  live.user = job.user;
  live.queue = job.queue;
  live.metadata = job.metadata;
  live.requested = job.walltime;
  const auto* earlier = job.extensions.find<EarlierStarts>();
  live.restarts = earlier != nullptr ? earlier->restarts : 0;
  live.losses = 0;
  live.wasted = earlier != nullptr ? earlier->wasted : 0;
  live.saved = live.saved_of = 0;
  live.is_part = false;
  return live;
}

void Book::admit(const Job& job, const Task& task, std::optional<Seconds> expected) {
  auto& live = new_job(job, task, expected);
  live.state = LiveJob::State::waits;
  enter_queue(live, queue_.end());
  changes_.arrived.push_back(live.queued);
}

void Book::enter_queue(LiveJob& job, std::list<QueuedJob>::iterator before) {
  if (left_.empty())
    left_.emplace_back();
  job.place = left_.begin();
  *job.place = job.queued;
  queue_.splice(before, left_, job.place);
  queued_nodes_ += job.queued.size;
}

void Book::leave_queue(LiveJob& job) {
  left_.splice(left_.begin(), queue_, job.place);
  queued_nodes_ -= job.queued.size;
}

void Book::check(JobHandle handle, LiveJob::State state, const char* what) const {
  if (handle >= jobs_.size() || jobs_[handle].state != state)
    throw BrokenRule("it " + std::string(what) + " job handle " + std::to_string(handle) + ", which no " +
                     (state == LiveJob::State::waits ? "waiting" : "running") + " job has");
}

const LiveJob& Book::drop(JobHandle handle) {
  check(handle, LiveJob::State::waits, "drops");
  auto& job = jobs_[handle];
  leave_queue(job);
  job.state = LiveJob::State::none;
  ended_.push_back(handle);
  return job;
}

const LiveJob& Book::start(const Start& start, Seconds now) {
  check(start.job, LiveJob::State::waits, "starts");
  auto& job = jobs_[start.job];
  take_nodes(job, start);
  leave_queue(job);
  occupy_nodes(job, start.machines, now);
  return job;
}

/// The nodes of the job are known and not free any more; so are its machines, where machines are shared.
void Book::occupy_nodes(LiveJob& job, const std::vector<int>& machines, Seconds now) {
  busy_ += job.nodes.size();
  job.state = LiveJob::State::runs;
  job.attempt.reset();
  if (shared_)
    shared_->start(job.queued, machines);
  ++job.run;
  job.start = now;
  job.expected_end = now + job.queued.walltime;
  const Release release{job.expected_end, job.task.id, job.queued.handle, job.queued.size};
  running_.insert(place_of(running_, release), release);
}

void Book::leave_nodes(LiveJob& job) {
  const Release release{job.expected_end, job.task.id, job.queued.handle, job.queued.size};
  running_.erase(place_of(running_, release));
  if (!job.is_part) // the policy has not started it
    changes_.ended.push_back(release);
  free_.insert(job.nodes);
  if (shared_)
    shared_->end(job.queued.handle);
  busy_ -= job.nodes.size();
}

const LiveJob& Book::end(JobHandle handle) {
  auto& job = jobs_[handle];
  leave_nodes(job);
  job.state = LiveJob::State::none;
  ended_.push_back(handle);
  return job;
}

void Book::requeue(JobHandle handle, Seconds now) {
  auto& job = jobs_[handle];
  leave_nodes(job);
  job.state = LiveJob::State::waits;
  ++job.restarts;
  job.wasted += now - job.start;
  if (job.attempt) {
    job.saved = job.attempt->saved() + job.attempt->spent_until(now - job.start).saved;
    job.saved_of = job.attempt->whole();
  }
  const auto comes_later = [&](const QueuedJob& other) {
    return std::tie(other.submitted, other.id) > std::tie(job.queued.submitted, job.queued.id);
  };
  enter_queue(job, std::find_if(queue_.begin(), queue_.end(), comes_later));
  auto& arrived = changes_.arrived;
  arrived.insert(std::find_if(arrived.begin(), arrived.end(), comes_later), job.queued);
}

void Book::leave_checkpoints(JobHandle handle, Seconds interval, Seconds cost, Seconds restart) {
  auto& job = jobs_[handle];
  const Seconds whole = longest_run_time(job);
  const bool same_nodes = job.saved <= 0 || std::equal_to<>()(job.saved_of, whole);
  job.attempt.emplace(whole, same_nodes ? job.saved : job.saved * (whole / job.saved_of), interval, cost,
                      job.restarts > 0 ? restart : 0);
}

void Book::outlived(JobHandle handle, Seconds expected_end) {
  auto& job = jobs_[handle];
  Release release{job.expected_end, job.task.id, handle, job.queued.size};
  running_.erase(place_of(running_, release));
  job.expected_end = release.expected_end = expected_end;
  running_.insert(place_of(running_, release), release);
  changes_.promises_void = true;
}

std::optional<JobHandle> Book::job_on(int node) const {
  for (const auto& release : running_)
    if (jobs_[release.handle].nodes.contains(node))
      return release.handle;
  return std::nullopt;
}

void Book::node_down(int node) {
  if (down_.contains(node))
    return;
  free_.remove(IndexSet(node, 1));
  down_.insert(IndexSet(node, 1));
  changes_.promises_void = true;
}

void Book::node_up(int node) {
  if (!down_.contains(node))
    return;
  down_.remove(IndexSet(node, 1));
  free_.insert(IndexSet(node, 1));
  changes_.promises_void = true;
}

bool Book::local_users(const std::vector<std::optional<Bytes>>& users, bool stay) {
  const bool have_changed = shared_->local_users(users, stay);
  changes_.promises_void = changes_.promises_void || have_changed;
  return have_changed;
}

void Book::clear_changes() {
  changes_.arrived.clear();
  changes_.ended.clear();
  changes_.promises_void = false;
  changes_.withdrawn.clear();
  unused_.insert(unused_.end(), ended_.begin(), ended_.end());
  ended_.clear();
}

TaskRun Book::task_run(const LiveJob& job) const {
  if (job.attempt)
    return {job.attempt->time(), job.start + job.attempt->time()};
  if (!speeds_change_) {
    const Seconds time = longest_run_time(job);
    return {time, job.start + time};
  }
  TaskRun last{0, job.start};
  for (const int index : job.nodes) {
    const auto node = static_cast<std::size_t>(index);
    if (const auto run = malha::task_run(job.task, job.start, speeds_[node], profiles_[node]);
        run.end > last.end)
      last = run;
  }
  return last;
}

Seconds Book::longest_run_time(const LiveJob& job) const {
  if (same_speed_)
    return run_time(job.task, speeds_.front());
  Seconds longest = 0;
  for (const int node : job.nodes)
    longest = std::max(longest, run_time(job.task, speeds_[static_cast<std::size_t>(node)]));
  return longest;
}

void Book::advance(Seconds now) {
  const Seconds passed = now - last_;
  waited_ += passed * static_cast<double>(queue_.size());
  busy_seconds_ += passed * busy_;
  last_ = now;
}

StateRow Book::state(Seconds now) const {
  return {now,           static_cast<std::int64_t>(queue_.size()),
          queued_nodes_, static_cast<std::int64_t>(running_.size()),
          busy_,         free_.size(),
          down_.size()};
}

} // namespace malha::cluster

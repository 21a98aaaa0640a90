// SPDX-License-Identifier: MIT
#include "book.hpp"

#include "actors/model/requests_of_jobs.hpp"
#include "policies/sdk/numbers.hpp"
#include "requests.hpp"

namespace malha::cluster {
namespace {

/// Replaces a walltime of 0, since policies need walltimes above 0.
constexpr Seconds least_walltime = 1;

/// A run that is as long as its limit before both are stretched is that after it, too: rounding must not let
/// the limit end it.
TaskRun unless_rounding_cuts(const TaskRun& run, const LiveJob& job) {
  constexpr double rounding = 1e-12;
  const Seconds limit = job.limit_of_attempt();
  const bool is_limit = job.limit_stretch != 1 && run.time > limit && run.time <= limit * (1 + rounding);
  return is_limit ? TaskRun{limit, job.start + limit} : run;
}

} // namespace

void Book::keep_to(SuitableNodes suitable, bool share_machines) {
  suitable_.emplace(std::move(suitable));
  if (share_machines)
    nodes_.share_stock(suitable_->stock());
}

bool Book::could_suit(const Job& job, const Task& task) {
  if (!suitable_ && !job.constraint.empty())
    suitable_.emplace(nodes_.machines().all(), Stock{}); // it refuses the job
  if (!suitable_)
    return true;
  const auto takes = suitable_->taken_by(job);
  const auto* allowed = takes ? suitable_->of(job, *takes) : nullptr;
  return takes && (allowed == nullptr || allowed->size() >= task.resources);
}

/// What the job asks for, with the nodes that suit it and its window; null: nothing.
std::unique_ptr<Request> Book::full_request(const Job& job) {
  auto request = request_of(job, nodes_.machines());
  std::vector<int> takes;
  const IndexSet* allowed = nullptr;
  if (suitable_) {
    takes = suitable_->taken_by(job).value_or(takes);
    allowed = suitable_->of(job, takes);
  }
  if (request == nullptr) {
    const bool asks_for_more = job.demands != nullptr || !job.reservation.empty() ||
                               !job.array.name.empty() || job.dates.are_given() || job.nice != 0;
    if (allowed == nullptr && !asks_for_more)
      return nullptr;
    request = std::make_unique<Request>();
  }
  request->demands = job.demands.get();
  request->array = job.array;
  request->dates = job.dates;
  request->nice = job.nice;
  request->takes = std::move(takes);
  request->allowed = allowed;
  const auto window = std::find_if(windows_.begin(), windows_.end(),
                                   [&](const Window& one) { return one.name == job.reservation.str(); });
  request->window = window == windows_.end() ? Request::none : static_cast<int>(window - windows_.begin());
  return request;
}

LiveJob& Book::new_job(const Job& job, const Task& task, std::optional<Seconds> expected) {
  auto request = full_request(job);
  const JobHandle handle = jobs_.new_handle();
  auto& live = jobs_[handle];
  const Seconds walltime = expected.value_or(job.walltime.value_or(never));
  live.queued = {handle,         task.id,       job.submitted, walltime > 0 ? walltime : least_walltime,
                 task.resources, request.get(), &live};
  if (const Seconds earliest = job.dates.earliest(); earliest < never)
    live.queued.eligible = earliest;
  live.request = std::move(request);
  live.demands = job.demands;
  live.task = task;
  static_cast<Credentials&>(live) = job;
  live.metadata = job.metadata;
  live.asks_for_more = asks_for_more_than_resources(job);
  live.requested = job.walltime;
  live.limit = live.queued.walltime;
  const auto* earlier = job.extensions.find<EarlierStarts>();
  live.restarts = earlier != nullptr ? earlier->restarts : 0;
  live.losses = 0;
  live.wasted = earlier != nullptr ? earlier->wasted : 0;
  live.saved = live.saved_of = 0;
  live.is_part = false;
  live.sized.reset();
  if (chooses_sizes_ && job.sizes != nullptr && job.sizes->min < job.sizes->max) {
    live.sized = std::make_unique<SizedJob>(job.sizes);
    live.queued.sizes = job.sizes.get();
  }
  return live;
}

const LiveJob& Book::admit(const Job& job, const Task& task, std::optional<Seconds> expected) {
  auto& live = new_job(job, task, expected);
  live.state = LiveJob::State::waits;
  job_seconds_waited_ += std::max(Seconds{0}, -job.submitted); // before the run began, at date 0
  enter_queue(live);
  return live;
}

/// Puts a job into its place in the queue.
void Book::enter_queue(LiveJob& job) {
  if (prediction_of_)
    job.queued.walltime = prediction_of_(job);
  job.queued.priority = priority_of_ ? priority_of_(job.queued) : 0;
  const bool is_last = queue_.add(job);
  if (priority_of_ && !is_last)
    changes_.reordered = changes_.promises_void = true;
  has_arrived(job);
}

void Book::has_arrived(const LiveJob& job) {
  auto& arrived = changes_.arrived;
  const auto behind = std::find_if(arrived.rbegin(), arrived.rend(),
                                   [&](const QueuedJob& other) { return comes_before(other, job.queued); });
  arrived.insert(behind.base(), job.queued);
}

void Book::take_back_start(JobHandle handle) {
  has_arrived(jobs_[handle]);
  changes_.promises_void = true;
}

bool Book::predict_again() {
  bool any = false;
  for (const auto& waiting : queue_.jobs()) {
    auto& job = jobs_[waiting.handle];
    const Seconds before = std::exchange(job.queued.walltime, prediction_of_(job));
    any |= before < job.queued.walltime || before > job.queued.walltime;
    job.place->walltime = job.queued.walltime;
  }
  for (auto& job : changes_.arrived)
    job.walltime = jobs_[job.handle].queued.walltime;
  changes_.new_priorities |= any;
  changes_.promises_void |= any;
  return any;
}

void Book::let_promises_follow_order() {
  if (priority_of_ && changes_.promises_void)
    changes_.reordered = true;
}

void Book::reorder() {
  const auto changed = queue_.reorder(priority_of_);
  held_back_.reorder(priority_of_);
  for (const auto& job : queue_.jobs())
    jobs_[job.handle].queued.priority = job.priority;
  for (auto& job : changes_.arrived)
    job.priority = jobs_[job.handle].queued.priority;
  std::sort(changes_.arrived.begin(), changes_.arrived.end(), comes_before);
  changes_.new_priorities |= changed.has_new_priorities;
  if (changed.has_new_order)
    changes_.reordered = changes_.promises_void = true;
}

/// How a start of the job at that date breaks the window; "": it does not.
std::string Book::broken_by(const LiveJob& job, const Window& window, Seconds now) const {
  const Seconds end = now + job.limit;
  const bool is_own = job.request != nullptr && job.request->window != Request::none &&
                      &windows_[static_cast<std::size_t>(job.request->window)] == &window;
  if (is_own && (now < window.from || end > window.until || !window.nodes.contains(job.nodes)))
    return " partly outside of its reservation '" + window.name + "'";
  if (!is_own && now < window.until && end > window.from && window.nodes.intersects(job.nodes))
    return " on nodes of reservation '" + window.name + "', into which its walltime reaches";
  return "";
}

const LiveJob& Book::start(const Start& start, Seconds now) {
  check(start.job, LiveJob::State::waits, "starts");
  auto& job = jobs_[start.job];
  nodes_.take(job, start);
  for (const auto& window : windows_)
    if (const auto broken = broken_by(job, window, now); !broken.empty())
      throw BrokenRule("it starts job " + std::to_string(number_of(job.task)) + broken);
  queue_.remove(job);
  enter_running(job, now);
  return job;
}

const LiveJob& Book::place(const Job& part, const std::vector<int>& on, Seconds now) {
  auto& job = new_job(part, part.tasks.front());
  job.is_part = true;
  nodes_.take_open(job, on);
  enter_running(job, now);
  ++parts_;
  changes_.promises_void = true;
  return job;
}

const LiveJob& Book::resume(const Job& given, const IndexSet& nodes, Seconds started) {
  auto& job = new_job(given, given.tasks.front());
  if (prediction_of_)
    job.queued.walltime = prediction_of_(job);
  if (priority_of_)
    job.queued.priority = priority_of_(job.queued);
  nodes_.take_free(job, nodes);
  enter_running(job, started);
  job_seconds_waited_ += started - given.submitted;
  node_seconds_busy_ += (summed_to_ - started) * nodes.size();
  changes_.promises_void = true;
  return job;
}

/// Adds a job that has its nodes to the running jobs.
void Book::enter_running(LiveJob& job, Seconds now) {
  job.state = LiveJob::State::runs;
  job.attempt.reset();
  job.pstate = LiveJob::usual_pstate;
  job.limit_stretch = 1;
  ++job.run;
  job.start = now;
  job.expected_end = now + job.queued.walltime;
  if (job.sized != nullptr) {
    *job.sized = SizedJob(job.sized->job);
    job.sized->now.sizes = job.queued.sizes;
    begin_leg(job, now);
  }
  running_.add(job);
}

const LiveJob& Book::begin(JobHandle handle, Seconds start) {
  auto& job = jobs_[handle];
  if (!job.is_part) { // until its last node is on, it waits
    job_seconds_waited_ += start - job.start;
    node_seconds_busy_ -= (start - job.start) * job.nodes.size();
  }
  job.start = start;
  ++job.run;
  expect_end(handle, start + job.expected_time());
  return job;
}

bool Book::run_at(JobHandle handle, int pstate, double limit_stretch) {
  auto& job = jobs_[handle];
  job.pstate = pstate;
  job.limit_stretch = limit_stretch;
  const Seconds end = job.start + job.expected_time();
  if (end == job.expected_end)
    return false;
  expect_end(handle, end);
  return true;
}

/// Removes a job from the running jobs, and takes its nodes back.
void Book::leave_running(LiveJob& job) {
  if (job.sized != nullptr) {
    close_leg(job);
    reserved_ -= job.sized->now.reserved.size();
  }
  const Release release = running_.remove(job);
  nodes_.give_back(job);
  if (!job.is_part)
    return changes_.ended.push_back(release);
  --parts_;
  changes_.promises_void = true; // not in `ended`, because the policy has not started the part
}

const LiveJob& Book::end(JobHandle handle) {
  leave_running(jobs_[handle]);
  return jobs_.leave(handle);
}

const LiveJob& Book::drop(JobHandle handle) {
  check(handle, LiveJob::State::waits, "drops");
  queue_.remove(jobs_[handle]);
  return jobs_.leave(handle);
}

/// Lets the changes say that a job waits no more. Returns whether the policy has seen it wait.
bool Book::leave_queue(JobHandle handle) {
  auto& arrived = changes_.arrived;
  const auto unseen = std::find_if(arrived.begin(), arrived.end(),
                                   [handle](const QueuedJob& job) { return job.handle == handle; });
  if (unseen == arrived.end()) {
    changes_.withdrawn.push_back(handle);
    return true;
  }
  arrived.erase(unseen);
  return false;
}

const LiveJob& Book::withdraw(JobHandle handle) {
  leave_queue(handle);
  changes_.promises_void = true;
  return drop(handle);
}

const LiveJob& Book::take_back(JobHandle handle) {
  leave_queue(handle);
  return drop(handle);
}

void Book::note_release(JobHandle handle, Seconds date) {
  auto& metadata = jobs_[handle].metadata;
  metadata += (metadata.empty() ? "not_before=" : ";not_before=") + shortest(date);
}

bool Book::hold_back(JobHandle handle) {
  auto& job = jobs_[handle];
  const bool are_void = leave_queue(handle);
  changes_.promises_void |= are_void;
  queue_.remove(job);
  job.state = LiveJob::State::held_back;
  held_back_.add(job);
  return are_void;
}

void Book::let_go_on(JobHandle handle) {
  auto& job = jobs_[handle];
  held_back_.remove(job);
  job.state = LiveJob::State::waits;
  enter_queue(job);
}

void Book::requeue(JobHandle handle, Seconds now, bool node_lost) {
  auto& job = jobs_[handle];
  leave_running(job);
  job.state = LiveJob::State::waits;
  ++job.restarts;
  job.losses += node_lost;
  job.wasted += now - job.start;
  job.queued.eligible = now;
  if (job.attempt) {
    job.saved = job.attempt->saved() + job.attempt->spent_until(now - job.start).saved;
    job.saved_of = job.attempt->whole();
  }
  enter_queue(job);
}

void Book::leave_checkpoints(JobHandle handle, Seconds interval, Seconds cost, Seconds restart) {
  auto& job = jobs_[handle];
  const Seconds whole = nodes_.machines().run_time(job.task, job.nodes);
  const bool same_speed = job.saved <= 0 || std::equal_to<>()(job.saved_of, whole);
  job.attempt.emplace(whole, same_speed ? job.saved : job.saved * (whole / job.saved_of), interval, cost,
                      job.restarts > 0 ? restart : 0);
}

void Book::expect_end(JobHandle handle, Seconds end) {
  running_.expect(jobs_[handle], end);
  changes_.promises_void = true;
}

bool Book::has(TaskId task) const {
  const auto& all = running_.releases();
  return queue_.find(task) ||
         std::any_of(all.begin(), all.end(), [task](const Release& one) { return one.id == task; });
}

std::optional<JobHandle> Book::job_on(int node) const {
  for (const auto& release : running_.releases())
    if (jobs_[release.handle].nodes.contains(node))
      return release.handle;
  return std::nullopt;
}

void Book::node_down(int node) {
  if (reserved_ > 0)
    lose_reserved(node);
  changes_.promises_void = nodes_.fail(node) || changes_.promises_void;
}

void Book::node_up(int node) { changes_.promises_void = nodes_.recover(node) || changes_.promises_void; }

bool Book::set_local_users(const std::vector<std::optional<Bytes>>& users, bool stay) {
  const bool have_changed = nodes_.set_local_users(users, stay);
  changes_.promises_void = changes_.promises_void || have_changed;
  return have_changed;
}

void Book::clear_changes() {
  changes_.arrived.clear();
  changes_.ended.clear();
  changes_.promises_void = changes_.new_priorities = changes_.reordered = false;
  changes_.withdrawn.clear();
  jobs_.forget_left();
}

QueueView Book::view(Seconds now, bool explain) const {
  return {now,
          nodes_.size() - nodes_.down().size(),
          nodes_.free(),
          nodes_.down(),
          nodes_.machines().all(),
          queue_.jobs(),
          running_.releases(),
          changes_,
          explain,
          nodes_.shared(),
          windows_.empty() ? nullptr : &windows_,
          site_,
          suitable_ ? &suitable_->stock().names : nullptr,
          nodes_.free_stock() != nullptr ? &suitable_->stock().of_machines : nullptr,
          nodes_.free_stock(),
          weights_.empty() ? nullptr : &weights_,
          power_};
}

TaskRun Book::task_run(const LiveJob& job) const {
  if (job.sized != nullptr) {
    const Seconds end = leg_run(job).end;
    return {end - job.start, end};
  }
  if (job.attempt)
    return {job.attempt->time(), job.start + job.attempt->time()};
  if (job.pstate != LiveJob::usual_pstate)
    return unless_rounding_cuts(nodes_.machines().run_longer(job.task, job.start, job.nodes,
                                                             [&](int node) { return stretch(job, node); }),
                                job);
  return nodes_.machines().run(job.task, job.start, job.nodes);
}

void Book::check(const Move& move) const {
  check(move.job, LiveJob::State::waits, "moves");
  check_move(move, jobs_[move.job].queued, nodes_.machines());
}

void Book::advance(Seconds now) {
  const Seconds passed = now - summed_to_;
  job_seconds_waited_ += passed * static_cast<double>(waiting());
  node_seconds_busy_ += passed * running_.nodes();
  summed_to_ = now;
}

StateRow Book::state(Seconds now) const {
  const auto [asleep, going, booting, booting_held] = sleeping_ ? sleeping_() : SleepingNodes();
  return {now,
          static_cast<std::int64_t>(waiting()),
          queue_.nodes() + held_back_.nodes(),
          static_cast<std::int64_t>(running_.size()),
          running_.nodes() - booting_held,
          nodes_.free().size() + reserved_ - asleep - (booting - booting_held),
          nodes_.down().size() - going,
          asleep,
          booting,
          going};
}

} // namespace malha::cluster

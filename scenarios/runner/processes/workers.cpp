// SPDX-License-Identifier: MIT
#include "outcome_bytes.hpp"
#include "policies/sdk/numbers.hpp"
#include "worker.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <memory>

namespace malha {
namespace {

/// Items that wait, by group.
class Queue {
public:
  /// `groups` has the group of each item.
  explicit Queue(const std::vector<std::size_t>& groups) {
    for (std::size_t item = 0; item < groups.size(); ++item)
      left_[groups[item]].push_back(item);
  }

  bool is_empty() const { return left_.empty(); }
  /// The next item for a worker that has prepared this group: one of the group, else of a group that no
  /// worker has begun, else of any.
  std::size_t next(std::size_t group) {
    auto found = left_.find(group);
    if (found == left_.end())
      found = std::find_if(left_.begin(), left_.end(),
                           [this](const auto& one) { return begun_.count(one.first) == 0; });
    if (found == left_.end())
      found = left_.begin();
    if (found->first != 0)
      begun_.insert(found->first);
    const auto item = found->second.front();
    found->second.pop_front();
    if (found->second.empty())
      left_.erase(found);
    return item;
  }

private:
  std::map<std::size_t, std::deque<std::size_t>> left_;
  std::set<std::size_t> begun_;
};

/// All workers of a command. Its destructor kills what runs.
class Pool {
public:
  using MakeWorker = std::function<std::unique_ptr<Worker>(const Interruption&)>;

  Pool(const std::vector<std::size_t>& groups, const WorkLimits& limits, MakeWorker make_worker)
      : limits_(limits), make_worker_(std::move(make_worker)), queue_(groups) {}

  bool is_done() const {
    return queue_.is_empty() &&
           std::none_of(places_.begin(), places_.end(), [](const auto& one) { return one.item.has_value(); });
  }
  /// Starts items on free workers.
  void start();
  /// Waits for the first event, at most for this time. Returns the items that have ended.
  std::vector<std::pair<std::size_t, Outcome>> wait(Seconds most);
  std::vector<RunningItem> running() const;

private:
  struct Place {
    std::unique_ptr<Worker> worker;
    std::optional<std::size_t> item; ///< nothing: it is free
  };

  Seconds deadline(const Place& place) const { return place.worker->begun() + limits_.time_limit; }
  Outcome end_of(const Place& place, int status) const;

  const WorkLimits& limits_;
  const MakeWorker make_worker_;
  const Interruption interruption_ = {};
  Queue queue_;
  std::vector<Place> places_;
};

void Pool::start() {
  for (std::size_t i = 0; i < static_cast<std::size_t>(limits_.workers) && !queue_.is_empty(); ++i) {
    if (i == places_.size())
      places_.push_back({make_worker_(interruption_), std::nullopt});
    auto& place = places_[i];
    if (place.item)
      continue;
    place.item = queue_.next(place.worker->group());
    place.worker->start(*place.item);
  }
}

Outcome Pool::end_of(const Place& place, int status) const {
  const auto& worker = *place.worker;
  if (auto sent = outcome_of(worker.received()))
    return *sent;
  std::string simgrid_said;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
    simgrid_said = worker.run_status().simgrid_said();
  std::string how = how_it_ended(status);
  const bool took_too_long = real_time_now() >= deadline(place);
  if (took_too_long)
    how = "was killed: it took longer than --time-limit " + shortest(limits_.time_limit) + " s";
  else if (!simgrid_said.empty())
    how = "SimGrid aborted: " + simgrid_said;
  if (const auto policy = worker.run_status().policy(); !policy.empty())
    how += " while it asked policy '" + policy + "'";
  Outcome outcome{Status::died, how, {}, 0, 0};
  if (const auto input = worker.run_status().input_looked_at();
      WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL && !input.empty())
    outcome = {Status::bad_input, input + ": " + how, {}, 0, 0};
  outcome.simgrid_said = simgrid_said;
  outcome.took_too_long = took_too_long;
  return outcome;
}

std::vector<RunningItem> Pool::running() const {
  std::vector<RunningItem> items;
  for (const auto& place : places_)
    if (place.item)
      items.push_back({*place.item, place.worker->run_status().share_done()});
  return items;
}

std::vector<std::pair<std::size_t, Outcome>> Pool::wait(Seconds most) {
  std::vector<pollfd> polls;
  Seconds first = std::numeric_limits<Seconds>::infinity();
  for (const auto& place : places_)
    if (place.item) {
      place.worker->watch(polls);
      first = std::min(first, deadline(place));
    }
  interruption_.wait(polls, std::clamp(first - real_time_now(), 0.0, most));
  std::vector<std::pair<std::size_t, Outcome>> ended;
  for (auto& place : places_) {
    if (!place.item)
      continue;
    const bool overdue = real_time_now() >= deadline(place);
    if (const auto status = overdue ? std::optional(place.worker->kill()) : place.worker->receive()) {
      ended.emplace_back(*place.item, end_of(place, *status));
      place.item.reset();
    }
  }
  return ended;
}

int run_pool(Pool& pool, const Finished& finished, const Watch& watch) {
  constexpr Seconds between_looks = 0.5; // also at processes whose pipes say nothing
  while (!pool.is_done()) {
    pool.start();
    for (const auto& [item, outcome] : pool.wait(between_looks))
      finished(item, outcome);
    if (watch)
      watch(pool.running());
    if (Interruption::received() != 0)
      return Interruption::received();
  }
  return 0;
}

} // namespace

int run_workers(const std::vector<WorkItem>& items, const WorkLimits& limits, const Finished& finished,
                const Watch& watch) {
  Pool pool(std::vector<std::size_t>(items.size(), 0), limits, [&](const Interruption& interruption) {
    return std::make_unique<ForkingWorker>(items, interruption);
  });
  return run_pool(pool, finished, watch);
}

int run_workers(const SerializedItems& items, ForkServers& fork_servers, const WorkLimits& limits,
                const Finished& finished, const Watch& watch) {
  SerializedWorker::WorkerShared shared{items, fork_servers};
  Pool pool(items.groups, limits, [&](const Interruption& interruption) {
    return std::make_unique<SerializedWorker>(shared, interruption);
  });
  return run_pool(pool, finished, watch);
}

ForkServers::ForkServers(SerializedWork work, int workers, bool keeps_idle)
    : work_(std::move(work)), keeps_idle_(keeps_idle) {
  for (int i = 0; i < workers; ++i)
    idle_.push_back(std::make_unique<ForkServer>(work_));
}

ForkServers::ForkServers(ForkServers&&) noexcept = default;

ForkServers::~ForkServers() = default;

void ForkServers::keep_open(int file) const {
  for (const auto& fork_server : idle_)
    fork_server->keep_open(file);
}

void ForkServers::give_back(std::unique_ptr<ForkServer> idle) {
  if (keeps_idle_)
    idle_.push_back(std::move(idle));
}

std::unique_ptr<ForkServer> ForkServers::take() {
  if (idle_.empty())
    return nullptr;
  auto fork_server = std::move(idle_.back());
  idle_.pop_back();
  return fork_server;
}

void end_by_signal(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  std::_Exit(128 + signal); // where the signal is ignored
}

} // namespace malha

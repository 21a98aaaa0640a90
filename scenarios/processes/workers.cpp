// SPDX-License-Identifier: MIT
#include "outcome_bytes.hpp"
#include "policies/sdk/numbers.hpp"
#include "real_time.hpp"
#include "worker.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <memory>

namespace malha {
namespace {

/// The items that are left, by group.
class Queue {
public:
  explicit Queue(const std::vector<WorkItem>& items) {
    for (std::size_t item = 0; item < items.size(); ++item)
      left_[items[item].group].push_back(item);
  }

  bool is_empty() const { return left_.empty(); }
  /// The next item for a worker whose fork server serves this group: one of the group, else of a group that
  /// no worker has begun, else of any.
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

/// The workers. What runs when it goes is killed.
class Pool {
public:
  Pool(const std::vector<WorkItem>& items, const WorkLimits& limits, const PrepareGroup& prepare)
      : limits_(limits), crew_{items, prepare}, queue_(items) {}

  bool is_done() const {
    return queue_.is_empty() &&
           std::none_of(workers_.begin(), workers_.end(), [](const auto& one) { return one.is_busy(); });
  }
  /// Gives items to free workers.
  void start();
  /// Waits for whatever comes first, or so long. Returns the items that have ended.
  std::vector<std::pair<std::size_t, Outcome>> wait(Seconds most);
  std::vector<RunningItem> running() const;

private:
  struct Place {
    std::unique_ptr<Worker> worker;
    Seconds deadline;
    bool is_busy() const { return worker->is_busy(); }
  };

  void start(Place& place, std::size_t item);
  Outcome end_of(const Place& place, int status) const;

  const WorkLimits& limits_;
  Crew crew_;
  Queue queue_;
  std::vector<Place> workers_;
  std::set<std::size_t> without_server_; ///< groups whose fork server was lost
};

void Pool::start(Place& place, std::size_t item) {
  const auto group = crew_.items[item].group;
  if (group == 0 || without_server_.count(group) > 0)
    place.worker->start(item);
  else
    place.worker->start_served(item);
  place.deadline = real_time_now() + limits_.time_limit;
}

void Pool::start() {
  for (std::size_t i = 0; i < static_cast<std::size_t>(limits_.workers) && !queue_.is_empty(); ++i) {
    if (i == workers_.size())
      workers_.push_back({std::make_unique<Worker>(crew_), 0});
    if (auto& place = workers_[i]; !place.is_busy())
      start(place, queue_.next(place.worker->group()));
  }
}

Outcome Pool::end_of(const Place& place, int status) const {
  const auto& worker = *place.worker;
  if (auto said = outcome_of(worker.said()))
    return *said;
  std::string simgrid_said;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
    simgrid_said = worker.last_words().simgrid_said();
  std::string how = "its process ended with status " + std::to_string(WEXITSTATUS(status));
  if (real_time_now() >= place.deadline)
    how = "was killed: it took longer than --time-limit " + shortest(limits_.time_limit) + " s";
  else if (!simgrid_said.empty())
    how = "SimGrid aborted: " + simgrid_said;
  else if (WIFSIGNALED(status))
    how = "its process was killed by signal " + std::to_string(WTERMSIG(status)) + " (" +
          strsignal(WTERMSIG(status)) + ")";
  if (const auto policy = worker.last_words().policy(); !policy.empty())
    how += " while it asked policy '" + policy + "'";
  Outcome outcome{Status::died, how, {}, 0, 0};
  if (const auto input = worker.last_words().input_looked_at();
      WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL && !input.empty())
    outcome = {Status::bad_input, input + ": " + how, {}, 0, 0};
  outcome.simgrid_said = simgrid_said;
  return outcome;
}

std::vector<RunningItem> Pool::running() const {
  std::vector<RunningItem> items;
  for (const auto& [worker, deadline] : workers_)
    if (worker->is_busy())
      items.push_back({worker->item(), worker->last_words().share_done()});
  return items;
}

std::vector<std::pair<std::size_t, Outcome>> Pool::wait(Seconds most) {
  std::vector<pollfd> polls;
  Seconds deadline = std::numeric_limits<Seconds>::infinity();
  for (const auto& place : workers_)
    if (place.is_busy()) {
      place.worker->watch(polls);
      deadline = std::min(deadline, place.deadline);
    }
  crew_.interruption.wait(polls, std::clamp(deadline - real_time_now(), 0.0, most));
  std::vector<std::pair<std::size_t, Outcome>> ended;
  for (auto& place : workers_) {
    if (!place.is_busy())
      continue;
    const auto item = place.worker->item();
    const bool overdue = real_time_now() >= place.deadline;
    const auto status = overdue ? std::optional(place.worker->kill()) : place.worker->listen();
    if (!status)
      continue;
    if (!overdue && place.worker->server_was_lost()) {
      without_server_.insert(crew_.items[item].group);
      start(place, item);
      continue;
    }
    ended.emplace_back(item, end_of(place, *status));
  }
  return ended;
}

} // namespace

int run_workers(const std::vector<WorkItem>& items, const WorkLimits& limits,
                const std::function<void(std::size_t, const Outcome&)>& finished,
                const std::function<void(const std::vector<RunningItem>&)>& watch,
                const PrepareGroup& prepare) {
  constexpr Seconds between_looks = 0.5;
  Pool pool(items, limits, prepare);
  while (!pool.is_done()) {
    pool.start();
    for (const auto& [item, outcome] : pool.wait(watch ? between_looks : 1e6))
      finished(item, outcome);
    if (watch)
      watch(pool.running());
    if (Interruption::received() != 0)
      return Interruption::received();
  }
  return 0;
}

void end_by_signal(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  std::_Exit(128 + signal); // where the signal is ignored
}

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <stdexcept>
#include <vector>

/// A scheduler of rigid jobs on identical nodes that is slow and plain, to compare others with. It shares no
/// code with them. Every comparison of dates is exact, every interval half-open: what ends at a date is free
/// at that date.
namespace malha::testing {

/// Jobs are given in increasing (submitted, id).
struct ReferenceJob {
  long id;
  double submitted;
  int size;
  double run_time;
  double walltime;
};

/// Of the queue; ties by (submitted, id). shortest and longest look at the walltime; wfp3 is decreasing
/// (wait / walltime)^3 * size at the date of the decision, infinite for a job of no walltime.
enum class ReferenceOrder { submit, shortest, longest, smallest, largest, wfp3 };

struct ReferenceRow {
  long id;
  double start;
  double finish;
  bool killed;
};

/// depth: how many reservations a pass of easy makes at most; 0 makes none, 1 is the textbook's.
/// conservative takes no depth, only the order submit, and no job of walltime 0: a promise of no length keeps
/// nobody from its nodes, so it could not be kept.
struct ReferencePolicy {
  enum Kind { fcfs, easy, conservative } kind;
  int depth;
  ReferenceOrder order;
};

/// Who holds how many nodes when. A window without length, [t, t), holds nothing.
class ReferenceProfile {
public:
  explicit ReferenceProfile(int nodes) : nodes_(nodes) {}

  void occupy(double from, double to, int size) { held_.push_back({from, to, size}); }

  /// The first date, of now and the later dates at which something begins or ends, from which the job's nodes
  /// are free for its walltime.
  double earliest_start(double now, const ReferenceJob& job) const {
    std::vector<double> dates{now};
    for (const Held& held : held_)
      for (const double date : {held.from, held.to})
        if (date > now)
          dates.push_back(date);
    std::sort(dates.begin(), dates.end());
    for (const double date : dates)
      if (fits(date, job, dates))
        return date;
    throw std::logic_error("a job is larger than the machine");
  }

private:
  struct Held {
    double from;
    double to;
    int size;
  };

  int free_at(double date) const {
    int free = nodes_;
    for (const Held& held : held_)
      if (held.from <= date && date < held.to)
        free -= held.size;
    return free;
  }

  /// The number of free nodes changes only at dates, so nothing between two of them needs a look.
  bool fits(double start, const ReferenceJob& job, const std::vector<double>& dates) const {
    if (free_at(start) < job.size)
      return false;
    const double end = start + job.walltime;
    for (const double date : dates)
      if (date > start && date < end && free_at(date) < job.size)
        return false;
    return true;
  }

  int nodes_;
  std::vector<Held> held_;
};

class ReferenceSimulation {
public:
  ReferenceSimulation(const std::vector<ReferenceJob>& jobs, int nodes, const ReferencePolicy& policy)
      : jobs_(jobs), nodes_(nodes), policy_(policy) {
    if (policy.kind == ReferencePolicy::conservative && policy.order != ReferenceOrder::submit)
      throw std::logic_error("conservative keeps the order of submission");
    for (const ReferenceJob& job : jobs)
      if (job.size < 1 || job.size > nodes)
        throw std::logic_error("a job does not fit the machine");
      else if (policy.kind == ReferencePolicy::conservative && job.walltime <= 0)
        throw std::logic_error("conservative cannot keep a promise of no length");
  }

  std::vector<ReferenceRow> run() {
    while (const std::optional<double> date = next_date()) {
      now_ = *date;
      end_jobs();
      submit_jobs();
      decide();
    }
    if (!queue_.empty())
      throw std::logic_error("jobs were left in the queue");
    std::sort(rows_.begin(), rows_.end(),
              [](const ReferenceRow& a, const ReferenceRow& b) { return a.id < b.id; });
    return rows_;
  }

private:
  struct Running {
    ReferenceJob job;
    double start;
    double finish;
    double expected_end;
  };
  struct Promise {
    ReferenceJob job;
    double start;
  };

  /// Of the next end or submission. It is the present date again when a job of no length was started.
  std::optional<double> next_date() const {
    std::optional<double> next;
    if (submitted_ < jobs_.size())
      next = jobs_[submitted_].submitted;
    for (const Running& running : running_)
      if (!next || running.finish < *next)
        next = running.finish;
    return next;
  }

  void end_jobs() {
    std::vector<Running> still_running;
    for (const Running& running : running_)
      if (running.finish > now_)
        still_running.push_back(running);
      else if (running.finish < running.expected_end)
        ended_early_ = true;
    running_ = still_running;
  }

  void submit_jobs() {
    for (; submitted_ < jobs_.size() && jobs_[submitted_].submitted <= now_; ++submitted_)
      queue_.push_back(jobs_[submitted_]);
  }

  void decide() {
    switch (policy_.kind) {
    case ReferencePolicy::fcfs:
      decide_fcfs();
      break;
    case ReferencePolicy::easy:
      decide_easy();
      break;
    case ReferencePolicy::conservative:
      decide_conservative();
      break;
    }
    ended_early_ = false;
  }

  void decide_fcfs() {
    ReferenceProfile profile = profile_of_running_jobs();
    for (const ReferenceJob& job : ordered_queue()) {
      if (profile.earliest_start(now_, job) != now_)
        return;
      start(job);
      profile.occupy(now_, now_ + job.walltime, job.size);
    }
  }

  void decide_easy() {
    ReferenceProfile profile = profile_of_running_jobs();
    int reservations = 0;
    for (const ReferenceJob& job : ordered_queue()) {
      const double earliest = profile.earliest_start(now_, job);
      if (earliest == now_)
        start(job);
      else if (reservations < policy_.depth)
        ++reservations;
      else
        continue;
      profile.occupy(earliest, earliest + job.walltime, job.size);
    }
  }

  void decide_conservative() {
    if (ended_early_)
      renew_promises();
    for (const ReferenceJob& job : queue_) // those submitted since stand behind, in order of id
      if (promises_.count(job.id) == 0)
        promises_[job.id] = {job, profile_with_promises().earliest_start(now_, job)};
    for (const ReferenceJob& job : std::vector<ReferenceJob>(queue_))
      if (promises_.at(job.id).start == now_) {
        promises_.erase(job.id);
        start(job);
      }
  }

  void renew_promises() {
    std::vector<Promise> before;
    for (const auto& [id, promise] : promises_)
      before.push_back(promise);
    std::sort(before.begin(), before.end(), [](const Promise& a, const Promise& b) {
      return a.start != b.start ? a.start < b.start : was_submitted_before(a.job, b.job);
    });
    for (const Promise& promise : before) {
      promises_.erase(promise.job.id);
      const double earliest = profile_with_promises().earliest_start(now_, promise.job);
      if (earliest > promise.start)
        throw std::logic_error("a promise was broken");
      promises_[promise.job.id] = {promise.job, earliest};
    }
  }

  ReferenceProfile profile_of_running_jobs() const {
    ReferenceProfile profile(nodes_);
    for (const Running& running : running_)
      profile.occupy(running.start, running.expected_end, running.job.size);
    return profile;
  }

  ReferenceProfile profile_with_promises() const {
    ReferenceProfile profile = profile_of_running_jobs();
    for (const auto& [id, promise] : promises_)
      profile.occupy(promise.start, promise.start + promise.job.walltime, promise.job.size);
    return profile;
  }

  static bool was_submitted_before(const ReferenceJob& a, const ReferenceJob& b) {
    return a.submitted != b.submitted ? a.submitted < b.submitted : a.id < b.id;
  }

  /// The queue is sorted by increasing keys.
  double key(const ReferenceJob& job) const {
    switch (policy_.order) {
    case ReferenceOrder::submit:
      return 0;
    case ReferenceOrder::shortest:
      return job.walltime;
    case ReferenceOrder::longest:
      return -job.walltime;
    case ReferenceOrder::smallest:
      return job.size;
    case ReferenceOrder::largest:
      return -job.size;
    case ReferenceOrder::wfp3:
      if (job.walltime == 0)
        return -std::numeric_limits<double>::infinity();
      const double ratio = (now_ - job.submitted) / job.walltime;
      return -(ratio * ratio * ratio * job.size);
    }
    throw std::logic_error("no such order");
  }

  std::vector<ReferenceJob> ordered_queue() const {
    std::vector<ReferenceJob> queue = queue_;
    std::sort(queue.begin(), queue.end(), [this](const ReferenceJob& a, const ReferenceJob& b) {
      return key(a) != key(b) ? key(a) < key(b) : was_submitted_before(a, b);
    });
    return queue;
  }

  void start(const ReferenceJob& job) {
    const double finish = now_ + std::min(job.run_time, job.walltime);
    running_.push_back({job, now_, finish, now_ + job.walltime});
    rows_.push_back({job.id, now_, finish, job.run_time > job.walltime});
    queue_.erase(std::find_if(queue_.begin(), queue_.end(),
                              [&job](const ReferenceJob& queued) { return queued.id == job.id; }));
  }

  const std::vector<ReferenceJob>& jobs_;
  int nodes_;
  ReferencePolicy policy_;
  double now_ = 0;
  std::size_t submitted_ = 0;       ///< so many of jobs_
  std::vector<ReferenceJob> queue_; ///< in increasing (submitted, id)
  std::vector<Running> running_;
  std::map<long, Promise> promises_; ///< of queued jobs, by id
  bool ended_early_ = false;         ///< some job, since the last decision, before its expected end
  std::vector<ReferenceRow> rows_;
};

/// One row a job, by id.
inline std::vector<ReferenceRow> reference_schedule(const std::vector<ReferenceJob>& jobs, int nodes,
                                                    const ReferencePolicy& policy) {
  return ReferenceSimulation(jobs, nodes, policy).run();
}

/// Draws small whole numbers the same way with every standard library.
class ReferenceDice {
public:
  explicit ReferenceDice(std::uint64_t seed) : engine_(seed) {}
  /// From 0 to below.
  int below(int sides) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(sides)); }

private:
  std::mt19937_64 engine_;
};

inline double random_run_time(ReferenceDice& dice, double units) {
  switch (dice.below(10)) {
  case 0:
    return 0;
  case 1:
    return 10 / units; // the same for many jobs
  case 2:
  case 3:
    return dice.below(300) / units;
  default:
    return dice.below(40) / units;
  }
}

inline double random_walltime(ReferenceDice& dice, double run_time) {
  switch (dice.below(6)) {
  case 0:
    return 2 * run_time;
  case 1:
    return 5 * run_time;
  case 2:
    return std::ceil(run_time / 10) * 10;
  case 3:
    return run_time * dice.below(4) / 4; // kills
  default:
    return run_time;
  }
}

inline int random_size(ReferenceDice& dice, int nodes) {
  switch (dice.below(8)) {
  case 0:
    return nodes;
  case 1:
  case 2:
  case 3:
    return 1 + dice.below((nodes + 3) / 4);
  default:
    return 1 + dice.below(nodes);
  }
}

/// Jobs with many ties. Half of the seeds give whole dates; the others dates in parts of a second that
/// doubles do not hold, so that sums round. Some seeds submit all at once, some seldom enough for an idle
/// machine.
inline std::vector<ReferenceJob> random_jobs(std::uint64_t seed, int count, int nodes,
                                             bool walltimes_of_0 = false) {
  ReferenceDice dice(seed);
  static constexpr double all_units[] = {1, 1, 1, 7, 10, 3};
  static constexpr int all_gaps[] = {1, 5, 20, 60};
  const double units = all_units[dice.below(6)];
  const int longest_gap = all_gaps[dice.below(4)];
  int date = 0;
  std::vector<ReferenceJob> jobs;
  for (long id = 1; id <= count; ++id) {
    if (dice.below(2) == 0)
      date += dice.below(longest_gap);
    ReferenceJob job{};
    job.id = id;
    job.submitted = date / units;
    job.size = random_size(dice, nodes);
    job.run_time = random_run_time(dice, units);
    job.walltime = random_walltime(dice, job.run_time);
    if (job.walltime == 0 && !walltimes_of_0)
      job.walltime = 1 / units;
    jobs.push_back(job);
  }
  return jobs;
}

} // namespace malha::testing

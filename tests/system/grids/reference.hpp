// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <ostream>
#include <tuple>
#include <vector>

/// Brokers and pull through a tuple space as docs/grids.md has them, slow and plain, to compare others with.
/// They share no code with them. Every comparison of dates is exact. Tasks and resources are numbered from 0,
/// resources are up from the start, and what crashes never comes back.
namespace malha::testing {

struct ReferenceBag {
  Seconds submitted;
  std::vector<Flops> works;
};

struct ReferenceCrash {
  std::size_t resource;
  Seconds date;
};

/// Bags in increasing dates; at most one crash a resource.
struct ReferenceInstance {
  std::vector<FlopsPerSecond> speeds;
  std::vector<ReferenceBag> bags;
  std::vector<ReferenceCrash> crashes = {};
  Seconds detection_delay = 0;
};

enum class ReferenceOutcome { completed, cancelled, lost };

struct ReferenceAttempt {
  std::size_t task;
  std::size_t resource;
  Seconds start;
  Seconds end;
  ReferenceOutcome outcome;
};

inline bool operator==(const ReferenceAttempt& a, const ReferenceAttempt& b) {
  return a.task == b.task && a.resource == b.resource && a.start == b.start && a.end == b.end &&
         a.outcome == b.outcome;
}

inline std::ostream& operator<<(std::ostream& out, const ReferenceAttempt& attempt) {
  static constexpr const char* names[] = {"completed", "cancelled", "lost"};
  const auto digits = out.precision(17);
  out << "task " << attempt.task << " on " << attempt.resource << " from " << attempt.start << " to "
      << attempt.end << " " << names[static_cast<int>(attempt.outcome)];
  out.precision(digits);
  return out;
}

/// What came of an instance.
struct ReferenceSchedule {
  std::vector<ReferenceAttempt> attempts;                ///< by start, then task, then resource
  std::vector<std::optional<ReferenceAttempt>> ended_by; ///< by task: the attempt that completed it
  std::vector<std::size_t> unended; ///< tasks that nobody completed: all resources crashed
  Seconds makespan = 0;             ///< date of the last completion
};

/// What both architectures have in common: time, its rounds, and who holds what. A resource *holds* a task
/// from when it gets it until the task has ended or its crash is known; it *runs* it while it is alive.
class ReferenceGrid {
public:
  explicit ReferenceGrid(const ReferenceInstance& instance)
      : crashes_(instance.crashes), detection_delay_(instance.detection_delay) {
    for (const FlopsPerSecond speed : instance.speeds)
      resources_.push_back({speed});
    for (std::size_t bag = 0; bag < instance.bags.size(); ++bag)
      for (const Flops work : instance.bags[bag].works)
        tasks_.push_back({bag, instance.bags[bag].submitted, work});
    std::sort(crashes_.begin(), crashes_.end(), [](const ReferenceCrash& a, const ReferenceCrash& b) {
      return std::tie(a.date, a.resource) < std::tie(b.date, b.resource);
    });
  }
  virtual ~ReferenceGrid() = default;

  ReferenceSchedule run() {
    while (const std::optional<Seconds> date = next_date()) {
      now_ = *date;
      heard_ = false;
      end_tasks();
      submit_bags();
      crash_resources();
      detect_crashes();
      if (heard_)
        give_tasks();
    }
    return schedule();
  }

protected:
  struct Resource {
    FlopsPerSecond speed;
    bool crashed = false;
    bool known_to_be_down = false;
    std::optional<std::size_t> holds = {};
    Seconds start = 0;       ///< of what it holds
    Seconds planned_end = 0; ///< of what it holds
    std::size_t attempt = 0; ///< of what it runs
    bool runs() const { return holds && !crashed; }
  };
  struct Task {
    std::size_t bag;
    Seconds submission;
    Flops work;
    bool submitted = false;
    bool ended = false;
  };

  /// To resources that are free; asked in rounds in which something became known.
  virtual void give_tasks() = 0;
  /// The resource, which ran a task, has crashed now.
  virtual void lose(const Resource&) {}

  void give(std::size_t task, std::size_t resource, Seconds planned_end) {
    Resource& taker = resources_[resource];
    taker.holds = task;
    taker.start = now_;
    taker.planned_end = planned_end;
    if (taker.crashed)
      return;
    taker.attempt = attempts_.size();
    attempts_.push_back({task, resource, now_, now_, ReferenceOutcome::completed});
  }

  int copies(std::size_t task) const {
    return static_cast<int>(std::count_if(resources_.begin(), resources_.end(),
                                          [task](const Resource& one) { return one.holds == task; }));
  }

  bool waits(std::size_t task) const {
    return tasks_[task].submitted && !tasks_[task].ended && copies(task) == 0;
  }

  /// By id.
  std::vector<std::size_t> waiting() const {
    std::vector<std::size_t> found;
    for (std::size_t task = 0; task < tasks_.size(); ++task)
      if (waits(task))
        found.push_back(task);
    return found;
  }

  FlopsPerSecond mean_speed() const {
    FlopsPerSecond sum = 0;
    for (const Resource& resource : resources_)
      sum += resource.speed;
    return sum / static_cast<double>(resources_.size());
  }

  Seconds now_ = 0;
  std::vector<Resource> resources_;
  std::vector<Task> tasks_;

private:
  /// Of whatever happens next; the present date again when a task of no length was given.
  std::optional<Seconds> next_date() const {
    std::optional<Seconds> next;
    const auto consider = [&next](Seconds date) { next = next ? std::min(*next, date) : date; };
    for (const Resource& resource : resources_)
      if (resource.runs())
        consider(resource.planned_end);
    for (const Task& task : tasks_)
      if (!task.submitted)
        consider(task.submission);
    for (const ReferenceCrash& crash : crashes_) {
      if (!resources_[crash.resource].crashed)
        consider(crash.date);
      if (!resources_[crash.resource].known_to_be_down)
        consider(crash.date + detection_delay_);
    }
    return next;
  }

  void end_tasks() {
    for (std::size_t task = 0; task < tasks_.size(); ++task)
      for (std::size_t resource = 0; resource < resources_.size(); ++resource)
        if (ends_now(task, resources_[resource]))
          end(task, resource);
  }

  bool ends_now(std::size_t task, const Resource& resource) const {
    return resource.runs() && resource.holds == task && resource.planned_end <= now_;
  }

  /// The copy of that resource counts; all others are cancelled, those on dead resources have been lost.
  void end(std::size_t task, std::size_t by) {
    for (std::size_t i = 0; i < resources_.size(); ++i) {
      if (resources_[i].holds != task)
        continue;
      if (resources_[i].runs())
        close(resources_[i], i == by ? ReferenceOutcome::completed : ReferenceOutcome::cancelled);
      resources_[i].holds.reset();
    }
    tasks_[task].ended = true;
    heard_ = true;
  }

  void close(const Resource& resource, ReferenceOutcome outcome) {
    attempts_[resource.attempt].end = now_;
    attempts_[resource.attempt].outcome = outcome;
  }

  void submit_bags() {
    for (Task& task : tasks_)
      if (!task.submitted && task.submission <= now_) {
        task.submitted = true;
        heard_ = true;
      }
  }

  void crash_resources() {
    for (const ReferenceCrash& crash : crashes_) {
      Resource& resource = resources_[crash.resource];
      if (resource.crashed || crash.date > now_)
        continue;
      if (resource.holds) {
        lose(resource);
        close(resource, ReferenceOutcome::lost);
      }
      resource.crashed = true;
    }
  }

  void detect_crashes() {
    for (const ReferenceCrash& crash : crashes_) {
      Resource& resource = resources_[crash.resource];
      if (resource.known_to_be_down || crash.date + detection_delay_ > now_)
        continue;
      resource.known_to_be_down = true;
      resource.holds.reset();
      heard_ = true;
    }
  }

  ReferenceSchedule schedule() const {
    ReferenceSchedule made;
    made.attempts = attempts_;
    made.ended_by.resize(tasks_.size());
    std::sort(made.attempts.begin(), made.attempts.end(),
              [](const ReferenceAttempt& a, const ReferenceAttempt& b) {
                return std::tie(a.start, a.task, a.resource) < std::tie(b.start, b.task, b.resource);
              });
    for (const ReferenceAttempt& attempt : made.attempts)
      if (attempt.outcome == ReferenceOutcome::completed) {
        made.ended_by[attempt.task] = attempt;
        made.makespan = std::max(made.makespan, attempt.end);
      }
    for (std::size_t task = 0; task < tasks_.size(); ++task)
      if (!tasks_[task].ended)
        made.unended.push_back(task);
    return made;
  }

  std::vector<ReferenceCrash> crashes_; ///< by date, then resource
  Seconds detection_delay_;
  bool heard_ = false; ///< in this round: of an end, a submission or a crash
  std::vector<ReferenceAttempt> attempts_;
};

} // namespace malha::testing

// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/book.hpp"
#include "reference_scheduler.hpp"
#include "tests/policies/policy_maker.hpp"

#include <functional>
#include <queue>
#include <set>
#include <tuple>

namespace malha::testing {

/// Runs a queue policy of the suite on the scheduler's own book, with a heap of ends and no SimGrid.
class BareMachine {
public:
  BareMachine(int nodes, cluster::Queue& policy)
      : book_(std::vector<FlopsPerSecond>(static_cast<std::size_t>(nodes), 1e9)), policy_(policy) {}
  BareMachine(const std::vector<cluster::NamedMachine>& machines, cluster::Queue& policy)
      : book_(std::vector<FlopsPerSecond>(cpus_of(machines), 1e9), machines), policy_(policy) {}

  /// Called before each job is submitted, to give it what a ReferenceJob cannot say.
  std::function<void(Job&)> dress;

  /// Called after each decision, before it is carried out.
  std::function<void(const cluster::QueueView&, const cluster::Decision&)> look;

  std::vector<ReferenceRow> run(const std::vector<ReferenceJob>& jobs) {
    for (std::size_t next = 0; next < jobs.size() || !ends_.empty();) {
      const Seconds submission = next < jobs.size() ? jobs[next].submitted : cluster::never;
      now_ = std::min(submission, ends_.empty() ? cluster::never : ends_.top().date);
      if (const auto wake = wakes_.upper_bound(last_); wake != wakes_.end())
        now_ = std::min(now_, *wake);
      last_ = now_;
      for (bool again = true; again;) {
        while (!ends_.empty() && ends_.top().date <= now_)
          end();
        for (; next < jobs.size() && jobs[next].submitted <= now_; ++next)
          admit(jobs[next]);
        decide();
        again = !ends_.empty() && ends_.top().date <= now_;
      }
    }
    std::sort(rows_.begin(), rows_.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return rows_;
  }

private:
  static std::size_t cpus_of(const std::vector<cluster::NamedMachine>& machines) {
    std::size_t cpus = 0;
    for (const auto& one : machines)
      cpus += static_cast<std::size_t>(one.machine.cpus);
    return cpus;
  }

  struct End {
    Seconds date;
    TaskId id;
    cluster::Slot slot;
    bool operator<(const End& other) const { return std::tie(date, id) > std::tie(other.date, other.id); }
  };

  void admit(const ReferenceJob& job) {
    Job admitted;
    admitted.id = job.id;
    admitted.walltime = job.walltime;
    Task task;
    task.id = job.id;
    task.submitted = job.submitted;
    task.resources = job.size;
    task.length = job.run_time;
    task.reference_speed = 1e9;
    if (dress)
      dress(admitted);
    book_.admit(admitted, task);
  }

  void decide() {
    const auto view = book_.view(now_, static_cast<bool>(look));
    const auto decision = policy_.decide(view);
    if (look)
      look(view, decision);
    book_.told();
    wakes_.insert(decision.wake);
    for (const cluster::Slot slot : decision.drop)
      book_.drop(slot);
    for (const auto& start : decision.start) {
      const auto& job = book_.start(start, now_);
      const Seconds planned = job.task.length, limit = job.queued.walltime;
      ends_.push({now_ + std::min(planned, limit), job.task.id, start.job});
      rows_.push_back(
          {static_cast<long>(job.task.id), now_, now_ + std::min(planned, limit), planned > limit});
    }
  }

  void end() {
    book_.end(ends_.top().slot);
    ends_.pop();
  }

  cluster::Book book_;
  cluster::Queue& policy_;
  Seconds now_ = 0, last_ = -cluster::never;
  std::set<Seconds> wakes_;
  std::priority_queue<End> ends_;
  std::vector<ReferenceRow> rows_;
};

inline bool operator==(const ReferenceRow& a, const ReferenceRow& b) {
  return std::tie(a.id, a.start, a.finish, a.killed) == std::tie(b.id, b.start, b.finish, b.killed);
}

/// The rows of a policy of the suite.
inline std::vector<ReferenceRow> schedule_of(const std::string& policy,
                                             const std::map<std::string, std::string>& parameters,
                                             const std::vector<ReferenceJob>& jobs, int nodes) {
  const auto made = test::make<cluster::Queue>(policy, parameters);
  return BareMachine(nodes, *made).run(jobs);
}

} // namespace malha::testing

// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/book.hpp"
#include "actors/cluster/events.hpp"
#include "reference_scheduler.hpp"
#include "tests/policies/policy_maker.hpp"

#include <functional>
#include <map>
#include <tuple>

namespace malha::testing {

/// What became of a job of the suite on a bare machine.
struct BareRow {
  TaskId id;
  Seconds start, finish;     ///< of its last run; of a dropped job the date of the drop
  bool killed;               ///< at its walltime, or stopped for good
  std::vector<int> machines; ///< by fragment; of a job without fragments by CPU
  IndexSet nodes;
  int restarts;
  bool dropped; ///< by its policy, or larger than the cluster
};

/// A rigid job of that many seconds, on nodes of the speed of a bare machine; walltime `never`: none.
inline Job rigid_job(JobId id, Seconds submitted, int size, Seconds run_time, Seconds walltime = never) {
  Job job;
  job.id = id;
  job.submitted = submitted;
  if (walltime < never)
    job.walltime = walltime;
  Task task;
  task.id = id;
  task.job = id;
  task.submitted = submitted;
  task.resources = size;
  task.length = run_time;
  task.reference_speed = 1e9;
  job.tasks.push_back(task);
  return job;
}

/// The same of fragments: their CPUs are its size.
inline Job job_of_fragments(JobId id, Seconds submitted, std::vector<Fragment> fragments, Seconds run_time,
                            Seconds walltime = never) {
  int size = 0;
  for (const auto& fragment : fragments)
    size += fragment.cpus;
  auto job = rigid_job(id, submitted, size, run_time, walltime);
  job.fragments = std::move(fragments);
  return job;
}

/// Machines of those names and sizes, their nodes in a row.
inline std::vector<cluster::NamedMachine>
machines_of(const std::vector<std::pair<std::string, int>>& names_and_cpus) {
  std::vector<cluster::NamedMachine> machines;
  int first = 0;
  for (const auto& [name, cpus] : names_and_cpus) {
    machines.push_back({name, {first, cpus}});
    first += cpus;
  }
  return machines;
}

/// Runs a queue policy of the suite on the scheduler's own book and events, in its order, without SimGrid.
/// Throws BrokenRule, and InputError as the book does.
class BareMachine {
public:
  BareMachine(int nodes, cluster::Queue& policy) : book_(speeds(nodes)), policy_(policy) {}
  BareMachine(const std::vector<cluster::NamedMachine>& machines, cluster::Queue& policy)
      : book_(speeds(cpus_of(machines)), machines), policy_(policy) {}

  /// Called after each decision, before it is carried out.
  std::function<void(const cluster::QueueView&, const cluster::Decision&)> look;

  /// Jobs are in the order of their submissions and ids; rows are by id. A job that can never start, since
  /// nothing happens any more, has none.
  std::vector<BareRow> run(const std::vector<Job>& jobs) {
    for (std::size_t next = 0;;) {
      round(jobs, next);
      if (book_.idle() && next == jobs.size())
        break;
      events_.drop([this](const cluster::Event& event) { return is_stale(event); });
      const Seconds submission = next < jobs.size() ? jobs[next].submitted : never;
      const Seconds date = std::min(events_.next(), submission);
      if (date == never)
        break; // a deadlock
      now_ = std::max(now_, date);
    }
    std::sort(rows_.begin(), rows_.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return rows_;
  }

  std::vector<ReferenceRow> run(const std::vector<ReferenceJob>& jobs) {
    std::vector<Job> all;
    all.reserve(jobs.size());
    for (const auto& job : jobs)
      all.push_back(
          rigid_job(static_cast<JobId>(job.id), job.submitted, job.size, job.run_time, job.walltime));
    std::vector<ReferenceRow> rows;
    for (const auto& row : run(all))
      rows.push_back({static_cast<long>(row.id), row.start, row.finish, row.killed});
    return rows;
  }

private:
  static constexpr FlopsPerSecond speed = 1e9;

  static std::vector<FlopsPerSecond> speeds(int nodes) {
    return std::vector<FlopsPerSecond>(static_cast<std::size_t>(nodes), speed);
  }
  static int cpus_of(const std::vector<cluster::NamedMachine>& machines) {
    int cpus = 0;
    for (const auto& one : machines)
      cpus += one.machine.cpus;
    return cpus;
  }

  bool is_stale(const cluster::Event& event) const { return !book_.is_current(event.handle, event.run); }

  void round(const std::vector<Job>& jobs, std::size_t& next) {
    while (const auto event = events_.take(now_))
      if (!is_stale(*event))
        ended(book_.end(event->handle), event->date, event->kind == cluster::Event::end_by_limit);
    for (; next < jobs.size() && jobs[next].submitted <= now_; ++next)
      for (const auto& task : jobs[next].tasks)
        if (task.resources <= book_.nodes())
          book_.admit(jobs[next], task);
        else
          rows_.push_back({task.id, now_, now_, false, {}, {}, 0, true});
    decide();
  }

  void decide() {
    const auto view = book_.view(now_, static_cast<bool>(look));
    const auto decision = policy_.decide(view);
    if (look)
      look(view, decision);
    book_.clear_changes();
    if (!(decision.wake > now_))
      throw cluster::BrokenRule("it asks to be asked again at t=" + shortest(decision.wake) +
                                " s, which is not later");
    for (const auto& one : decision.stop)
      stop(one);
    for (const auto& move : decision.moved)
      book_.check(move);
    for (const auto handle : decision.deallocated)
      book_.check(handle, cluster::LiveJob::State::waits, "deallocates");
    for (const auto handle : decision.drop) {
      const auto& job = book_.drop(handle);
      rows_.push_back({job.task.id, now_, now_, false, {}, {}, job.restarts, true});
    }
    for (const auto& one : decision.start)
      start(one);
    events_.wake_at(decision.wake);
  }

  void stop(const cluster::Stop& stop) {
    book_.check(stop.job, cluster::LiveJob::State::runs, "stops");
    if (stop.requeue)
      book_.requeue(stop.job, now_);
    else
      ended(book_.end(stop.job), now_, true);
  }

  void start(const cluster::Start& start) {
    const auto& job = book_.start(start, now_);
    const Seconds planned = book_.task_run(job).time;
    const bool by_limit = planned > job.queued.walltime;
    events_.push({by_limit ? cluster::Event::end_by_limit : cluster::Event::end,
                  by_limit ? job.expected_end : now_ + planned, job.task.id, start.job, job.run});
    machines_[job.task.id] = start.machines.empty() ? machines_under(job.nodes) : start.machines;
  }

  std::vector<int> machines_under(const IndexSet& nodes) const {
    const auto& machines = book_.view(now_, false).machines;
    std::vector<int> found;
    for (std::size_t machine = 0; machine < machines.size(); ++machine)
      found.insert(
          found.end(),
          static_cast<std::size_t>(nodes.within(machines[machine].first, machines[machine].cpus).size()),
          static_cast<int>(machine));
    return found;
  }

  void ended(const cluster::LiveJob& job, Seconds end, bool killed) {
    rows_.push_back(
        {job.task.id, job.start, end, killed, machines_.at(job.task.id), job.nodes, job.restarts, false});
  }

  cluster::Book book_;
  cluster::Queue& policy_;
  Seconds now_ = 0;
  cluster::Events events_;
  std::map<TaskId, std::vector<int>> machines_; ///< of the last start
  std::vector<BareRow> rows_;
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

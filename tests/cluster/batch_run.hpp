// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/batch_model.hpp"
#include "reference_scheduler.hpp"
#include "tests/policies/policy_maker.hpp"
#include "tests/support/round_order.hpp"

#include <functional>
#include <map>
#include <tuple>

namespace malha::testing {

/// What became of a job in the model of the batch scheduler.
struct BatchRow {
  TaskId id;
  Seconds start, finish;     ///< of its last run; of a dropped job the date of the drop
  bool killed;               ///< at its walltime, or stopped for good
  std::vector<int> machines; ///< by fragment; of a job without fragments by CPU
  IndexSet nodes;
  int restarts;
  bool dropped; ///< by its policy, or larger than the cluster
};

/// A rigid job of that many seconds, on nodes of 1 Gflop/s; walltime `never`: none.
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

/// Jobs of a list, as the arrivals of a model.
class ListedJobs : public Arrivals {
public:
  explicit ListedJobs(const std::vector<Job>& jobs) : jobs_(jobs) {}

  Seconds next() override { return more() ? jobs_[next_].submitted : never; }
  Job take() override { return jobs_[next_++]; }
  bool more() override { return next_ < jobs_.size(); }

private:
  const std::vector<Job>& jobs_;
  std::size_t next_ = 0;
};

/// Runs a queue policy of the suite in the model of the batch scheduler, without SimGrid. Throws BrokenRule,
/// InputError as the model does, and std::logic_error when a round takes things out of their order.
class BatchRun : private cluster::Queue, private cluster::Listener {
public:
  BatchRun(int nodes, cluster::Queue& policy) : BatchRun(one_node_each(nodes), policy) {}
  BatchRun(const std::vector<cluster::NamedMachine>& machines, cluster::Queue& policy)
      : machines_(machines), policy_(policy) {}

  /// What jobs may share of the machines; nothing: no two jobs share one.
  std::optional<cluster::SharedMachines> shared;

  /// Called after each decision, before it is carried out.
  std::function<void(const cluster::QueueView&, const cluster::Decision&)> look;

  /// Jobs are in the order of their submissions and ids; rows are by id. A job that can never start, since
  /// nothing happens any more, has none.
  std::vector<BatchRow> run(const std::vector<Job>& jobs) {
    ListedJobs arrivals(jobs);
    cluster::BatchRules rules;
    rules.explains = static_cast<bool>(look);
    cluster::Book book(speeds(), machines_);
    if (shared)
      book.share(*shared);
    cluster::BatchModel model(std::move(book), *this, arrivals, cluster::Admission({}), rules);
    model.add(*this);
    rows_.clear();
    for (Seconds date = 0; date < never; date = std::max(date, model.next())) {
      order_.round_begins();
      model.round(date);
      if (model.is_over())
        break;
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

  static std::vector<cluster::NamedMachine> one_node_each(int nodes) {
    std::vector<cluster::NamedMachine> machines;
    for (int node = 0; node < nodes; ++node)
      machines.push_back({std::to_string(node), {node, 1}});
    return machines;
  }
  std::vector<FlopsPerSecond> speeds() const {
    std::size_t cpus = 0;
    for (const auto& one : machines_)
      cpus += static_cast<std::size_t>(one.machine.cpus);
    return std::vector<FlopsPerSecond>(cpus, speed);
  }

  cluster::Decision decide(const cluster::QueueView& view) override {
    order_.decision_begins();
    auto decision = policy_.decide(view);
    if (look)
      look(view, decision);
    return decision;
  }

  void submitted(const Job&, Seconds) override { order_.heard(Event::submission); }
  void rejected(const Job&, const Task& task) override {
    rows_.push_back({task.id, task.submitted, task.submitted, false, {}, {}, 0, true});
  }
  void dropped(const cluster::LiveJob& job, Seconds now) override {
    rows_.push_back({job.task.id, now, now, false, {}, {}, job.restarts, true});
  }
  void started(const cluster::LiveJob& job, const cluster::Start& how) override {
    machines_of_[job.task.id] = how.machines.empty() ? machines_under(job.nodes) : how.machines;
  }
  void ended(const cluster::LiveJob& job, Seconds start, Seconds end, FinalState state) override {
    order_.heard(Event::end);
    rows_.push_back({job.task.id, start, end, state != FinalState::completed, machines_of_.at(job.task.id),
                     job.nodes, job.restarts, false});
  }

  std::vector<int> machines_under(const IndexSet& nodes) const {
    std::vector<int> found;
    for (std::size_t i = 0; i < machines_.size(); ++i) {
      const auto& machine = machines_[i].machine;
      found.insert(found.end(), static_cast<std::size_t>(nodes.within(machine.first, machine.cpus).size()),
                   static_cast<int>(i));
    }
    return found;
  }

  const std::vector<cluster::NamedMachine> machines_;
  cluster::Queue& policy_;
  RoundOrder order_;
  std::map<TaskId, std::vector<int>> machines_of_; ///< by job, of its last start
  std::vector<BatchRow> rows_;
};

inline bool operator==(const ReferenceRow& a, const ReferenceRow& b) {
  return std::tie(a.id, a.start, a.finish, a.killed) == std::tie(b.id, b.start, b.finish, b.killed);
}

/// The rows of a policy of the suite.
inline std::vector<ReferenceRow> schedule_of(const std::string& policy,
                                             const std::map<std::string, std::string>& parameters,
                                             const std::vector<ReferenceJob>& jobs, int nodes) {
  const auto made = test::make<cluster::Queue>(policy, parameters);
  return BatchRun(nodes, *made).run(jobs);
}

} // namespace malha::testing

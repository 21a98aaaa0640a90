// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/model.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace malha::conformance {

/// The row of a job in the model of the batch scheduler.
struct BatchRow {
  TaskId id;
  Seconds start, finish;     ///< of its last run; of a dropped job the date of the drop
  bool killed;               ///< at its walltime, or stopped for good
  std::vector<int> machines; ///< by fragment; of a job without fragments by CPU
  IndexSet nodes;
  int restarts;
  bool dropped; ///< by its policy, or larger than the cluster
};

/// A rigid job with this run time in s, on nodes of 1 Gflop/s; walltime `never`: none.
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

/// The rules of a site of two partitions and two QOSes, of which one may preempt the other.
inline cluster::SiteRules site_of_two_classes() {
  cluster::SiteRules site;
  site.partitions["all"].name = "all";
  site.partitions["all"].is_default = true;
  site.partitions["part"].name = "part";
  site.partitions["part"].tier = 2;
  site.qos["normal"].name = "normal";
  site.qos["high"].name = "high";
  site.qos["high"].preempts = {"normal"};
  return site;
}

/// Runs a queue policy in the model of the batch scheduler, without SimGrid. Throws BrokenRule and InputError
/// as the model does.
class QueueRun : protected cluster::Queue, protected cluster::Listener {
public:
  QueueRun(int nodes, cluster::Queue& policy) : QueueRun(one_node_each(nodes), policy) {}
  QueueRun(const std::vector<cluster::NamedMachine>& machines, cluster::Queue& policy)
      : machines_(machines), policy_(policy) {}

  /// What jobs may share of the machines; nothing: no two jobs share one.
  std::optional<cluster::SharedMachines> shared;

  /// What the queue is ordered by; null: all jobs have the same priority.
  cluster::Priority* priority = nullptr;

  /// What holds jobs back at this site; null: nothing.
  cluster::Limit* limit = nullptr;
  cluster::SiteRules site;

  /// What machines have beside CPUs; no names: nothing. `share_machines`: several jobs may take of a machine.
  cluster::Stock stock;
  bool share_machines = false;
  std::map<std::string, IndexSet> partitions; ///< see SuitableNodes
  cluster::Features features;                 ///< likewise
  std::vector<std::int64_t> weights;          ///< of each node; empty: all have the same
  std::vector<cluster::Window> windows;       ///< by (begin, name)
  /// What says how long jobs will run; null: their walltimes do.
  cluster::Prediction* prediction = nullptr;
  /// What lets machines sleep; null: all stay on. `sleep_times`: of each machine.
  cluster::Sleep* sleep = nullptr;
  std::vector<cluster::SleepTimes> sleep_times;
  /// What says at which pstates jobs run; null: all run at full speed. `levels`: of each machine.
  cluster::Frequency* frequency = nullptr;
  std::vector<cluster::MachineLevels> levels;
  cluster::FrequencyRules frequency_rules;

  /// What holds jobs back to a date, with the series that it is shown, which may be null. The policy may be
  /// null: jobs are released at once.
  cluster::JobRelease* release = nullptr;
  const StepSeries *carbon = nullptr, *price = nullptr;
  /// What the machines draw, and the cap on it; no function: power is not modelled.
  std::function<cluster::CappedPower()> power;
  /// How jobs are treated, where the defaults of the model are not meant.
  cluster::Rules rules;
  /// Nodes that fail, or recover.
  struct Switch {
    Seconds date;
    int node;
    bool is_on;
  };
  std::vector<Switch> switches;
  /// Is notified of everything before the run itself; null: nobody.
  cluster::Listener* watches = nullptr;

  /// Called after each decision, before it is carried out.
  std::function<void(const cluster::QueueView&, const cluster::Decision&)> look;
  /// Called when a machine is switched, and when its switch is over.
  std::function<void(int machine, HostState, Seconds)> turned;

  /// Jobs are in the order of their submissions and ids; rows are by id. A job that can never start, since
  /// nothing happens any more, has none.
  std::vector<BatchRow> run(const std::vector<Job>& jobs) {
    ListedJobs arrivals(jobs);
    rules.explains = static_cast<bool>(look);
    cluster::Book book({cluster::Machines(speeds(), machines_), shared});
    if (!stock.names.empty() || !partitions.empty() || !features.empty())
      book.keep_to(cluster::SuitableNodes(book.nodes().machines().all(), stock, partitions, features),
                   share_machines);
    book.set_weights(weights);
    book.set_windows(windows);
    book.show(site);
    cluster::Model model(std::move(book), *this, arrivals, cluster::Admission({}), rules);
    if (watches != nullptr)
      model.add(*watches);
    model.add(*this);
    if (priority != nullptr)
      model.rank_by(*priority, nullptr);
    if (limit != nullptr)
      model.limit_by(*limit, site);
    if (release != nullptr)
      model.release_by({*release, carbon, price});
    if (prediction != nullptr)
      model.predict_by(*prediction);
    if (power)
      model.measure_power(power());
    if (sleep != nullptr)
      model.sleep_by(*sleep, sleep_times);
    if (frequency != nullptr)
      model.slow_by(cluster::Frequencies(*frequency, levels, frequency_rules));
    for (const auto& [date, node, is_on] : switches)
      model.switched(node, is_on, date);
    rows_.clear();
    for (Seconds date = 0; date < never; date = std::max(date, model.next())) {
      model.round(date);
      if (model.is_over())
        break;
    }
    std::sort(rows_.begin(), rows_.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return rows_;
  }

protected:
  cluster::Decision decide(const cluster::QueueView& view) override {
    auto decision = policy_.decide(view);
    if (look)
      look(view, decision);
    return decision;
  }
  bool heeds_nodes() const override { return policy_.heeds_nodes(); }
  bool heeds_stock() const override { return policy_.heeds_stock(); }
  bool resizes() const override { return policy_.resizes(); }
  void ended(const cluster::LiveJob& job, Seconds start, Seconds end, FinalState state) override {
    rows_.push_back({job.task.id, start, end, state != FinalState::completed, machines_of_.at(job.task.id),
                     job.nodes, job.restarts, false});
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

  void rejected(const Job&, const Task& task) override {
    rows_.push_back({task.id, task.submitted, task.submitted, false, {}, {}, 0, true});
  }
  void dropped(const cluster::LiveJob& job, Seconds now) override {
    rows_.push_back({job.task.id, now, now, false, {}, {}, job.restarts, true});
  }
  void started(const cluster::LiveJob& job, const cluster::Start& how) override {
    machines_of_[job.task.id] = how.machines.empty() ? machines_under(job.nodes) : how.machines;
  }
  void machine_turned(int machine, HostState state, Seconds now) override {
    if (turned)
      turned(machine, state, now);
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
  std::map<TaskId, std::vector<int>> machines_of_; ///< by job, of its last start
  std::vector<BatchRow> rows_;
};

} // namespace malha::conformance

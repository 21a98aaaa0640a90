// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/estimator.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <tuple>

namespace malha::conformance {

/// First come, first served on nodes with slots: the first job of the queue starts when as many nodes as it
/// has tasks have a free slot. It gets those with the most free slots; ties: the lowest.
class SlotFcfs : public cluster::Queue {
public:
  cluster::Decision decide(const cluster::QueueView& view) override {
    cluster::Decision decision;
    std::vector<std::pair<int, int>> nodes; // (-free slots, number)
    for (const auto& machine : view.machines)
      nodes.emplace_back(-view.free.within(machine.first, machine.cpus).size(),
                         static_cast<int>(nodes.size()));
    for (const auto& job : view.queue) {
      std::sort(nodes.begin(), nodes.end());
      const auto size = static_cast<std::size_t>(job.size);
      if (size > nodes.size() || nodes[size - 1].first == 0)
        break;
      cluster::Start start{job.handle};
      for (std::size_t i = 0; i < size; ++i) {
        start.machines.push_back(nodes[i].second);
        ++nodes[i].first;
      }
      decision.start.push_back(std::move(start));
    }
    return decision;
  }
};

/// The book of a cluster, for views and tests of estimators. Jobs are numbered as they are added.
class ClusterBook {
public:
  using MakeQueue = std::function<std::unique_ptr<cluster::Queue>()>;

  /// Nodes of full power without local users. The queue is SlotFcfs.
  explicit ClusterBook(int number, int slots = 1)
      : nodes(static_cast<std::size_t>(number)), free_(0, number * slots) {
    for (int node = 0; node < number; ++node)
      machines_.push_back({node * slots, slots});
  }
  ClusterBook(const ClusterBook&) = delete;
  ClusterBook& operator=(const ClusterBook&) = delete;

  Seconds now = 0;
  std::string queue_name = "FCFS", site = "cluster-1";
  std::vector<multicluster::MonitoredNode> nodes;
  std::vector<multicluster::Experience> history;
  MakeQueue make_queue = [] { return std::make_unique<SlotFcfs>(); };

  /// An application with these times, which lives as long as the book.
  const multicluster::Application* application(Seconds computation, Seconds communication = 0,
                                               double bandwidth = 0, const std::string& name = "MG-A") {
    return &applications_.emplace_back(
        multicluster::Application{name, computation, communication, 0, bandwidth});
  }

  /// Adds a job that runs since this date on these slots, which were free.
  TaskId run(const std::string& slots, Seconds start, const multicluster::Application* application,
             const std::string& user = "ann") {
    auto& job = jobs_.emplace_back();
    job.slots = IndexSet::parse(slots);
    job.user = user;
    job.application = application;
    job.start = start;
    free_.remove(job.slots);
    const auto number = static_cast<cluster::JobHandle>(jobs_.size() - 1);
    running_.push_back({start + dedicated(*application), number, number, job.slots.size()});
    sort_running();
    return number;
  }
  /// Ends a job that runs.
  void end(TaskId job) {
    const auto of_it = std::find_if(running_.begin(), running_.end(),
                                    [job](const auto& release) { return release.id == job; });
    free_.insert(jobs_.at(of_it->handle).slots);
    running_.erase(of_it);
  }
  /// Restarts a job that runs, at this date.
  void start_again(TaskId job, Seconds start) { jobs_.at(static_cast<std::size_t>(job)).start = start; }
  void wait(int size, const multicluster::Application* application, const std::string& user = "ann") {
    auto& job = jobs_.emplace_back();
    job.user = user;
    job.application = application;
    const auto number = static_cast<cluster::JobHandle>(jobs_.size() - 1);
    queue_.push_back({number, number, now, dedicated(*application), size});
  }

  /// A job of Ann that arrives now.
  multicluster::AskedJob job(int size, const multicluster::Application* application) const {
    return {static_cast<TaskId>(jobs_.size()), size, never, "ann", application};
  }

  multicluster::ClusterState state() const {
    return {now,      queue_name, machines_, nodes,      free_,   none_, queue_,
            running_, facts_,     history,   make_queue, nullptr, site};
  }

private:
  struct Job {
    std::string user;
    const multicluster::Application* application = nullptr;
    Seconds start = 0;
    IndexSet slots;
  };

  static Seconds dedicated(const multicluster::Application& application) {
    return application.computation + application.communication;
  }
  void sort_running() {
    std::sort(running_.begin(), running_.end(), [](const auto& a, const auto& b) {
      return std::tie(a.expected_end, a.id) < std::tie(b.expected_end, b.id);
    });
  }

  std::vector<cluster::Machine> machines_;
  IndexSet free_;
  const IndexSet none_;
  std::list<multicluster::Application> applications_;
  std::deque<Job> jobs_; ///< by handle, which is the id too
  std::list<cluster::QueuedJob> queue_;
  std::vector<cluster::Release> running_;
  const std::function<multicluster::JobFacts(cluster::JobHandle)> facts_ = [this](cluster::JobHandle handle) {
    const auto& job = jobs_.at(handle);
    return multicluster::JobFacts{job.user, job.application, never, job.start, &job.slots};
  };
};

} // namespace malha::conformance

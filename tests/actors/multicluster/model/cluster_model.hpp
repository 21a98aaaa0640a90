// SPDX-License-Identifier: MIT
#pragma once
#include "tests/actors/cluster/model/batch_run.hpp"
#include "tests/policies/multicluster/estimating.hpp"

namespace malha::testing {

/// A cluster, run by the model of the batch scheduler, in which a job runs for its length wherever it is. An
/// estimator is asked for each job when it is submitted, before the queue policy knows of it.
class WatchedCluster : private cluster::Queue, private cluster::Listener {
public:
  /// `policy` is the queue policy by its name.
  WatchedCluster(int nodes, const std::string& policy, multicluster::Estimator& estimator)
      : monitored_(static_cast<std::size_t>(nodes)), estimator_(estimator),
        make_queue_([policy] { return test::make<cluster::Queue>(policy); }), policy_(make_queue_()) {}

  /// What was predicted for a job, and what became of it.
  struct Row {
    multicluster::Estimate estimate;
    Seconds submitted = 0, start = never, end = never;
  };

  int slots = 1;                                 ///< of each node
  std::optional<cluster::SharedMachines> shared; ///< what jobs may share; nothing: they share no node
  std::vector<multicluster::Experience> history;

  /// Jobs are in the order of their submissions and ids. Their estimates are those that the jobs ask for.
  std::map<TaskId, Row> run(const std::vector<Job>& jobs) {
    ListedJobs arrivals(jobs);
    std::vector<std::pair<std::string, int>> machines;
    for (std::size_t node = 0; node < monitored_.size(); ++node)
      machines.emplace_back(std::to_string(node), slots);
    const std::vector<FlopsPerSecond> speeds(monitored_.size() * static_cast<std::size_t>(slots), 1e9);
    cluster::Book book({cluster::Machines(speeds, machines_of(machines)), shared});
    cluster::Model model(std::move(book), *this, arrivals, cluster::Admission({}));
    model_ = &model;
    model.add(*this);
    for (Seconds date = 0; date < never && !model.is_over(); date = std::max(date, model.next()))
      model.round(date);
    return std::move(rows_);
  }

private:
  cluster::Decision decide(const cluster::QueueView& view) override {
    const std::size_t before = view.queue.size() - view.changes.arrived.size();
    std::list<cluster::QueuedJob> queue(view.queue.begin(),
                                        std::next(view.queue.begin(), static_cast<long>(before)));
    for (const auto& job : view.changes.arrived) {
      rows_[job.id].estimate =
          estimator_.estimate({view.now, "FCFS", view.machines, monitored_, view.free, view.down, queue,
                               view.running, facts_, history, make_queue_, view.shared},
                              {job.id, job.size, job.walltime, "", application_of(job.request), job.request});
      queue.push_back(job);
    }
    return policy_->decide(view);
  }
  void ended(const cluster::LiveJob& job, Seconds start, Seconds end, FinalState) override {
    auto& row = rows_.at(job.task.id);
    row.submitted = job.task.submitted;
    row.start = start;
    row.end = end;
  }

  static const multicluster::Application* application_of(const cluster::Request* request) {
    return request != nullptr ? multicluster::application_in(request->extensions) : nullptr;
  }

  const std::vector<multicluster::MonitoredNode> monitored_;
  multicluster::Estimator& estimator_;
  const std::function<std::unique_ptr<cluster::Queue>()> make_queue_;
  std::unique_ptr<cluster::Queue> policy_;
  cluster::Model* model_ = nullptr;
  const std::function<multicluster::JobFacts(cluster::JobHandle)> facts_ = [this](cluster::JobHandle handle) {
    const auto& job = model_->book()[handle];
    return multicluster::JobFacts{job.user, application_of(job.request.get()), job.queued.walltime, job.start,
                                  &job.nodes};
  };
  std::map<TaskId, Row> rows_;
};

} // namespace malha::testing

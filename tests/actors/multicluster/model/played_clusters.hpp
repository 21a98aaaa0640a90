// SPDX-License-Identifier: MIT
#pragma once
#include "actors/multicluster/model/model.hpp"
#include "tests/actors/cluster/model/batch_run.hpp"
#include "tests/policies/multicluster/meta_asking.hpp"

#include <functional>

namespace malha::testing {

/// A meta-scheduler, and clusters that do what the test says. `log` has what became of the jobs:
/// "3 to 1 at 5" was handed over, "3 nowhere" was rejected, "3 left 5 6 9" was handed over at 5 and ran from
/// 6 to 9.
class PlayedClusters : private multicluster::Gateways,
                       private multicluster::UpperQueue,
                       private multicluster::Selection,
                       private multicluster::Listener {
public:
  using Parameters = std::map<std::string, std::string>;

  PlayedClusters(const std::vector<int>& sizes, const std::string& queue, const std::string& selection,
                 const Parameters& of_queue = {}, const Parameters& of_selection = {})
      : estimates(sizes.size()), queue_(test::make<multicluster::UpperQueue>(queue, of_queue)),
        selection_(test::make<multicluster::Selection>(selection, of_selection)),
        model(test::clusters_of(sizes), *this, *this, *this) {
    model.add(*this);
  }
  PlayedClusters(const PlayedClusters&) = delete;
  PlayedClusters& operator=(const PlayedClusters&) = delete;

  using Log = std::vector<std::string>;

  Seconds date = 0;
  std::vector<multicluster::Estimate> estimates; ///< by cluster, unless `estimate_of` gives them
  std::function<multicluster::Estimate(const Job&, int)> estimate_of;
  int asked = 0, refreshed = 0;                  ///< how often, for estimates and for states
  std::optional<multicluster::Estimate> offered; ///< with the last offer
  bool repeated = false;                         ///< said with the last offer
  Log log;
  /// Whether a cluster takes a job; all take all unless the test says otherwise.
  std::function<bool(TaskId, int)> takes = [](TaskId, int) { return true; };
  /// Sees each job that is offered.
  std::function<void(const Job&)> sees_offer = [](const Job&) {};
  /// What became of a job in a cluster that has gone.
  std::function<multicluster::LoggedState(TaskId, int)> fate_of = [](TaskId, int) {
    return multicluster::LoggedState();
  };
  /// In place of the policies.
  std::function<std::optional<multicluster::NextJob>(const multicluster::UpperQueueView&)> next_job;
  std::function<multicluster::Selected(const multicluster::SelectionView&)> selected;

  void submit(TaskId id, int size = 1) { model.submit(rigid_job(id, date, size, 1)); }
  void pass(Seconds at) {
    date = at;
    model.pass();
  }
  /// What has been logged since the last call.
  Log news() { return std::exchange(log, {}); }

private:
  std::unique_ptr<multicluster::UpperQueue> queue_;
  std::unique_ptr<multicluster::Selection> selection_;

public:
  multicluster::Model model;

private:
  Seconds now() const override { return date; }
  void refresh(std::vector<multicluster::Cluster>&) override { ++refreshed; }
  std::vector<multicluster::Estimate> estimate(const Job& job, const std::vector<int>& clusters) override {
    ++asked;
    std::vector<multicluster::Estimate> of_them;
    for (const int cluster : clusters)
      of_them.push_back(estimate_of ? estimate_of(job, cluster)
                                    : estimates.at(static_cast<std::size_t>(cluster)));
    return of_them;
  }
  bool offer(const Job& job, int cluster, const std::optional<multicluster::Estimate>& estimate,
             bool is_repeated) override {
    sees_offer(job);
    offered = estimate;
    repeated = is_repeated;
    return takes(job.tasks.front().id, cluster);
  }
  multicluster::LoggedState take_back(TaskId job, int cluster) override { return fate_of(job, cluster); }
  std::optional<multicluster::NextJob> next(const multicluster::UpperQueueView& view) override {
    return next_job ? next_job(view) : queue_->next(view);
  }
  multicluster::Selected select(const multicluster::SelectionView& view) override {
    return selected ? selected(view) : selection_->select(view);
  }
  void rejected(const Job& job) override { log.push_back(std::to_string(job.tasks.front().id) + " nowhere"); }
  void handed_over(const Job& job, const multicluster::Decided& decided, Seconds at) override {
    log.push_back(std::to_string(job.tasks.front().id) + " to " + std::to_string(decided.cluster) + " at " +
                  shortest(at));
  }
  void left(TaskId job, Seconds handed_over, Seconds start, Seconds end) override {
    log.push_back(std::to_string(job) + " left " + shortest(handed_over) + " " + shortest(start) + " " +
                  shortest(end));
  }
};

} // namespace malha::testing

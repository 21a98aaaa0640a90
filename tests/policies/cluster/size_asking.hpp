// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"
#include "tests/policies/support/policy_maker.hpp"

#include <deque>

namespace malha::test {

/// Sizes of a job. Linear, in ten parts.
inline JobSizes sizes(JobKind kind, int min, int pref, int max) {
  JobSizes one;
  one.kind = kind;
  one.min = min;
  one.pref = pref;
  one.max = max;
  one.parts = 10;
  return one;
}

/// Asks a queue policy that chooses sizes with views put together by hand, one after the other. Jobs have the
/// numbers that are given, which are also their handles.
class SizeAsking {
public:
  explicit SizeAsking(const std::string& policy, const std::map<std::string, std::string>& parameters = {})
      : policy_(make<cluster::Queue>(policy, parameters)) {}

  Seconds now = 0;

  /// From the next view on the job waits. Its walltime is that on the preferred size.
  void waits(cluster::JobHandle job, const JobSizes& its, Seconds walltime) {
    cluster::QueuedJob one;
    one.handle = job;
    one.id = job;
    one.walltime = walltime;
    one.size = its.pref;
    one.sizes = its.kind == JobKind::rigid ? nullptr : keep(its);
    queue_.push_back(one);
    arrived_.push_back(one);
  }
  /// From the next view on the job runs on so many nodes, and is expected to end then.
  cluster::Resizing& runs(cluster::JobHandle job, const JobSizes& its, int nodes, Seconds end = never) {
    queue_.remove_if([job](const auto& one) { return one.handle == job; });
    auto& one = resizing_.emplace_back();
    one.sizes = keep(its);
    one.nodes = one.target = nodes;
    one.next_point = now + 1;
    one.whole = 100;
    running_.push_back({end, job, job, nodes, nullptr, its.kind == JobKind::rigid ? nullptr : &one});
    return one;
  }
  void ends(cluster::JobHandle job) {
    const auto gone =
        std::find_if(running_.begin(), running_.end(), [job](const auto& one) { return one.handle == job; });
    ended_.push_back(*gone);
    running_.erase(gone);
  }

  /// The answer on a cluster of so many nodes: "3:4" for a job that starts on four nodes, "3>4" for one that
  /// is resized, in the order of the decision, starts first.
  std::string answer(int nodes) {
    int free = nodes;
    std::sort(running_.begin(), running_.end(), [](const auto& a, const auto& b) {
      return std::pair(a.expected_end, a.id) < std::pair(b.expected_end, b.id);
    });
    for (auto& release : running_) {
      if (release.resizing != nullptr)
        release.size = std::max(release.resizing->nodes, release.resizing->target);
      free -= release.size;
    }
    cluster::Changes changes;
    changes.arrived.swap(arrived_);
    changes.ended.swap(ended_);
    const IndexSet free_nodes(nodes - free, free), none;
    const std::vector<cluster::Machine> machines;
    const auto decision =
        policy_->decide({now, nodes, free_nodes, none, machines, queue_, running_, changes, true});
    reasons.clear();
    for (const auto& reason : decision.reasons)
      reasons.push_back(std::to_string(reason.job) + ' ' + reason.code);
    std::string text;
    for (const auto& start : decision.start)
      text += std::to_string(start.job) + ':' + std::to_string(start.size) + ' ';
    for (const auto& resize : decision.resize)
      text += std::to_string(resize.job) + '>' + std::to_string(resize.size) + ' ';
    return text.empty() ? text : text.substr(0, text.size() - 1);
  }

  std::vector<std::string> reasons; ///< of the last answer: "3 head"

private:
  const JobSizes* keep(const JobSizes& its) { return &kept_.emplace_back(its); }

  std::unique_ptr<cluster::Queue> policy_;
  std::deque<JobSizes> kept_;
  std::deque<cluster::Resizing> resizing_;
  std::list<cluster::QueuedJob> queue_;
  std::vector<cluster::QueuedJob> arrived_;
  std::vector<cluster::Release> running_, ended_;
};

} // namespace malha::test

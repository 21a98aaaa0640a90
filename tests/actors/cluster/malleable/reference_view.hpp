// SPDX-License-Identifier: MIT
// Lets a queue policy of the suite decide in the reference.
#pragma once
#include "reference.hpp"

#include "policies/cluster/queue.hpp"

#include <map>
#include <set>
#include <stdexcept>

namespace malha::testing::malleable {

/// Shows a policy what the reference knows, and carries out its answers. Nodes have no names: those that are
/// free are the lowest. Throws std::logic_error on an answer that breaks a rule.
class ReferenceView {
public:
  explicit ReferenceView(cluster::Queue& policy) : policy_(policy) {}

  void operator()(ReferenceCluster& cluster) {
    look_at(cluster);
    const IndexSet free(0, cluster.free()), none;
    const std::vector<cluster::Machine> machines;
    const cluster::QueueView view{cluster.now(), cluster.nodes(), free,     none, machines,
                                  queue_,        running_,        changes_, false};
    carry_out(policy_.decide(view), cluster);
    before_ = running_of(cluster);
  }

private:
  using Handle = cluster::JobHandle;

  static Handle handle_of(const Live& live) { return static_cast<Handle>(live.job->id); }
  static bool is_rigid(const Live& live) { return live.size().kind == JobKind::rigid; }

  static cluster::QueuedJob queued(const Live& live) {
    const auto& size = live.size();
    cluster::QueuedJob job;
    job.handle = handle_of(live);
    job.id = live.job->id;
    job.submitted = live.job->submitted;
    job.walltime = size.run_at_pref;
    job.size = size.pref;
    job.sizes = is_rigid(live) ? nullptr : &size;
    return job;
  }

  std::map<Handle, Live*> running_of(const ReferenceCluster& cluster) const {
    std::map<Handle, Live*> jobs;
    for (auto* live : cluster.running())
      jobs[handle_of(*live)] = live;
    return jobs;
  }

  void look_at(ReferenceCluster& cluster) {
    changes_ = {};
    queue_.clear();
    for (const auto* live : cluster.waiting()) {
      queue_.push_back(queued(*live));
      if (seen_.insert(handle_of(*live)).second)
        changes_.arrived.push_back(queue_.back());
    }
    const auto now_running = running_of(cluster);
    for (const auto& [handle, live] : before_)
      if (now_running.count(handle) == 0)
        changes_.ended.push_back({cluster.now(), live->job->id, handle, 0});
    running_.clear();
    resizing_.clear();
    for (const auto* live : cluster.running())
      show(*live, cluster.now());
    std::sort(running_.begin(), running_.end(), [](const auto& a, const auto& b) {
      return std::pair(a.expected_end, a.id) < std::pair(b.expected_end, b.id);
    });
  }

  void show(const Live& live, Seconds now) {
    const auto& size = live.size();
    const double left = live.changes_at_any_date()
                            ? live.left / size.work
                            : (size.parts - live.parts_done) / static_cast<double>(size.parts) -
                                  (live.at_point ? 0 : (now - live.computes) / size.run_time(live.nodes));
    const Seconds end = now + left * size.run_time(live.nodes);
    running_.push_back({end, live.job->id, handle_of(live), std::max(live.nodes, live.target)});
    if (is_rigid(live))
      return;
    auto& one = resizing_.emplace_back();
    one.sizes = &size;
    one.nodes = live.nodes;
    one.target = live.target;
    one.reserved = IndexSet(1000, live.target - live.nodes);
    one.left = left;
    one.computes = now;
    one.whole = size.run_time(live.nodes);
    one.at_point = live.at_point;
    one.next_point = live.changes_at_any_date() || live.parts_done + 1 >= size.parts ? never : live.part_end;
    one.wanted = live.request;
    running_.back().resizing = &one;
  }

  void carry_out(const cluster::Decision& decision, ReferenceCluster& cluster) {
    std::map<Handle, int> sizes;
    for (const auto& [handle, size, nodes] : decision.resize) {
      expect(sizes.emplace(handle, size).second, "twice the same job");
      expect(nodes.empty(), "named nodes");
    }
    const auto running = running_of(cluster);
    const auto resize = [&](bool shrinks) {
      for (const auto& [handle, size] : sizes) {
        auto& live = *running.at(handle);
        const int held = std::max(live.nodes, live.target),
                  after = live.at_point ? size : std::max(size, live.nodes);
        if ((after <= held) == shrinks)
          answer(live, size, cluster);
      }
    };
    resize(true);
    start(decision, cluster);
    resize(false);
  }

  void answer(Live& live, int size, ReferenceCluster& cluster) {
    expect(size >= live.size().min && size <= live.size().max, "outside of the sizes");
    expect(live.obeys() || (live.request != 0 && live.at_point), "may not be resized");
    live.run->granted += live.request != 0 && live.request == size ? 1 : 0;
    cluster.resize(live, size);
    expect(cluster.free() >= 0, "grows on nodes that are not free");
  }

  void start(const cluster::Decision& decision, ReferenceCluster& cluster) {
    const auto waiting = cluster.waiting();
    for (const auto& one : decision.start) {
      const auto live = std::find_if(waiting.begin(), waiting.end(),
                                     [&](const Live* job) { return handle_of(*job) == one.job; });
      expect(live != waiting.end(), "starts a job that does not wait");
      const int size = one.size != 0 ? one.size : (*live)->size().pref;
      expect(size >= (*live)->size().min && size <= (*live)->size().max, "starts outside of the sizes");
      cluster.start(**live, size);
      expect(cluster.free() >= 0, "starts on nodes that are not free");
    }
  }

  static void expect(bool holds, const char* otherwise) {
    if (!holds)
      throw std::logic_error(otherwise);
  }

  cluster::Queue& policy_;
  std::list<cluster::QueuedJob> queue_;
  std::vector<cluster::Release> running_;
  std::deque<cluster::Resizing> resizing_;
  cluster::Changes changes_;
  std::set<Handle> seen_;
  std::map<Handle, Live*> before_; ///< jobs that ran after the last decision
};

/// The rows of jobs, which are sorted by (submitted, id), when the policy decides.
inline std::vector<ReferenceRun> decided_by(cluster::Queue& policy, const std::vector<ReferenceJob>& jobs,
                                            int nodes) {
  ReferenceView view(policy);
  return ReferenceCluster(nodes).run(jobs, [&](ReferenceCluster& cluster) { view(cluster); });
}

} // namespace malha::testing::malleable

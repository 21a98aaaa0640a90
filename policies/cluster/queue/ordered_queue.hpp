// SPDX-License-Identifier: MIT
#pragma once
#include "fastest_size.hpp"
#include "queue_order.hpp"

#include <utility>

namespace malha::cluster {

/// The queue in a policy's order. It is a treap in which every place knows the least size and the least
/// walltime below it. So the next job that fits a gap is found without a look at jobs that cannot fit. Places
/// are numbered by the handles of jobs, and priorities come from ids. A job stays readable until the next
/// update, even after it has left the queue.
class OrderedQueue {
public:
  /// A job fits when it needs no more than `extra_nodes` nodes. It also fits when it needs no more than
  /// `free` nodes and ends by `until`.
  struct Gap {
    Seconds now;
    int free;
    int extra_nodes;
    Seconds until;

    bool holds(int size, Seconds walltime) const {
      return size <= extra_nodes || (size <= free && now + walltime <= until && walltime < never);
    }
  };

  /// By what a job is looked up for a gap: the size that it prefers, or the least of its sizes and its
  /// walltime on the fastest of them. A job that is found by the latter may still have no size that fits,
  /// which the caller must test.
  enum class Needs { preferred, least };

  explicit OrderedQueue(Order order, Needs needs = Needs::preferred) : order_(order), needs_(needs) {}

  Order order() const { return order_; }
  /// Whether jobs keep their places while they wait.
  bool keeps_order() const { return keeps_places(order_); }

  /// Takes in the changes since the policy was last asked.
  void update(const QueueView& view) {
    const auto insert_all = [&](const auto& jobs) {
      for (const auto& job : jobs)
        insert(job, view.now);
    };
    if (keeps_order() && !view.changes.new_priorities) {
      for (const auto handle : view.changes.withdrawn)
        take_out(handle);
      return insert_all(view.changes.arrived);
    }
    root_ = last_ = none;
    insert_all(view.queue);
  }

  /// Removes a job that starts from the queue.
  void erase(JobHandle handle) { take_out(handle); }
  void erase(const QueuedJob& job) { erase(job.handle); }

  /// The first job; null when the queue is empty.
  const QueuedJob* first() const {
    JobHandle found = root_;
    while (found != none && nodes_[found].left != none)
      found = nodes_[found].left;
    return job_at(found);
  }

  /// Whether job `a` comes before job `b` in the queue.
  bool before(const QueuedJob& a, const QueuedJob& b) const { return before(a.handle, b.handle); }

  /// The first job after `behind` that fits the gap; null if there is none. If `behind` is null, all
  /// jobs are looked at.
  const QueuedJob* find(const QueuedJob* behind, const Gap& gap) const {
    return job_at(find(root_, behind != nullptr ? behind->handle : none, gap));
  }

private:
  static constexpr JobHandle none = std::numeric_limits<JobHandle>::max();

  struct Node {
    QueuedJob job;
    double rank = 0;
    std::uint32_t priority = 0;
    JobHandle left = none, right = none;
    int least_size = 0; ///< in the subtree that begins here
    Seconds least_walltime = 0;
  };

  static std::uint32_t mixed(TaskId id) {
    auto z = static_cast<std::uint64_t>(id) * 0x9e3779b97f4a7c15u; // splitmix64
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    return static_cast<std::uint32_t>((z ^ (z >> 27)) >> 16);
  }

  /// Nodes and walltime. No law is slower on more nodes but that of a table.
  std::pair<int, Seconds> needs_of(const QueuedJob& job) const {
    if (needs_ == Needs::preferred || job.sizes == nullptr)
      return {job.size, job.walltime};
    return {job.sizes->min, seconds_on(job, fastest_size(*job.sizes, job.sizes->min, job.sizes->max))};
  }

  const QueuedJob* job_at(JobHandle handle) const { return handle != none ? &nodes_[handle].job : nullptr; }

  void insert(const QueuedJob& job, Seconds now) {
    if (job.handle >= nodes_.size())
      nodes_.resize(job.handle + std::size_t{1});
    const auto [size, walltime] = needs_of(job);
    nodes_[job.handle] = {job, rank(job, order_, now), mixed(job.id), none, none, size, walltime};
    if (root_ == none || (last_ != none && before(last_, job.handle)))
      return append(job.handle);
    auto [before, after] = split(root_, job.handle);
    last_ = after == none ? job.handle : last_;
    root_ = merge(merge(before, job.handle), after);
  }

  /// Adds a job that comes after all others. Most jobs do.
  void append(JobHandle handle) {
    const auto& added = nodes_[handle];
    JobHandle* place = &root_;
    while (*place != none && nodes_[*place].priority > added.priority) {
      auto& above = nodes_[*place];
      above.least_size = std::min(above.least_size, added.least_size);
      above.least_walltime = std::min(above.least_walltime, added.least_walltime);
      place = &above.right;
    }
    nodes_[handle].left = std::exchange(*place, handle);
    last_ = updated(handle);
  }

  bool before(JobHandle a, JobHandle b) const {
    const auto &one = nodes_[a], &other = nodes_[b];
    return one.rank < other.rank || (one.rank <= other.rank && comes_before(one.job, other.job));
  }

  JobHandle updated(JobHandle handle) {
    auto& node = nodes_[handle];
    std::tie(node.least_size, node.least_walltime) = needs_of(node.job);
    for (const JobHandle child : {node.left, node.right})
      if (child != none) {
        node.least_size = std::min(node.least_size, nodes_[child].least_size);
        node.least_walltime = std::min(node.least_walltime, nodes_[child].least_walltime);
      }
    return handle;
  }

  /// Splits a tree into the jobs before `pivot`, and the others.
  std::pair<JobHandle, JobHandle> split(JobHandle root, JobHandle pivot) {
    if (root == none)
      return {none, none};
    if (before(root, pivot)) {
      const auto [low, high] = split(nodes_[root].right, pivot);
      nodes_[root].right = low;
      return {updated(root), high};
    }
    const auto [low, high] = split(nodes_[root].left, pivot);
    nodes_[root].left = high;
    return {low, updated(root)};
  }

  JobHandle merge(JobHandle low, JobHandle high) {
    if (low == none || high == none)
      return low == none ? high : low;
    if (nodes_[low].priority > nodes_[high].priority) {
      nodes_[low].right = merge(nodes_[low].right, high);
      return updated(low);
    }
    nodes_[high].left = merge(low, nodes_[high].left);
    return updated(high);
  }

  void take_out(JobHandle handle) {
    root_ = erase(root_, handle);
    last_ = last_ == handle ? none : last_;
  }

  JobHandle erase(JobHandle root, JobHandle handle) {
    if (root == handle)
      return merge(nodes_[handle].left, nodes_[handle].right);
    auto& child = before(handle, root) ? nodes_[root].left : nodes_[root].right;
    child = erase(child, handle);
    return updated(root);
  }

  JobHandle find(JobHandle root, JobHandle behind, const Gap& gap) const {
    if (root == none || !gap.holds(nodes_[root].least_size, nodes_[root].least_walltime))
      return none;
    const auto& node = nodes_[root];
    if (behind != none && !before(behind, root))
      return find(node.right, behind, gap);
    if (const JobHandle found = find(node.left, behind, gap); found != none)
      return found;
    const auto [size, walltime] = needs_of(node.job);
    return gap.holds(size, walltime) ? root : find(node.right, none, gap);
  }

  Order order_;
  Needs needs_;
  std::vector<Node> nodes_;
  JobHandle root_ = none;
  JobHandle last_ = none; ///< the job after all others, if it is known
};

} // namespace malha::cluster

// SPDX-License-Identifier: MIT
#pragma once
#include "live_job.hpp"

#include <algorithm>

namespace malha::cluster {

/// The jobs that hold nodes, in the order in which they are expected to end.
class RunningJobs {
public:
  const std::vector<Release>& releases() const { return releases_; }
  std::size_t size() const { return releases_.size(); }
  bool empty() const { return releases_.empty(); }
  /// Nodes that all running jobs hold.
  int nodes() const { return nodes_; }

  void add(const LiveJob& job) {
    nodes_ += job.nodes.size();
    insert(release_of(job));
  }
  /// Removes a job. Returns the nodes that it was expected to give back, and when.
  Release remove(const LiveJob& job) {
    const Release release = release_of(job);
    releases_.erase(place_of(release));
    nodes_ -= job.nodes.size();
    return release;
  }
  /// Notes how many nodes are reserved for a job.
  void update(const LiveJob& job) {
    const Release release = release_of(job);
    *place_of(release) = release;
  }
  /// Changes the date at which a job is expected to end.
  void expect(LiveJob& job, Seconds end) {
    releases_.erase(place_of(release_of(job)));
    job.expected_end = end;
    insert(release_of(job));
  }

private:
  static Release release_of(const LiveJob& job) {
    if (job.sized == nullptr)
      return {job.expected_end, job.task.id, job.queued.handle, job.queued.size, &job.nodes};
    const auto& now = job.sized->now;
    return {job.expected_end, job.task.id, job.queued.handle, now.nodes + now.reserved.size(),
            &job.nodes,       &now};
  }
  static bool ends_before(const Release& a, const Release& b) {
    return a.expected_end != b.expected_end ? a.expected_end < b.expected_end : a.id < b.id;
  }
  std::vector<Release>::iterator place_of(const Release& release) {
    return std::lower_bound(releases_.begin(), releases_.end(), release, ends_before);
  }
  void insert(const Release& release) { releases_.insert(place_of(release), release); }

  std::vector<Release> releases_; ///< by (expected end, id)
  int nodes_ = 0;
};

} // namespace malha::cluster

// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

#include <algorithm>

namespace malha::test {

/// cluster/moldable_easy, said as plainly as it can be: it tries all sizes, and keeps nothing.
class NaiveMoldableEasy : public cluster::Queue {
public:
  explicit NaiveMoldableEasy(double max_share) : max_share_(max_share) {}

  cluster::Decision decide(const cluster::QueueView& view) override {
    cluster::Decision decision;
    free_ = view.free.size();
    ends_.clear();
    for (const auto& release : view.running)
      run(answered(release, decision, view.now));
    const cluster::QueuedJob* head = nullptr;
    int reserved = 0;
    for (const auto& job : view.queue) {
      if (head != nullptr) {
        fill(job, *head, reserved, view, decision);
        continue;
      }
      const int size = best_for(job, view);
      if (size > free_) {
        head = &job;
        reserved = size;
      } else {
        start(job, size, view, decision);
      }
    }
    return decision;
  }
  bool resizes() const override { return true; }

private:
  using Ends = std::vector<std::pair<Seconds, int>>; ///< when jobs end, and how many nodes they give back

  /// What the job gives back, and when, with the answer to its request.
  std::pair<Seconds, int> answered(const cluster::Release& release, cluster::Decision& decision,
                                   Seconds now) {
    const auto* one = release.resizing;
    if (one == nullptr || one->wanted == 0 || one->wanted - one->nodes > free_)
      return {release.expected_end, release.size};
    decision.resize.push_back({release.handle, one->wanted});
    free_ -= one->wanted - one->nodes;
    const auto& cost = one->sizes->cost;
    return {now + (one->wanted > one->nodes ? cost.grow : cost.shrink) +
                (release.expected_end - now) * one->nodes / one->wanted, // linear
            one->wanted};
  }
  void run(std::pair<Seconds, int> end) { ends_.push_back(end); }

  int largest(const cluster::QueuedJob& job, const cluster::QueueView& view) const {
    return std::clamp(static_cast<int>(max_share_ * view.nodes), least(job),
                      job.sizes != nullptr ? job.sizes->max : job.size);
  }
  static int least(const cluster::QueuedJob& job) { return job.sizes != nullptr ? job.sizes->min : job.size; }

  /// The first date at which so many nodes are free, and how many are then.
  std::pair<Seconds, int> earliest(int nodes, Seconds now) {
    std::sort(ends_.begin(), ends_.end());
    int free = free_;
    Seconds date = now;
    for (const auto& [end, more] : ends_) {
      if (free >= nodes && end > date)
        break;
      free += more;
      date = end;
    }
    return {free >= nodes ? date : never, free};
  }

  int best_for(const cluster::QueuedJob& job, const cluster::QueueView& view) {
    int best = least(job);
    Seconds best_end = never;
    for (int nodes = least(job); nodes <= largest(job, view); ++nodes)
      if (const Seconds end = earliest(nodes, view.now).first + seconds_on(job, nodes); end < best_end) {
        best_end = end;
        best = nodes;
      }
    return best;
  }

  void fill(const cluster::QueuedJob& job, const cluster::QueuedJob& head, int reserved,
            const cluster::QueueView& view, cluster::Decision& decision) {
    const auto [shadow, free_then] = earliest(reserved, view.now);
    int best = 0;
    for (int nodes = least(job); nodes <= std::min(free_, largest(job, view)); ++nodes) {
      const bool delays_none = view.now + seconds_on(job, nodes) <= shadow || nodes <= free_then - reserved;
      if (delays_none && (best == 0 || seconds_on(job, nodes) < seconds_on(job, best)))
        best = nodes;
    }
    if (best > 0 && job.id != head.id)
      start(job, best, view, decision);
  }

  void start(const cluster::QueuedJob& job, int nodes, const cluster::QueueView& view,
             cluster::Decision& decision) {
    auto& one = decision.start.emplace_back();
    one.job = job.handle;
    one.size = nodes;
    free_ -= nodes;
    run({view.now + seconds_on(job, nodes), nodes});
  }

  const double max_share_;
  int free_ = 0;
  Ends ends_;
};

} // namespace malha::test

// SPDX-License-Identifier: MIT
// A plain simulator of jobs that change their size: an oracle for small inputs. It counts nodes and knows
// nothing of which they are. Its strategies are in reference_strategies.hpp.
#pragma once
#include "policies/sdk/malleable.hpp"

#include <algorithm>
#include <deque>
#include <functional>

namespace malha::testing::malleable {

struct ReferenceJob {
  std::int64_t id = 0;
  Seconds submitted = 0;
  Malleability size;
};

/// From that date on the job has so many nodes. It computes nothing during the pause.
struct SizeRow {
  Seconds date;
  int nodes;
  Seconds pause;
};

/// What became of a job.
struct ReferenceRun {
  std::int64_t id = 0;
  std::vector<SizeRow> sizes; ///< at its start, and at each change
  Seconds end = never;        ///< `never`: it has not run
  int requests = 0, granted = 0;
};

/// A job that waits or runs.
struct Live {
  const ReferenceJob* job;
  ReferenceRun* run;
  int nodes = 0;         ///< that it has; 0: it waits
  int target = 0;        ///< nodes that it is to have after its next point; those beyond `nodes` are reserved
  int request = 0;       ///< nodes for which it asks at this date; 0: it does not
  bool starts = false;   ///< at this date
  bool at_point = false; ///< at this date, so that its nodes may change
  bool promised = false; ///< it waits, and other jobs shrink for it
  int parts_done = 0;
  double left = 0;      ///< work, of a job that may change at any date
  Seconds computes = 0; ///< from that date on
  Seconds part_end = 0; ///< the date of its next point, or of its end
  int nodes_before = 0; ///< at the start of this date

  const Malleability& size() const { return job->size; }
  bool obeys() const { return malha::obeys(size().kind); }
  bool changes_at_any_date() const { return size().parts == Malleability::any_date; }
};

/// A cluster whose jobs start and change as a strategy says. At each date the ends, points and submissions
/// come first, then one decision, then jobs at a point go on.
class ReferenceCluster {
public:
  using Decide = std::function<void(ReferenceCluster&)>;

  explicit ReferenceCluster(int nodes) : nodes_(nodes), free_(nodes) {}

  /// Runs all jobs, which are sorted by (submitted, id).
  std::vector<ReferenceRun> run(const std::vector<ReferenceJob>& jobs, const Decide& decide) {
    std::vector<ReferenceRun> runs(jobs.size());
    std::deque<Live> arriving;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      runs[i].id = jobs[i].id;
      arriving.push_back({&jobs[i], &runs[i]});
    }
    std::size_t next = 0;
    while (next < arriving.size() || !running_.empty()) {
      now_ = next < arriving.size() ? arriving[next].job->submitted : never;
      for (const auto* live : running_)
        now_ = std::min(now_, live->part_end);
      reach_points();
      for (; next < arriving.size() && is_now(arriving[next].job->submitted); ++next)
        waiting_.push_back(&arriving[next]);
      decide(*this);
      go_on();
    }
    return runs;
  }

  // What strategies see and do.

  Seconds now() const { return now_; }
  int nodes() const { return nodes_; }
  /// Nodes that no job has, and that are not reserved.
  int free() const { return free_; }
  /// Both are by (submitted, id).
  const std::vector<Live*>& waiting() const { return waiting_; }
  const std::vector<Live*>& running() const { return running_; }
  /// Nodes that jobs gave back for jobs that are promised nodes. A strategy counts them.
  int kept = 0;

  void start(Live& live, int nodes) {
    live.starts = live.at_point = true;
    live.promised = false;
    live.left = live.size().work;
    waiting_.erase(std::find(waiting_.begin(), waiting_.end(), &live));
    running_.insert(std::lower_bound(running_.begin(), running_.end(), &live, order), &live);
    resize(live, nodes);
  }

  /// Lets the job have so many nodes: now if it is at its point, otherwise after its next one.
  void resize(Live& live, int nodes) {
    free_ += std::max(live.nodes, live.target);
    live.target = nodes;
    if (live.at_point)
      live.nodes = nodes;
    free_ -= std::max(live.nodes, live.target);
  }

  /// The job has its answer at this date, so that its nodes stay until its next point.
  void settle(Live& live) {
    live.request = 0;
    live.at_point = false;
    settled_.push_back(&live);
  }

private:
  static bool order(const Live* a, const Live* b) {
    return std::pair(a->job->submitted, a->job->id) < std::pair(b->job->submitted, b->job->id);
  }

  /// Dates that differ by rounding are two dates, with a decision each.
  bool is_now(Seconds date) const { return date <= now_; }

  void reach_points() {
    for (auto& live : running_) {
      live->nodes_before = live->nodes;
      const bool part_is_over = is_now(live->part_end);
      if (live->changes_at_any_date()) {
        live->left -= std::max(0.0, now_ - live->computes) * live->size().law.at(live->nodes);
        live->computes = std::max(live->computes, now_);
        live->at_point = true;
      } else if (part_is_over) {
        ++live->parts_done;
        live->at_point = true;
        ask(*live);
      }
      if (part_is_over && (live->changes_at_any_date() || live->parts_done == live->size().parts)) {
        live->run->end = now_;
        free_ += std::max(live->nodes, live->target);
        live->nodes = 0;
      }
    }
    running_.erase(
        std::remove_if(running_.begin(), running_.end(), [](const Live* live) { return live->nodes == 0; }),
        running_.end());
  }

  static void ask(Live& live) {
    if (!may_ask(live.size().kind))
      return;
    for (const auto& [after, nodes] : live.size().asks)
      if (after == live.parts_done && nodes != live.nodes) {
        live.request = nodes;
        ++live.run->requests;
      }
  }

  void go_on() {
    for (auto* live : settled_)
      live->at_point = true;
    settled_.clear();
    for (auto* live : running_) {
      if (!live->at_point)
        continue;
      const auto& size = live->size();
      if (live->starts || live->nodes != live->nodes_before) {
        const Seconds pause = live->starts                       ? 0
                              : live->nodes > live->nodes_before ? size.cost.grow
                                                                 : size.cost.shrink;
        live->run->sizes.push_back({now_, live->nodes, pause});
        live->computes = now_ + pause;
      } else if (!live->changes_at_any_date()) {
        live->computes = now_;
      }
      live->part_end =
          live->computes + (live->changes_at_any_date() ? live->left / size.law.at(live->nodes)
                                                        : size.run_time(live->nodes) / size.parts);
      live->starts = live->at_point = false;
      live->request = 0;
    }
  }

  int nodes_, free_;
  Seconds now_ = 0;
  std::vector<Live*> waiting_, running_, settled_;
};

} // namespace malha::testing::malleable

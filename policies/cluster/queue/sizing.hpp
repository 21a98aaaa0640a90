// SPDX-License-Identifier: MIT
#pragma once
#include "decision_draft.hpp"

#include <deque>
#include <map>

namespace malha::cluster {

inline SizeBounds sizes_of(const JobSizes& sizes) { return {sizes.min, sizes.pref, sizes.max}; }
/// The sizes of a job that waits. A rigid one has the same thrice.
inline SizeBounds sizes_of(const QueuedJob& job) {
  return job.sizes != nullptr ? sizes_of(*job.sizes) : SizeBounds{job.size, job.size, job.size};
}

/// A job with a size that a decision may change: it runs, and is not rigid, or starts with this decision.
struct ChangingJob {
  TaskId id;
  JobHandle handle;
  SizeBounds sizes;
  bool obeys;                        ///< whether it takes other sizes without asking
  const Release* release;            ///< null: it starts
  const QueuedJob* starts = nullptr; ///< null: it runs
  const char* why = nullptr;         ///< it starts
  int nodes = 0;                     ///< that it has after the decision
  int target = 0;           ///< nodes that it has after its next point; those above `nodes` are reserved
  bool at_point = true;     ///< whether its nodes may change now
  bool is_answered = false; ///< its request was granted at this date: no other size before its next point
};

/// Changes of sizes in a decision, and starts of chosen sizes. Strategies may change a size several times;
/// the scheduler is told of the last one only.
class Sizing {
public:
  enum class Of { all, at_point };

  /// Sizes that a strategy gave to jobs that cannot take them: a job whose request was granted takes one size
  /// at a date, and a job without further points takes none. The scheduler is not told of them. The strategy
  /// goes on counting with them, so that it does not decide the same again at each date.
  using Owed = std::map<JobHandle, int>;

  /// Looks at all running jobs that are not rigid, or at those of them that are at a point.
  explicit Sizing(DecisionDraft& draft, Of which = Of::all) : draft_(draft) {
    for (const auto& release : draft.view().running)
      if (const auto* one = release.resizing; one != nullptr && (which == Of::all || one->at_point)) {
        running_.push_back(
            {release.id, release.handle, sizes_of(*one->sizes), obeys(one->sizes->kind), &release});
        running_.back().nodes = one->nodes;
        running_.back().target = one->target;
        running_.back().at_point = one->at_point;
      }
    std::sort(running_.begin(), running_.end(), by_id);
  }
  /// Looks at all of them. `owed` is kept from decision to decision.
  Sizing(DecisionDraft& draft, Owed& owed) : Sizing(draft) {
    owed_ = &owed;
    for (auto& job : running_)
      if (const auto size = owed.find(job.handle); size != owed.end() && size->second - job.nodes <= free()) {
        job.target = size->second;
        draft_.nodes_come_free(std::min(0, job.nodes - job.target));
      }
    owed.clear();
  }

  int free() const { return draft_.free(); }
  /// The jobs that run, by id, which is the order of their submission.
  std::vector<ChangingJob>& running() { return running_; }
  /// The one of that id; null: it is not among them.
  const ChangingJob* running_job(TaskId id) const {
    const auto found = std::lower_bound(running_.begin(), running_.end(), id,
                                        [](const ChangingJob& job, TaskId value) { return job.id < value; });
    return found != running_.end() && found->id == id ? &*found : nullptr;
  }
  /// Those that this decision starts.
  const std::deque<ChangingJob>& started() const { return started_; }
  bool has_started(const QueuedJob& job) const { return starting_.count(job.handle) > 0; }
  /// Jobs that run and jobs that start, by id.
  std::vector<ChangingJob*> all() {
    std::vector<ChangingJob*> jobs;
    for (auto& job : running_)
      jobs.push_back(&job);
    for (auto& job : started_)
      jobs.push_back(&job);
    std::sort(jobs.begin(), jobs.end(), [](auto* a, auto* b) { return by_id(*a, *b); });
    return jobs;
  }

  /// Lets the job have so many nodes: now if it is at its point, otherwise after its next one. Nodes to be
  /// added must be free; they are reserved.
  void resize(ChangingJob& job, int nodes) {
    const int held = std::max(job.nodes, job.target);
    job.target = nodes;
    if (job.at_point)
      job.nodes = nodes;
    draft_.nodes_come_free(held - std::max(job.nodes, job.target));
  }

  /// Grants requests for fewer nodes, and those for more of which all nodes are free, but for those that are
  /// kept for others. The other ones are declined. By id.
  void answer_requests(int kept = 0) {
    for (auto& job : running_) {
      const int wanted = job.release->resizing->wanted, own = std::max(0, job.target - job.nodes);
      if (wanted == 0 || wanted - job.nodes > std::max(0, free() - kept + own))
        continue;
      resize(job, wanted);
      job.at_point = false;
      job.is_answered = true;
    }
  }

  /// Starts a job on so many nodes. It may be resized in the same decision: then it starts on others.
  ChangingJob& start(const QueuedJob& job, int nodes, const char* why) {
    draft_.nodes_come_free(-nodes);
    starting_.insert(job.handle);
    const bool obeying = job.sizes != nullptr && obeys(job.sizes->kind);
    return started_.emplace_back(
        ChangingJob{job.id, job.handle, sizes_of(job), obeying, nullptr, &job, why, nodes, nodes});
  }

  /// Tells the draft all that has been decided.
  void finish() {
    for (const auto& job : running_) {
      const int size = job.is_answered ? job.nodes : job.target;
      const auto& before = *job.release->resizing;
      const bool has_points = job.at_point || before.next_point < never;
      if (owed_ != nullptr && (job.is_answered || !has_points) && job.target != job.nodes)
        (*owed_)[job.handle] = job.target;
      if (job.is_answered || (has_points && size != before.target) || (job.at_point && size != before.nodes))
        draft_.resize({expected_end(job), job.id, job.handle, std::max(job.nodes, size)}, size);
    }
    for (const auto& job : started_) {
      draft_.nodes_come_free(job.nodes); // the draft takes them again
      if (job.starts->sizes == nullptr)
        draft_.start(*job.starts, job.why);
      else
        draft_.start_with(*job.starts, job.nodes, job.why);
    }
  }

private:
  /// When the job ends that has its nodes from now on.
  Seconds expected_end(const ChangingJob& job) const {
    const auto& [sizes, before] = std::pair(job.release->resizing->sizes, job.release->resizing->nodes);
    if (job.nodes == before)
      return job.release->expected_end;
    const Seconds pause = job.nodes > before ? sizes->cost.grow : sizes->cost.shrink;
    return draft_.now() + pause +
           (job.release->expected_end - draft_.now()) * sizes->stretch(job.nodes) / sizes->stretch(before);
  }

  static bool by_id(const ChangingJob& a, const ChangingJob& b) { return a.id < b.id; }

  DecisionDraft& draft_;
  Owed* owed_ = nullptr;
  std::vector<ChangingJob> running_;
  std::deque<ChangingJob> started_;
  boost::container::flat_set<JobHandle> starting_;
};

/// Gives the reasons why jobs wait behind the first that finds too few nodes.
inline void hold_behind_head(DecisionDraft& draft) {
  bool is_head = true;
  draft.hold_others(
      [&](const QueuedJob&) { return std::exchange(is_head, false) ? "too_few_nodes" : "behind_head"; });
}

} // namespace malha::cluster

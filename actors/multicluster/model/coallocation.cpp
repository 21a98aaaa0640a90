// SPDX-License-Identifier: MIT
// Jobs that a meta-scheduler lets run in several clusters at once.
#include "model.hpp"

#include <algorithm>

namespace malha::multicluster {

/// Of a job that no cluster can run alone. It waits until nodes or channels are free.
void Model::coallocate(Waiting& waiting) {
  if (!coallocator_->could_run(waiting.job))
    return reject(waiting);
  if (std::exchange(waiting.tried_in, state_) == state_)
    return refuse(*waiting.place);
  auto parts = coallocator_->allocate(waiting.job, std::nullopt);
  if (!parts)
    return is_hopeless(waiting.job) ? reject(waiting) : refuse(*waiting.place);
  advance();
  const Seconds start = parts->start;
  begin(waiting.job, std::move(*parts), start, false);
  leave_queue(waiting);
}

/// Whether nothing runs that could leave the job more than it finds now, and it finds too little for good.
bool Model::is_hopeless(const Job& job) const {
  return handed_over_.empty() && coallocated_.empty() && !coallocator_->would_ever_run(job);
}

/// Of jobs that wait in the queues of clusters, in the order in which they were handed over.
void Model::coallocate_from_below() {
  below_order_.erase(std::remove_if(below_order_.begin(), below_order_.end(),
                                    [this](TaskId id) { return below_.count(id) == 0; }),
                     below_order_.end());
  for (const TaskId id : std::vector<TaskId>(below_order_))
    if (const auto found = below_.find(id);
        found != below_.end() && std::exchange(found->second.tried_in, state_) != state_)
      coallocate_from_below(id);
}

void Model::coallocate_from_below(TaskId id) {
  const Below waiting = below_.at(id); // it may start while clusters are asked
  const auto waits = [this, id] { return below_.count(id) > 0; };
  auto parts = coallocator_->allocate(waiting.job, Coallocator::Below{waiting.cluster, rules_.idle, waits});
  if (!parts)
    return;
  place_is_free(waiting.cluster);
  below_.erase(id);
  const auto handed_over = handed_over_.extract(id);
  begin(waiting.job, std::move(*parts), handed_over.mapped().date, true);
}

void Model::begin(const Job& job, Coallocated parts, Seconds handed_over, bool was_handed_over) {
  ++state_;
  tell(&Listener::coallocated, job, parts, was_handed_over);
  coallocated_.emplace(job.tasks.front().id, Runs{job, std::move(parts), handed_over});
}

void Model::ended(TaskId job, Seconds end) {
  has_news_ = true;
  ++state_;
  const auto gone = coallocated_.extract(job);
  const auto& [of_job, parts, handed_over] = gone.mapped();
  coallocator_->ended(job, parts.parts, end);
  tell(&Listener::coallocated_left, of_job, parts, handed_over, end);
}

} // namespace malha::multicluster

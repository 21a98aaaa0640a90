// SPDX-License-Identifier: MIT
#include "coallocations.hpp"

#include <algorithm>
#include <utility>

namespace malha::multicluster {

const Coallocations::Running& Coallocations::begin(Job job, Coallocated parts, Seconds handed_over) {
  const TaskId id = job.tasks.front().id;
  return running_.emplace(id, Running{std::move(job), std::move(parts), handed_over}).first->second;
}

Coallocations::Running Coallocations::end(TaskId job, Seconds end) {
  auto ended = std::move(running_.extract(job).mapped());
  coallocator_.ended(job, ended.parts.parts, end);
  return ended;
}

void Coallocations::enter_queue(TaskId id, const Job& job, int cluster) {
  if (!rules_.refined)
    return;
  queued_.emplace(id, Queued{job, cluster});
  order_.push_back(id);
}

std::vector<TaskId> Coallocations::queued() {
  order_.erase(
      std::remove_if(order_.begin(), order_.end(), [this](TaskId id) { return queued_.count(id) == 0; }),
      order_.end());
  return order_;
}

std::optional<Coallocations::FromQueue> Coallocations::allocate_queued(TaskId job, std::int64_t state) {
  const auto found = queued_.find(job);
  if (found == queued_.end() || std::exchange(found->second.tried_in, state) == state)
    return std::nullopt;
  FromQueue from{found->second.job, found->second.cluster, {}}; // it may start while clusters are asked
  const auto waits = [this, job] { return queued_.count(job) > 0; };
  auto parts = coallocator_.allocate(from.job, Coallocator::Below{from.cluster, rules_.idle, waits});
  if (!parts)
    return std::nullopt;
  leave_queue(job);
  from.parts = std::move(*parts);
  return from;
}

} // namespace malha::multicluster

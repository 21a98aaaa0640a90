// SPDX-License-Identifier: MIT
// Parts of jobs that run in several clusters: they come and go beside the queue, and the policy only sees
// that its plans are void.
#include "book.hpp"

namespace malha::cluster {

std::vector<int> Book::open_nodes(Bytes memory) const {
  if (!shared_)
    return {free_.begin(), free_.end()};
  std::vector<int> open;
  for (int machine = 0; machine < static_cast<int>(machines_.size()); ++machine)
    if (shared_->may_take(machine, memory))
      open.push_back(machine);
  return open;
}

const LiveJob& Book::start_part(const Job& part, const std::vector<int>& on, Seconds now) {
  auto& job = new_job(part, part.tasks.front());
  job.is_part = true;
  job.nodes = {};
  for (const int number : on)
    if (shared_) {
      const auto& machine = machines_[static_cast<std::size_t>(number)];
      job.nodes.insert(free_.within(machine.first, machine.cpus).lowest(1));
    } else {
      job.nodes.insert(IndexSet(number, 1));
    }
  free_.remove(job.nodes);
  occupy_nodes(job, on, now);
  ++parts_;
  changes_.promises_void = true;
  return job;
}

const LiveJob& Book::begin_part(JobHandle handle, Seconds start) {
  auto& job = jobs_[handle];
  job.start = start;
  ++job.run;
  outlived(handle, start + job.queued.walltime);
  return job;
}

const LiveJob& Book::end_part(JobHandle handle) {
  changes_.promises_void = true;
  --parts_;
  return end(handle);
}

bool Book::has(TaskId task) const {
  return waiting(task) || std::any_of(running_.begin(), running_.end(),
                                      [&](const Release& one) { return jobs_[one.handle].task.id == task; });
}

std::optional<JobHandle> Book::waiting(TaskId task) const {
  for (const auto& job : queue_)
    if (job.id == task)
      return job.handle;
  return std::nullopt;
}

const LiveJob& Book::withdraw(JobHandle handle) {
  auto& arrived = changes_.arrived;
  const auto unseen = std::find_if(arrived.begin(), arrived.end(),
                                   [handle](const QueuedJob& job) { return job.handle == handle; });
  if (unseen != arrived.end())
    arrived.erase(unseen);
  else
    changes_.withdrawn.push_back(handle);
  changes_.promises_void = true;
  return drop(handle);
}

} // namespace malha::cluster

// SPDX-License-Identifier: MIT
// What the book knows of jobs whose number of nodes may change.
#include "book.hpp"

#include <algorithm>

namespace malha::cluster {

/// Lets the job begin a leg on the nodes that it has. It computes from that date on.
void Book::begin_leg(LiveJob& job, Seconds computes) {
  auto& sized = *job.sized;
  auto& now = sized.now;
  now.nodes = now.target = job.nodes.size();
  sized.since = summed_to_;
  now.computes = computes;
  now.whole = sized.here(nodes_.machines().run_time(job.task, job.nodes));
  now.at_point = sized.changes_at_any_date();
  now.wanted = 0;
  now.next_point = next_point(job);
  // Who has used its walltime is expected to run as long again.
  const Seconds left = job.queued.walltime - sized.used;
  const Seconds expected = sized.here(left > 0 ? left : job.queued.walltime);
  job.expected_end = computes + std::min(expected, limit_of_leg(job));
  node_seconds_busy_ -= (computes - summed_to_) * now.nodes; // a pause
}

/// The run of the job ends, or goes on with another leg. The sums over time are up to date.
void Book::close_leg(LiveJob& job) {
  node_seconds_busy_ += std::max(Seconds{0}, job.sized->now.computes - summed_to_) * job.sized->now.nodes;
  job.sized->close_leg(summed_to_);
}

TaskRun Book::leg_run(const LiveJob& job) const {
  const auto& sized = *job.sized;
  return nodes_.machines().run(sized.rest_of(job.task), sized.now.computes, job.nodes);
}

Seconds Book::limit_of_leg(const LiveJob& job) const {
  const auto& sized = *job.sized;
  if (extends_)
    return never;
  if (limits_follow_sizes_)
    return sized.here(std::max(Seconds{0}, job.limit - sized.used));
  return job.limit - (sized.now.computes - job.start);
}

Seconds Book::next_point(const LiveJob& job) const {
  const auto& sized = *job.sized;
  const int part = sized.next_part_of_interest();
  if (part == 0)
    return never;
  return nodes_.machines()
      .run(sized.leg_of_parts(job.task, part - sized.leg_from), sized.now.computes, job.nodes)
      .end;
}

const LiveJob& Book::reach_point(JobHandle handle) {
  auto& sized = *jobs_[handle].sized;
  sized.parts_done = sized.next_part_of_interest();
  sized.now.at_point = true;
  sized.now.wanted = sized.asked_after(sized.parts_done);
  sized.now.next_point = next_point(jobs_[handle]);
  return jobs_[handle];
}

bool Book::leave_point(JobHandle handle) {
  auto& job = jobs_[handle];
  if (job.state != LiveJob::State::runs || job.sized == nullptr || job.sized->changes_at_any_date())
    return false;
  job.sized->now.wanted = 0;
  return std::exchange(job.sized->now.at_point, false);
}

void Book::cancel_resize(JobHandle handle) {
  auto& job = jobs_[handle];
  auto& now = job.sized->now;
  nodes_.free_reserved(now.reserved);
  reserved_ -= now.reserved.size();
  now.reserved = {};
  now.target = now.nodes;
  job.sized->leaving = {};
  running_.update(job);
}

void Book::plan_shrink(JobHandle handle, IndexSet leaving) {
  auto& sized = *jobs_[handle].sized;
  sized.now.target = sized.now.nodes - leaving.size();
  sized.leaving = std::move(leaving);
}

void Book::reserve(JobHandle handle, IndexSet more) {
  auto& job = jobs_[handle];
  nodes_.reserve(more);
  reserved_ += more.size();
  job.sized->now.target = job.sized->now.nodes + more.size();
  job.sized->now.reserved = std::move(more);
  running_.update(job);
  changes_.promises_void = true;
}

const LiveJob& Book::resize(JobHandle handle, IndexSet nodes, Seconds pause) {
  auto& job = jobs_[handle];
  close_leg(job);
  running_.remove(job);
  nodes_.free_reserved(job.sized->now.reserved);
  reserved_ -= job.sized->now.reserved.size();
  job.sized->now.reserved = {};
  nodes_.exchange(job, std::move(nodes));
  begin_leg(job, summed_to_ + pause);
  ++job.run;
  running_.add(job);
  changes_.promises_void = true;
  return job;
}

/// Takes a node that fails from the job for which it is reserved.
void Book::lose_reserved(int node) {
  for (const auto& release : running_.releases()) {
    auto& job = jobs_[release.handle];
    if (job.sized == nullptr || !job.sized->now.reserved.contains(node))
      continue;
    auto& now = job.sized->now;
    now.reserved.remove(IndexSet(node, 1));
    nodes_.free_reserved(IndexSet(node, 1));
    now.target = now.nodes + now.reserved.size();
    --reserved_;
    return running_.update(job); // it ends the loop: releases have changed
  }
}

} // namespace malha::cluster

// SPDX-License-Identifier: MIT
// Jobs whose policy chooses how many nodes they have: their points, and what is decided about them.
#include "model.hpp"
#include "requests.hpp"

#include <algorithm>

namespace malha::cluster {
namespace {

std::string name_of_job(const LiveJob& job) { return "job " + std::to_string(number_of(job.task)); }

std::string from_to(int least, int most) { return std::to_string(least) + " to " + std::to_string(most); }

/// Throws BrokenRule unless the policy may give the running job that number of nodes.
void check_size(const LiveJob& job, int size) {
  const auto refuse = [&](const std::string& what) {
    throw BrokenRule("it gives " + name_of_job(job) + " " + std::to_string(size) + " nodes, " + what);
  };
  if (job.sized == nullptr)
    refuse("and the job is rigid, or has one size only");
  const auto& sizes = *job.sized->job;
  const auto& now = job.sized->now;
  if (size < sizes.min || size > sizes.max)
    refuse("and it may have " + from_to(sizes.min, sizes.max));
  if (obeys(sizes.kind) || size == now.nodes)
    return;
  if (sizes.kind == JobKind::moldable)
    refuse("and its size is chosen when it starts, since it is moldable");
  if (now.wanted == 0)
    refuse("and it is evolving and does not ask for others than it has");
  if (size < std::min(now.nodes, now.wanted) || size > std::max(now.nodes, now.wanted))
    refuse("and it has " + std::to_string(now.nodes) + " and asks for " + std::to_string(now.wanted));
}

/// The nodes that the job loses, or those that it gets.
IndexSet changed_nodes(const LiveJob& job, const Resize& how, const IndexSet& free) {
  const int more = how.size - job.sized->now.nodes;
  const auto who = [&] { return (more > 0 ? "it gives " : "it takes from ") + name_of_job(job) + " "; };
  if (how.nodes.empty()) {
    if (more > free.size())
      throw BrokenRule(who() + std::to_string(more) + " more nodes with " + std::to_string(free.size()) +
                       " free");
    return more > 0 ? free.lowest(more) : job.nodes.highest(-more);
  }
  if (how.nodes.size() != std::abs(more))
    throw BrokenRule(who() + std::to_string(how.nodes.size()) + " nodes, and its size changes by " +
                     std::to_string(std::abs(more)));
  if (more > 0 && !free.contains(how.nodes))
    throw BrokenRule(who() + "nodes " + how.nodes.text() + ", which are not all free");
  if (more < 0 && !job.nodes.contains(how.nodes))
    throw BrokenRule(who() + "nodes " + how.nodes.text() + ", which it does not have");
  return how.nodes;
}

} // namespace

/// Refuses what a policy that chooses sizes would not heed.
void Model::check_sizes(const Job& job) const {
  if (job.sizes == nullptr || job.sizes->min == job.sizes->max)
    return;
  const auto refuse = [&](const std::string& what, const std::string& valid) {
    admission_.refuse("job " + std::to_string(job.id) + " may have several sizes, and " + what +
                      "; valid: " + valid);
  };
  if (!job.fragments.empty() || job.demands != nullptr)
    refuse("asks for fragments, memory or devices", "jobs that ask for nodes alone");
  if (!job.constraint.empty() || !job.reservation.empty())
    refuse("is for some nodes only", "jobs that any nodes suit");
  if (job.deadline)
    refuse("has a deadline", "jobs without");
  if (job.sizes->parts == JobSizes::any_date && book_.nodes().machines().speeds_change())
    refuse("its size may change at any date (parts=inf) while speeds of hosts change",
           "a finite number of parts, or hosts of constant speeds");
}

int Model::least_nodes(const Job& job, const Task& task) const {
  return resizes_ && job.sizes != nullptr ? job.sizes->min : task.resources;
}

void Model::reached_point(JobHandle handle) {
  const LiveJob& job = book_.reach_point(handle);
  at_points_.push_back(handle);
  if (job.sized->now.wanted > 0)
    listeners_.notify(&Listener::asked, job, date_);
}

/// Lets the jobs go on that were at their points.
void Model::leave_points() {
  for (const auto handle : at_points_)
    if (book_.leave_point(handle))
      plan_point(book_[handle]);
  at_points_.clear();
}

void Model::plan_point(const LiveJob& job) {
  if (job.sized->now.next_point < never)
    plan(Event::point, job, job.sized->now.next_point);
}

void Model::plan_leg(const LiveJob& job) {
  const TaskRun leg = book_.leg_run(job);
  const Seconds limit = book_.limit_of_leg(job);
  // Limits may be as long as the run, on whatever nodes. What was used of them is a sum of differences of
  // dates.
  const Seconds rounding = 1e-12 * (date_ + job.limit);
  const bool is_killed = leg.time > limit + rounding;
  plan(is_killed ? Event::end_by_limit : Event::end, job,
       is_killed ? job.sized->now.computes + limit : leg.end);
  plan_point(job);
}

void Model::change_nodes(JobHandle handle, const IndexSet& more, const IndexSet& less) {
  const auto& sized = *book_[handle].sized;
  const auto& cost = sized.job->cost;
  IndexSet nodes = book_[handle].nodes;
  nodes.insert(more);
  nodes.remove(less);
  const SizeChange change{date_, book_[handle].nodes, sized.since, sized.now.wanted,
                          more.empty() ? cost.shrink : cost.grow};
  const LiveJob& job = book_.resize(handle, std::move(nodes), change.pause);
  has_resized_ = true;
  listeners_.notify(&Listener::resized, job, change);
  plan_end(job);
}

/// Checks what is decided about sizes, and carries out what is about fewer nodes. What was decided before
/// about these jobs is forgotten.
void Model::shrink_jobs(const std::vector<Resize>& resizes) {
  decided_sizes_.clear();
  for (const auto& one : resizes) {
    book_.check(one.job, LiveJob::State::runs, "resizes");
    check_size(book_[one.job], one.size);
    decided_sizes_.push_back(one.job);
  }
  std::sort(decided_sizes_.begin(), decided_sizes_.end());
  const auto twice = std::adjacent_find(decided_sizes_.begin(), decided_sizes_.end());
  if (twice != decided_sizes_.end())
    throw BrokenRule("it resizes " + name_of_job(book_[*twice]) + " twice");
  for (const auto handle : at_points_)
    if (is_left_alone(handle) && book_[handle].sized->now.target < book_[handle].sized->now.nodes)
      shrink({handle, book_[handle].sized->now.target, IndexSet(book_[handle].sized->leaving)});
  for (const auto& one : resizes) {
    book_.cancel_resize(one.job);
    if (one.size < book_[one.job].sized->now.nodes)
      shrink(one);
  }
}

/// Whether the job is at a point, and this decision says nothing about it.
bool Model::is_left_alone(JobHandle handle) const {
  const LiveJob& job = book_[handle];
  return job.state == LiveJob::State::runs && job.sized != nullptr && job.sized->now.at_point &&
         !std::binary_search(decided_sizes_.begin(), decided_sizes_.end(), handle);
}

void Model::shrink(const Resize& how) {
  const auto& job = book_[how.job];
  const auto lost = changed_nodes(job, how, book_.nodes().free());
  if (job.sized->now.at_point)
    change_nodes(how.job, {}, lost);
  else if (job.sized->now.next_point < never)
    book_.plan_shrink(how.job, lost);
}

/// Carries out what is decided about more nodes.
void Model::grow_jobs(const std::vector<Resize>& resizes) {
  for (const auto handle : at_points_)
    if (is_left_alone(handle) && !book_[handle].sized->now.reserved.empty())
      change_nodes(handle, IndexSet(book_[handle].sized->now.reserved), {});
  for (const auto& one : resizes) {
    const auto& job = book_[one.job];
    if (one.size <= job.sized->now.nodes)
      continue;
    auto more = changed_nodes(job, one, book_.nodes().free());
    if (job.sized->now.at_point)
      change_nodes(one.job, more, {});
    else if (job.sized->now.next_point < never) {
      book_.reserve(one.job, std::move(more));
      has_resized_ = true;
    }
  }
}

/// Lets a job that loses a node go on from its last point with the others. Returns whether it may.
bool Model::goes_on_without(JobHandle handle, int node) {
  const auto& job = book_[handle];
  if (!rules_.shrinks_on_loss || job.sized == nullptr || !obeys(job.sized->job->kind) ||
      job.sized->now.nodes <= job.sized->job->min)
    return false;
  book_.cancel_resize(handle);
  change_nodes(handle, {}, IndexSet(node, 1));
  return true;
}

} // namespace malha::cluster

// SPDX-License-Identifier: MIT
#include "sized_job.hpp"

#include <algorithm>

namespace malha::cluster {
namespace {

/// The task as long as `part` / `whole` of it takes on other nodes.
Task scaled(const Task& task, const SizedJob& sized, double part, double whole) {
  Task leg = task;
  leg.length = sized.here(task.length) * part / whole;
  leg.work = sized.here(task.work) * part / whole;
  return leg;
}

} // namespace

int SizedJob::next_part_of_interest() const {
  if (changes_at_any_date())
    return 0;
  if (obeys(job->kind))
    return parts_done + 1 < job->parts ? parts_done + 1 : 0;
  const auto next = std::find_if(job->asks.begin(), job->asks.end(),
                                 [this](const SizeRequest& ask) { return ask.after_part > parts_done; });
  return next == job->asks.end() ? 0 : next->after_part;
}

int SizedJob::asked_after(int part) const {
  const auto ask = std::find_if(job->asks.begin(), job->asks.end(),
                                [part](const SizeRequest& one) { return one.after_part == part; });
  return ask == job->asks.end() || ask->nodes == now.nodes ? 0 : ask->nodes;
}

Task SizedJob::leg_of_parts(const Task& task, int parts) const {
  return scaled(task, *this, parts, job->parts);
}

Task SizedJob::rest_of(const Task& task) const {
  return changes_at_any_date() ? scaled(task, *this, now.left, 1)
                               : leg_of_parts(task, job->parts - parts_done);
}

void SizedJob::close_leg(Seconds date) {
  used += at_pref(std::max(Seconds{0}, date - now.computes));
  if (changes_at_any_date())
    now.left = std::max(0.0, now.left_at(date));
  else
    now.left = static_cast<double>(job->parts - parts_done) / job->parts;
  leg_from = parts_done;
}

} // namespace malha::cluster

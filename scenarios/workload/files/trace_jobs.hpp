// SPDX-License-Identifier: MIT
#pragma once
#include "field_values.hpp"
#include "policies/sdk/estimates.hpp"
#include "policies/sdk/workload.hpp"

#include <algorithm>
#include <numeric>

namespace malha {

/// A rigid job whose run time is known at a speed, as readers of traces make it.
Job rigid_job(JobId id, Seconds submitted, Seconds run_time, int resources, FlopsPerSecond speed);

/// Gives the job another date of submission, and moves its other dates with it.
void move_to(Job& job, Seconds submitted);

/// Gives the jobs of a trace their walltimes by parameter `estimates`, and counts what is to be said of them.
class TraceEstimates {
public:
  explicit TraceEstimates(const WorkloadInput& input);

  /// A request of 0 is no limit under which anything could run: it counts as unknown, and so do the numbers
  /// by which Slurm says that there is no limit, in seconds or minutes.
  Seconds of(Seconds run_time, Seconds requested);
  void add_to(std::vector<WorkloadNote>& notes) const;

private:
  Estimates estimates_;
  bool by_user_;
  std::int64_t from_run_time_ = 0, above_estimate_ = 0;
};

/// A date of a trace whose dates are no dates of the calendar.
TraceDate relative_date(Seconds seconds);

/// Says from where on the dates of a trace count, by one rule for all readers. The first submission of a job
/// that is replayed becomes 0 s where it is a date of the calendar, or where it is a day or more.
class TraceDates {
public:
  /// It is called once, with the first submission.
  void begin(const TraceDate& first);
  bool have_begun() const { return have_begun_; }
  /// A date of the simulation. `seconds` is the date as the trace has it.
  Seconds of(Seconds seconds);
  Seconds of(const TraceDate& date);
  /// The same of a date that is no submission, so that it does not count as that of a job that was moved.
  Seconds other(const TraceDate& date) const;
  void add_to(std::vector<WorkloadNote>& notes) const;

private:
  std::optional<TraceDate> from_; ///< nothing: dates stay as they are
  bool have_begun_ = false;
  std::int64_t moved_ = 0;
};

/// Sorts the items of a trace by the date that `submitted` gives of each, ties by their place. Returns how
/// many have another place then.
template <class Item, class Submitted>
std::int64_t sort_by_submission(std::vector<Item>& items, Submitted submitted) {
  std::vector<std::size_t> order(items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](auto a, auto b) { return submitted(items[a]) < submitted(items[b]); });
  std::vector<Item> sorted;
  sorted.reserve(order.size());
  std::int64_t moved = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    moved += order[i] != i;
    sorted.push_back(std::move(items[order[i]]));
  }
  items = std::move(sorted);
  return moved;
}

} // namespace malha

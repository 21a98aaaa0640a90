// SPDX-License-Identifier: MIT
#pragma once
#include "queue.hpp"

namespace malha::cluster {

/// What a release policy may read beside the job.
struct ReleaseView {
  Seconds now; ///< the job is submitted at this date
  /// Grams of CO2 a kWh over time; null: the run has none, or not the same for all machines.
  const StepSeries* carbon = nullptr;
  /// The price of a kWh over time; null likewise.
  const StepSeries* price = nullptr;
};

/// When may a job be started at the earliest? The scheduler asks once, when the job is submitted, and does
/// not show it to the queue policy before that date. The job keeps its place by submission, and its age grows
/// meanwhile. Each task of a bag or DAG is asked for as a job of its own.
class JobRelease : public Policy {
public:
  static constexpr const char* question = "cluster/release";
  /// A finite date, `view.now` or later; `now` itself: at once. The job may wait longer, for what its user
  /// wants or for room. Its walltime is a prediction if the scheduler has a `Prediction`.
  virtual Seconds release(const QueuedJob& job, const ReleaseView& view) = 0;
  /// Whether any job is held back at all.
  virtual bool holds_back() const { return true; }
  /// Whether it cannot answer without a series, or without the walltime of the job. The scheduler refuses
  /// what lacks them.
  virtual bool needs_carbon() const { return false; }
  virtual bool needs_price() const { return false; }
  virtual bool needs_walltimes() const { return false; }
};

/// The first date at which the user of a job that is submitted `now` lets it start. One that is never
/// released by its user: `now`.
inline Seconds first_start(const QueuedJob& job, Seconds now) {
  const Seconds earliest = job.request != nullptr ? job.request->dates.earliest() : 0;
  return earliest > now && earliest < never ? earliest : now;
}

} // namespace malha::cluster

// SPDX-License-Identifier: MIT
#pragma once
#include "queue.hpp"

namespace malha::cluster {

/// What a prediction policy may read of a job that still runs at the end of its prediction.
struct Outlived {
  Seconds start;
  Seconds now;
  Seconds first;   ///< the prediction with which it started
  int corrections; ///< that it has had in this run
};

/// How long will jobs run? Queue policies plan with the predictions: the scheduler shows them as
/// `QueuedJob::walltime`. A job is killed at the walltime of its user all the same (Tsafrir, Etsion and
/// Feitelson, TPDS 18(6), 2007: kill time apart from prediction). In the jobs that are given here `walltime`
/// is that of the user, `never` without one. What is predicted beyond it counts as it.
class Prediction : public Policy {
public:
  static constexpr const char* question = "cluster/prediction";
  /// The run time of a job that enters the queue, above 0; `never`: the job is not expected to end.
  virtual Seconds predict(const QueuedJob& job, Seconds now) = 0;
  /// Another prediction of the whole run time of a job that has outlived its last one, and may run on. It is
  /// longer than the job has run.
  virtual Seconds correct(const QueuedJob& job, const Outlived& outlived) = 0;
  /// A job that ran since `start` has ended, at its walltime if it was killed. It does not go back to the
  /// queue. All jobs that end at a date do so before those that come at it are predicted.
  virtual void ended(const QueuedJob& /*job*/, Seconds /*start*/, Seconds /*end*/) {}
  /// Whether jobs that wait are predicted again when others have ended.
  virtual bool renews() const { return false; }
  /// Whether predictions may differ from walltimes at all.
  virtual bool predicts() const { return true; }
};

} // namespace malha::cluster

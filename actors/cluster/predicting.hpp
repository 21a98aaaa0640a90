// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/checked_queue.hpp"
#include "actors/cluster/model/listener.hpp"
#include "actors/runtime/records/recorder.hpp"
#include "policies/cluster/prediction.hpp"
#include "results/measures/metrics.hpp"

namespace malha::cluster {

/// The name under which a deployment gives a scheduler its prediction policy.
inline constexpr const char* prediction_slot = "prediction";

/// Asks the policy of a scheduler how long jobs will run. Throws RuleBroken unless a prediction is above 0,
/// and a correction longer than the job has run.
struct CheckedPrediction : CheckedPolicy<Prediction> {
  explicit CheckedPrediction(ActorContext& context) : CheckedPolicy(context, prediction_slot) {}

  Seconds predict(const QueuedJob& job, Seconds now) override;
  Seconds correct(const QueuedJob& job, const Outlived& outlived) override;
  void ended(const QueuedJob& job, Seconds start, Seconds end) override {
    ask(&Prediction::ended, job, start, end);
  }
  bool renews() const override { return ask(&Prediction::renews); }
  bool predicts() const override { return ask(&Prediction::predicts); }
};

/// How good the predictions of a scheduler were, over the jobs that ended.
class PredictionJournal : public Listener {
public:
  explicit PredictionJournal(Recorder& recorder) : recorder_(recorder) {}

  void ended(const LiveJob& job, Seconds start, Seconds end, FinalState state) override;
  /// Counts the metrics. It is called once.
  void close();

private:
  Recorder& recorder_;
  std::int64_t jobs_ = 0, outlived_ = 0;
  double accuracy_ = 0; ///< sum over the jobs
};

/// Adds the metrics of predictions to those of a scheduler.
std::vector<MetricSpec> with_predictions(std::vector<MetricSpec> metrics);

/// The predictions of a scheduler's jobs, if its deployment has a policy for them.
class Predicting {
public:
  /// Throws InputError if predictions would have no effect on `queue`, or be wrong.
  Predicting(ActorContext& scheduler, const CheckedQueue& queue);

  /// Whether jobs are expected to run for other times than their walltimes.
  bool predicts() const { return predicts_; }
  Prediction& policy() { return policy_; }
  PredictionJournal& journal() { return journal_; }
  /// Counts the metrics if there are predictions.
  void close();

private:
  CheckedPrediction policy_;
  const bool predicts_;
  PredictionJournal journal_;
};

} // namespace malha::cluster

// SPDX-License-Identifier: MIT
// Estimates that are wrong by a factor are divided by it (M-CISNE, section 3.5.6, P26 of
// docs/multicluster.md).
#pragma once
#include "policies/multicluster/estimator.hpp"
#include "policies/sdk/regression.hpp"

#include <deque>
#include <map>

namespace malha::multicluster {

enum class CorrectionRule { none, frozen, self };

inline ParameterSpec correction_parameter(const std::string& default_value = "none") {
  return choice(
      "correction", default_value, {"none", "frozen", "self"},
      "by what an estimate is divided: nothing; the slope of the first 200 predictions; the slope of "
      "the last 50, while they lie on a line and their mean error hardly changes");
}
inline CorrectionRule correction_of(const Parameters& parameters) {
  const auto& word = parameters.text("correction");
  return word == "none"     ? CorrectionRule::none
         : word == "frozen" ? CorrectionRule::frozen
                            : CorrectionRule::self;
}

/// The correction of one quantity, waiting times or execution times.
class Correction {
public:
  static constexpr std::int64_t frozen_after = 200;
  static constexpr std::size_t window = 50, fewest = 20;
  static constexpr double least_r = 0.9, largest_change = 0.25;

  explicit Correction(CorrectionRule rule) : rule_(rule) {}

  /// Takes a prediction whose job has ended.
  void learn(double estimate, double real) {
    if (rule_ == CorrectionRule::frozen)
      learn_first(estimate, real);
    else if (rule_ == CorrectionRule::self)
      learn_last(estimate, real);
  }

  /// The corrected estimate (3.16).
  double operator()(double estimate) const { return estimate / slope_; }

private:
  void learn_first(double estimate, double real) {
    if (first_.number() == frozen_after)
      return;
    first_.add(estimate, real);
    if (first_.number() == frozen_after)
      take(first_.slope());
  }

  void learn_last(double estimate, double real) {
    last_.emplace_back(estimate, real);
    if (last_.size() > window)
      last_.pop_front();
    if (last_.size() < fewest)
      return;
    Regression all;
    for (const auto& [estimated, became] : last_)
      all.add(estimated, became);
    slope_ = 1;
    if (all.adjusted_r().value_or(0) >= least_r && mean_error_stays())
      take(all.slope());
  }

  /// Whether the mean errors of the older and of the younger half differ little. In a window of an odd number
  /// the pair in the middle counts to the younger ones.
  bool mean_error_stays() const {
    const std::size_t half = last_.size() / 2;
    double older = 0, younger = 0;
    for (std::size_t i = 0; i < last_.size(); ++i)
      (i < half ? older : younger) += last_[i].first - last_[i].second;
    older /= static_cast<double>(half);
    younger /= static_cast<double>(last_.size() - half);
    return std::abs(younger - older) <= largest_change * std::abs(older);
  }

  void take(std::optional<double> slope) { slope_ = slope.value_or(0) > 0 ? *slope : 1; }

  const CorrectionRule rule_;
  double slope_ = 1;
  Regression first_;
  std::deque<std::pair<double, double>> last_; ///< (estimate, real)
};

/// Predictions that wait until their jobs have ended. The last prediction for a job counts. A job that runs
/// elsewhere never ends here, so only the latest jobs are kept.
template <class Prediction>
class Predictions {
public:
  static constexpr std::size_t most = 10'000;

  void remember(TaskId job, Prediction prediction) {
    waiting_.insert_or_assign(job, std::move(prediction));
    if (waiting_.size() > most)
      waiting_.erase(waiting_.begin());
  }

  /// Calls `take(prediction, experience)` for each job that has ended since it was last called.
  template <class Take>
  void each_ended(const std::vector<Experience>& history, Take take) {
    for (; read_ < history.size(); ++read_)
      if (const auto found = waiting_.find(history[read_].id); found != waiting_.end()) {
        take(found->second, history[read_]);
        waiting_.erase(found);
      }
  }

private:
  std::map<TaskId, Prediction> waiting_; ///< a job that comes later has a higher id
  std::size_t read_ = 0;
};

/// An estimator whose estimates are corrected by the errors of earlier ones.
class Corrected : public Estimator {
public:
  Corrected(CorrectionRule rule, std::unique_ptr<Estimator> estimator)
      : rule_(rule), estimator_(std::move(estimator)), waiting_(rule), execution_(rule) {}

  Estimate estimate(const ClusterState& cluster, const AskedJob& job) override {
    Estimate estimate = estimator_->estimate(cluster, job);
    if (rule_ == CorrectionRule::none || !(estimate.turnaround_time() < never))
      return estimate;
    learn(cluster);
    predictions_.remember(job.id, estimate);
    estimate.waiting_time = waiting_(estimate.waiting_time);
    estimate.execution_time = execution_(estimate.execution_time);
    return estimate;
  }

  void observe(const ClusterState& cluster) override {
    estimator_->observe(cluster);
    if (rule_ != CorrectionRule::none)
      learn(cluster);
  }
  bool reads_history() const override { return rule_ != CorrectionRule::none || estimator_->reads_history(); }

private:
  void learn(const ClusterState& cluster) {
    predictions_.each_ended(cluster.history, [this](const Estimate& estimate, const Experience& real) {
      waiting_.learn(estimate.waiting_time, real.waiting_time);
      execution_.learn(estimate.execution_time, real.execution_time);
    });
  }

  const CorrectionRule rule_;
  std::unique_ptr<Estimator> estimator_;
  Correction waiting_, execution_;
  Predictions<Estimate> predictions_; ///< as they were before the correction
};

} // namespace malha::multicluster

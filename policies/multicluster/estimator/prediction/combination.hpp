// SPDX-License-Identifier: MIT
#pragma once
#include "correction.hpp"

namespace malha::multicluster {

/// Takes each of the two times from the estimator whose last predictions deviated least from the real times
/// of the jobs. Ties, and estimators of which nothing is known: in the order in which they were added.
class Combination : public Estimator {
public:
  static constexpr std::size_t most = 50, fewest = 5; ///< predictions that count

  /// `bound`: while the least deviation is larger, only half as many predictions count.
  Combination(double bound, CorrectionRule rule) : bound_(bound), rule_(rule) {}

  void add(std::unique_ptr<Estimator> estimator) {
    members_.push_back({std::make_unique<Corrected>(rule_, std::move(estimator)), {}, {}});
  }

  Estimate estimate(const ClusterState& cluster, const AskedJob& job) override {
    learn(cluster);
    std::vector<Estimate> all;
    std::int64_t steps = 0;
    for (const auto& member : members_) {
      all.push_back(member.estimator->estimate(cluster, job));
      steps += all.back().steps;
    }
    if (std::any_of(all.begin(), all.end(), [](const auto& one) { return !(one.turnaround_time() < never); }))
      return {never, never, 0, steps};
    const auto& waits = all[best(&Member::waiting)];
    const auto& runs = all[best(&Member::execution)];
    const Estimate chosen{waits.waiting_time, runs.execution_time, runs.local_nodes, steps};
    predictions_.remember(job.id, std::move(all));
    return chosen;
  }

  void observe(const ClusterState& cluster) override {
    for (const auto& member : members_)
      member.estimator->observe(cluster);
    learn(cluster);
  }

private:
  /// (estimate, real) of the last predictions, the latest last.
  using Past = std::deque<std::pair<Seconds, Seconds>>;
  struct Member {
    std::unique_ptr<Estimator> estimator;
    Past waiting, execution;
  };

  void learn(const ClusterState& cluster) {
    const auto keep = [](Past& past, Seconds estimate, Seconds real) {
      past.emplace_back(estimate, real);
      if (past.size() > most)
        past.pop_front();
    };
    predictions_.each_ended(cluster.history, [&](const std::vector<Estimate>& all, const Experience& real) {
      for (std::size_t i = 0; i < members_.size(); ++i) {
        keep(members_[i].waiting, all[i].waiting_time, real.waiting_time);
        keep(members_[i].execution, all[i].execution_time, real.execution_time);
      }
    });
  }

  /// Over the last `number` predictions. If all real times were 0, it is 0 for estimates that were all
  /// right, and infinite otherwise.
  static double deviation(const Past& past, std::size_t number) {
    Regression last;
    double errors = 0;
    for (std::size_t i = past.size() - std::min(number, past.size()); i < past.size(); ++i) {
      last.add(past[i].first, past[i].second);
      errors += std::abs(past[i].first - past[i].second);
    }
    return last.deviation().value_or(errors > 0 ? never : 0);
  }

  /// The place of the best estimator for one of the times.
  std::size_t best(Past Member::*past) const {
    for (std::size_t number = most;; number = std::max(fewest, number / 2)) {
      std::size_t best = 0;
      double least = never;
      for (std::size_t i = 0; i < members_.size(); ++i)
        if (const double one = deviation(members_[i].*past, number); one < least) {
          least = one;
          best = i;
        }
      if (least <= bound_ || number == fewest)
        return best;
    }
  }

  const double bound_;
  const CorrectionRule rule_;
  std::vector<Member> members_;
  Predictions<std::vector<Estimate>> predictions_;
};

} // namespace malha::multicluster

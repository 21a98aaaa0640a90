// SPDX-License-Identifier: MIT
// How satisfied users are, each and together (OSEP, section 3.3). Jobs without a user do not count.
#include "results/measures/job_times.hpp"
#include "results/measures/metric.hpp"

#include <cmath>

namespace malha {
namespace {

class Satisfactions : public MetricSum {
public:
  void resource(FlopsPerSecond speed) override { fastest_ = std::max(fastest_, speed); }

  void ran(const JobRow& row, bool counts) override {
    if (!counts || row.user.empty())
      return;
    auto& user = users_[row.user];
    user.sum += satisfaction(row, fastest_);
    ++user.jobs;
  }

  std::optional<double> value(const RunTotals&) const override { return std::nullopt; }

protected:
  struct User {
    double sum = 0;
    double jobs = 0;

    double mean() const { return sum / jobs; }
  };

  const std::map<std::string, User>& users() const { return users_; }
  double mean() const {
    double sum = 0;
    for (const auto& [name, user] : users_)
      sum += user.mean();
    return sum / static_cast<double>(users_.size());
  }

private:
  FlopsPerSecond fastest_ = 0;
  std::map<std::string, User> users_;
};

class UserSatisfaction : public Satisfactions {
public:
  std::map<std::string, double> values_by_user() const override {
    std::map<std::string, double> means;
    for (const auto& [name, user] : users())
      means[name] = user.mean();
    return means;
  }
};

class MeanUserSatisfaction : public Satisfactions {
public:
  std::optional<double> value(const RunTotals&) const override {
    return users().empty() ? std::nullopt : std::optional(mean());
  }
};

/// The sample standard deviation (n - 1), as in Table 19.
class SatisfactionDeviation : public Satisfactions {
public:
  std::optional<double> value(const RunTotals&) const override {
    if (users().size() < 2)
      return std::nullopt;
    double squares = 0;
    for (const auto& [name, user] : users())
      squares += (user.mean() - mean()) * (user.mean() - mean());
    return std::sqrt(squares / static_cast<double>(users().size() - 1));
  }
};

MALHA_METRIC("user_satisfaction", "%",
             "mean over the user's tasks of 100 * run time alone on the fastest resource / turnaround",
             summed_by<UserSatisfaction>(), 130, true, true, Better::more)
MALHA_METRIC("mean_user_satisfaction", "%", "mean of user_satisfaction over users",
             summed_by<MeanUserSatisfaction>(), 140, false, false, Better::more, "ownership")
MALHA_METRIC("user_satisfaction_stddev", "%",
             "sample standard deviation of user_satisfaction over users, if there are several",
             summed_by<SatisfactionDeviation>(), 150, false, false, Better::less, "ownership")

} // namespace
} // namespace malha

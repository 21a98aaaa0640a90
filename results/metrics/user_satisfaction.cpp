// SPDX-License-Identifier: MIT
// How satisfied users are, each and together (OSEP, section 3.3). Jobs without a user do not count.
#include "results/measures/job_times.hpp"
#include "results/measures/metric.hpp"
#include "results/measures/sums_by_user.hpp"

#include <cmath>

namespace malha {
namespace {

class Satisfactions : public MetricSum {
public:
  void resource(FlopsPerSecond speed) override { fastest_ = std::max(fastest_, speed); }

  void ran(const JobRow& row, bool counts) override {
    if (counts && !row.user.empty())
      users_.add(row.user, satisfaction(row, fastest_));
  }

  std::optional<double> value(const RunTotals&) const override { return std::nullopt; }

protected:
  using Means = std::map<std::string, double>;

  const SumsByUser& users() const { return users_; }
  static double mean_of(const Means& means) {
    double sum = 0;
    for (const auto& [name, mean] : means)
      sum += mean;
    return sum / static_cast<double>(means.size());
  }

private:
  FlopsPerSecond fastest_ = 0;
  SumsByUser users_;
};

class UserSatisfaction : public Satisfactions {
public:
  std::map<std::string, double> values_by_user() const override { return users().means(); }
};

class MeanUserSatisfaction : public Satisfactions {
public:
  std::optional<double> value(const RunTotals&) const override {
    return users().empty() ? std::nullopt : std::optional(mean_of(users().means()));
  }
};

/// The sample standard deviation (n - 1), as in Table 19.
class SatisfactionDeviation : public Satisfactions {
public:
  std::optional<double> value(const RunTotals&) const override {
    const auto means = users().means();
    if (means.size() < 2)
      return std::nullopt;
    const double mean = mean_of(means);
    double squares = 0;
    for (const auto& [name, of_user] : means)
      squares += (of_user - mean) * (of_user - mean);
    return std::sqrt(squares / static_cast<double>(means.size() - 1));
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

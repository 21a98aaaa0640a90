// SPDX-License-Identifier: MIT
// When users first got a resource. Attempts that did not end their task are not looked at.
#include "results/measures/metric.hpp"

namespace malha {
namespace {

class FirstStart : public MetricSum {
public:
  void ran(const JobRow& row, bool counts) override {
    if (!counts || row.user.empty())
      return;
    auto& first = first_.emplace(row.user, row.start).first->second;
    first = std::min(first, row.start);
  }

  std::optional<double> value(const RunTotals&) const override { return std::nullopt; }
  std::map<std::string, double> values_by_user() const override { return first_; }

private:
  std::map<std::string, Seconds> first_; ///< by user
};

MALHA_METRIC("first_start", "s", "first start of the attempts that ended tasks of the user",
             summed_by<FirstStart>(), 160, false, true)

} // namespace
} // namespace malha

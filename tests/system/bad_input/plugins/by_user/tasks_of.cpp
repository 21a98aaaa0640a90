// SPDX-License-Identifier: MIT
// A metric by user.
#include "results/measures/metric.hpp"

namespace malha {
namespace {

class TasksOf : public MetricSum {
public:
  void ran(const JobRow& row, bool) override { tasks_[row.user] += 1; }
  std::optional<double> value(const RunTotals&) const override { return std::nullopt; }
  std::map<std::string, double> values_by_user() const override { return tasks_; }

private:
  std::map<std::string, double> tasks_;
};

MALHA_METRIC("tasks_of", "count", "tasks of the user that ran", summed_by<TasksOf>(), last_place, true, true)

} // namespace
} // namespace malha

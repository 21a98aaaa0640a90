// SPDX-License-Identifier: MIT
#include "metrics.hpp"

#include <algorithm>

namespace malha {

const std::vector<MetricSpec>& known_metrics() {
  static const std::vector<MetricSpec> specs{
      {"jobs_finished", "count", "rows of jobs.csv that completed"},
      {"makespan", "s", "last finish - first submission"},
      {"simulated_time", "s", "date at which the last manager or scheduler finished"},
      {"shutdown_time", "s", "simulated_time - last finish"},
      {"shutdown_ratio", "1", "simulated_time / makespan"},
      {"mean_waiting_time", "s", "mean of start - submission"},
      {"max_waiting_time", "s", "largest start - submission"},
      {"mean_turnaround_time", "s", "mean of finish - submission"},
      {"mean_bounded_slowdown", "1", "mean of max(1, turnaround / max(execution, 10 s))"},
      {"messages", "count", "messages sent, over all kinds"},
      {"message_bytes", "B", "bytes of those messages"},
      {"messages_unread", "count", "messages sent and not received when the run ended"},
      {"cut", "1", "1 when the run was cut at max_time, else 0"},
  };
  return specs;
}

void ScheduleMetrics::add(Seconds submitted, Seconds start, Seconds finish) {
  first_submission_ = rows_ == 0 ? submitted : std::min(first_submission_, submitted);
  last_finish_ = rows_ == 0 ? finish : std::max(last_finish_, finish);
  ++rows_;
  waiting_ += start - submitted;
  longest_waiting_ = std::max(longest_waiting_, start - submitted);
  turnaround_ += finish - submitted;
  bounded_slowdown_ +=
      std::max(1.0, (finish - submitted) / std::max(finish - start, bounded_slowdown_threshold));
}

std::vector<MetricValue> ScheduleMetrics::values(Seconds simulated_time) const {
  std::vector<MetricValue> all{{"jobs_finished", static_cast<double>(rows_), "count"}};
  all.push_back({"simulated_time", simulated_time, "s"});
  if (rows_ == 0)
    return all;
  const auto rows = static_cast<double>(rows_);
  const Seconds makespan = last_finish_ - first_submission_;
  all.push_back({"makespan", makespan, "s"});
  all.push_back({"shutdown_time", simulated_time - last_finish_, "s"});
  if (makespan > 0)
    all.push_back({"shutdown_ratio", simulated_time / makespan, "1"});
  all.push_back({"mean_waiting_time", waiting_ / rows, "s"});
  all.push_back({"max_waiting_time", longest_waiting_, "s"});
  all.push_back({"mean_turnaround_time", turnaround_ / rows, "s"});
  all.push_back({"mean_bounded_slowdown", bounded_slowdown_ / rows, "1"});
  return all;
}

} // namespace malha

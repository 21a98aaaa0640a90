// SPDX-License-Identifier: MIT
#include "metrics.hpp"

#include "policies/sdk/numbers.hpp"

#include <algorithm>

namespace malha {

const std::vector<MetricSpec>& known_metrics() {
  static const std::vector<MetricSpec> specs{
      {"jobs_finished", "count", "jobs that ran to an end, be it at their walltime"},
      {"jobs_killed", "count", "of those, ended at their walltime or by their scheduler"},
      {"jobs_rejected", "count", "jobs that no one could ever run"},
      {"jobs_counted", "count",
       "jobs in the means and maxima: submitted from warm_up on and before cool_down"},
      {"makespan", "s", "last finish - first submission, be it of a job that is rejected"},
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
      {"recorded_nodes", "count",
       "nodes of the machine that the workload was recorded on, where the platform has another number"},
  };
  return specs;
}

void WaitSums::add(Seconds submitted, Seconds start, Seconds finish) {
  ++jobs;
  waiting += start - submitted;
  longest_waiting = std::max(longest_waiting, start - submitted);
  turnaround += finish - submitted;
  bounded_slowdown +=
      std::max(1.0, (finish - submitted) / std::max(finish - start, bounded_slowdown_threshold));
}

std::string users_header() {
  return "user,jobs,mean_waiting_time,max_waiting_time,mean_turnaround_time,mean_bounded_slowdown";
}

std::string users_line(const std::string& user, const WaitSums& sums) {
  const auto jobs = static_cast<double>(sums.jobs);
  std::string line = csv_field(user) + "," + std::to_string(sums.jobs);
  for (const double value :
       {sums.waiting / jobs, sums.longest_waiting, sums.turnaround / jobs, sums.bounded_slowdown / jobs})
    line += "," + shortest(value);
  return line;
}

void ScheduleMetrics::count_only(Seconds warm_up, Seconds cool_down) {
  warm_up_ = warm_up;
  cool_down_ = cool_down;
}

void ScheduleMetrics::add(Seconds submitted, Seconds start, Seconds finish, FinalState state) {
  first_submission_ = std::min(first_submission_, submitted);
  last_finish_ = rows_ == 0 ? finish : std::max(last_finish_, finish);
  ++rows_;
  killed_ += state == FinalState::completed ? 0 : 1;
  if (counts(submitted))
    counted_.add(submitted, start, finish);
}

void ScheduleMetrics::add_rejected(Seconds submitted) {
  first_submission_ = std::min(first_submission_, submitted);
  ++rejected_;
}

std::vector<MetricValue> ScheduleMetrics::values(Seconds simulated_time) const {
  const auto count = [](std::int64_t number) { return static_cast<double>(number); };
  std::vector<MetricValue> all{{"jobs_finished", count(rows_), "count"},
                               {"jobs_killed", count(killed_), "count"},
                               {"jobs_rejected", count(rejected_), "count"},
                               {"jobs_counted", count(counted_.jobs), "count"},
                               {"simulated_time", simulated_time, "s"}};
  if (rows_ == 0)
    return all;
  const Seconds makespan = last_finish_ - first_submission_;
  all.push_back({"makespan", makespan, "s"});
  all.push_back({"shutdown_time", simulated_time - last_finish_, "s"});
  if (makespan > 0)
    all.push_back({"shutdown_ratio", simulated_time / makespan, "1"});
  if (counted_.jobs == 0)
    return all;
  const auto jobs = count(counted_.jobs);
  all.push_back({"mean_waiting_time", counted_.waiting / jobs, "s"});
  all.push_back({"max_waiting_time", counted_.longest_waiting, "s"});
  all.push_back({"mean_turnaround_time", counted_.turnaround / jobs, "s"});
  all.push_back({"mean_bounded_slowdown", counted_.bounded_slowdown / jobs, "1"});
  return all;
}

} // namespace malha

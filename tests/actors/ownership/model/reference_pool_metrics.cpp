// SPDX-License-Identifier: MIT
#include "reference_pool_metrics.hpp"

#include <algorithm>
#include <cmath>

namespace malha::testing::reference_pool {
namespace {

/// Of machine-seconds, in percent of the pool.
double percent(const Input& input, double seconds) {
  return seconds * 100 / static_cast<double>(input.machines.size());
}

double length(const Input& input, const Task& task) {
  double fastest = 0;
  for (const Machine& machine : input.machines)
    fastest = std::max(fastest, machine.speed);
  return task.work / fastest;
}

/// Behind what starts at the date.
int running(const Input& input, const Output& output, std::size_t user, double date) {
  int count = 0;
  for (const Attempt& attempt : output.attempts)
    count += input.tasks[attempt.task].user == user && attempt.start <= date && date < attempt.active_until;
  return count;
}

/// Whether a task of another user runs when a user submits. What starts at that date starts later, what ends
/// has ended, and what is stopped or lost is so later.
bool do_others_run(const Input& input, const Output& output, std::size_t user, double date) {
  return std::any_of(output.attempts.begin(), output.attempts.end(), [&](const Attempt& attempt) {
    const bool ends_later = date < attempt.active_until ||
                            (date == attempt.active_until && attempt.outcome != Outcome::completed);
    return input.tasks[attempt.task].user != user && attempt.start < date && ends_later;
  });
}

/// min(share, demand)
int due(const Input& input, const Output& output, std::size_t user, double date) {
  int share = 0, demand = 0;
  for (const Machine& machine : input.machines)
    share += machine.owner == user;
  for (std::size_t task = 0; task < input.tasks.size(); ++task)
    demand += input.tasks[task].user == user && input.tasks[task].submitted <= date &&
              date < output.tasks[task].end;
  return std::min(share, demand);
}

/// Below 0 for a user who runs more than min(share, demand).
int missing(const Input& input, const Output& output, std::size_t user, double date) {
  return due(input, output, user, date) - running(input, output, user, date);
}

/// At which anything of this can change, in order, each once.
std::vector<double> all_dates(const Input& input, const Output& output) {
  std::vector<double> dates;
  for (const Attempt& attempt : output.attempts) {
    dates.insert(dates.end(), {attempt.start, attempt.active_until, attempt.end});
  }
  for (const Task& task : input.tasks)
    dates.push_back(task.submitted);
  std::sort(dates.begin(), dates.end());
  dates.erase(std::unique(dates.begin(), dates.end()), dates.end());
  return dates;
}

/// Machine-seconds.
double violation(const Input& input, const Output& output, std::size_t user) {
  const std::vector<double> dates = all_dates(input, output);
  double sum = 0;
  bool is_open = false;
  for (std::size_t i = 0; i + 1 < dates.size(); ++i) {
    bool does_submit = false;
    for (const Task& task : input.tasks)
      does_submit = does_submit || (task.user == user && task.submitted == dates[i]);
    is_open = is_open || (does_submit && do_others_run(input, output, user, dates[i]));
    const int its_missing = missing(input, output, user, dates[i]);
    is_open = is_open && its_missing > 0;
    if (is_open)
      sum += its_missing * (dates[i + 1] - dates[i]);
  }
  return sum;
}

} // namespace

std::vector<std::optional<double>> satisfactions(const Input& input, const Output& output) {
  std::vector<std::optional<double>> all(input.users);
  for (std::size_t user = 0; user < input.users; ++user) {
    double sum = 0, count = 0;
    for (std::size_t task = 0; task < input.tasks.size(); ++task)
      if (input.tasks[task].user == user) {
        const double turnaround = output.tasks[task].end - input.tasks[task].submitted;
        sum += turnaround > 0 ? 100 * length(input, input.tasks[task]) / turnaround : 100;
        ++count;
      }
    if (count > 0)
      all[user] = sum / count;
  }
  return all;
}

double mean_satisfaction(const Input& input, const Output& output) {
  double sum = 0, count = 0;
  for (const std::optional<double>& one : satisfactions(input, output))
    if (one) {
      sum += *one;
      ++count;
    }
  return sum / count;
}

double satisfaction_deviation(const Input& input, const Output& output) {
  const double mean = mean_satisfaction(input, output);
  double squares = 0, count = 0;
  for (const std::optional<double>& one : satisfactions(input, output))
    if (one) {
      squares += (*one - mean) * (*one - mean);
      ++count;
    }
  return count > 1 ? std::sqrt(squares / (count - 1)) : 0;
}

double policy_violation(const Input& input, const Output& output) {
  double sum = 0;
  for (std::size_t user = 0; user < input.users; ++user)
    sum += violation(input, output, user);
  return percent(input, sum);
}

double loss_of_capacity(const Input& input, const Output& output) {
  double sum = 0;
  for (const Stop& stop : output.stops) {
    double end = never;
    for (const Attempt& attempt : output.attempts)
      if (attempt.machine == stop.machine && attempt.start >= stop.date)
        end = std::min(end, attempt.start);
    for (const Crash& crash : input.crashes)
      if (crash.machine == stop.machine && crash.up > stop.date)
        end = std::min(end, std::max(stop.date, crash.down));
    if (end < never)
      sum += end - stop.date;
  }
  return percent(input, sum);
}

double policy_cost(const Input& input, const Output& output) {
  double seconds = 0;
  for (const Attempt& attempt : output.attempts) {
    seconds += attempt.end - attempt.start;
    if (attempt.outcome == Outcome::suspended || attempt.outcome == Outcome::completed)
      seconds -= attempt.active_until - attempt.start;
  }
  return percent(input, seconds);
}

std::vector<double> share_shortfalls(const Input& input, const Output& output) {
  const std::vector<double> dates = all_dates(input, output);
  std::vector<double> all(input.users, 0);
  for (std::size_t user = 0; user < input.users; ++user)
    for (std::size_t i = 0; i + 1 < dates.size(); ++i)
      all[user] += std::max(0, missing(input, output, user, dates[i])) * (dates[i + 1] - dates[i]);
  return all;
}

std::vector<int> feasible_shares(const std::vector<int>& shares, const std::vector<int>& demands,
                                 int machines) {
  std::vector<int> feasible;
  int left = machines;
  for (std::size_t user = 0; user < shares.size(); ++user) {
    feasible.push_back(std::min(shares[user], demands[user]));
    left -= feasible[user];
  }
  for (; left > 0; --left) {
    std::optional<std::size_t> best;
    for (std::size_t user = 0; user < shares.size(); ++user)
      if (demands[user] > feasible[user] &&
          (!best || shares[user] - feasible[user] > shares[*best] - feasible[*best]))
        best = user;
    if (!best)
      break;
    ++feasible[*best];
  }
  return feasible;
}

double makespan(const Output& output) {
  double last = 0;
  for (const TaskDates& task : output.tasks)
    last = std::max(last, task.end);
  return last;
}

} // namespace malha::testing::reference_pool

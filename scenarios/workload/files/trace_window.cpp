// SPDX-License-Identifier: MIT
#include "trace_window.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "trace_jobs.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace malha {
namespace {

constexpr double most_of_a_trace = 1e15; // a double has all whole numbers up to there

/// The first job that is submitted at that date or later.
std::size_t first_from(const std::vector<Job>& all, Seconds date) {
  const auto found = std::lower_bound(all.begin(), all.end(), date,
                                      [](const Job& job, Seconds limit) { return job.submitted < limit; });
  return static_cast<std::size_t>(std::distance(all.begin(), found));
}

} // namespace

std::vector<ParameterSpec> window_parameters() {
  return {text("window", "",
               "the window that is replayed, from 0; random: as many jobs in a row as window_jobs says, from "
               "a job that the seed draws; empty: the whole trace"),
          integer("windows", 0, between(0, most_of_a_trace), "count",
                  "so many windows are all jobs; 0: window_jobs or window_time says how long one is"),
          choice("window_by", "jobs", {"jobs", "time"},
                 "what these windows have the same of: jobs, to within one, or time between submissions"),
          integer("window_jobs", 0, between(0, most_of_a_trace), "count",
                  "jobs of a window; the last window has the rest"),
          real("window_time", 0, at_least(0), "s", "time that a window lasts, from the first submission on"),
          real("window_warm_up", 0, at_least(0), "s",
               "jobs that are submitted within that time before the window are replayed, too; the window "
               "begins at this date, and setting warm_up leaves them out of means")};
}

TraceWindow::TraceWindow(const Parameters& parameters, const std::string& file)
    : windows_(parameters.integer("windows")), jobs_(parameters.integer("window_jobs")),
      time_(parameters.real("window_time")), warm_up_(parameters.real("window_warm_up")), file_(file) {
  const auto& window = parameters.text("window");
  const bool by_time = parameters.text("window_by") == "time";
  if (by_time && windows_ == 0)
    refuse("window_by=time has no effect without windows; valid: with windows above 0");
  if (window.empty()) {
    if (windows_ > 0 || jobs_ > 0 || time_ > 0 || warm_up_ > 0)
      refuse(
          "windows, window_jobs, window_time and window_warm_up have no effect without window; valid: with "
          "window, such as window=0");
    return;
  }
  if ((windows_ > 0) + (jobs_ > 0) + (time_ > 0) != 1)
    refuse("window=" + window +
           " needs the size of a window; valid: one of windows, window_jobs and window_time");
  kind_ = windows_ > 0 ? (by_time ? Kind::parts_by_time : Kind::parts_by_jobs)
          : jobs_ > 0  ? Kind::jobs
                       : Kind::time;
  read_number(window);
}

void TraceWindow::refuse(const std::string& what) const { throw InputError(file_ + ": " + what); }

void TraceWindow::read_number(const std::string& text) {
  is_random_ = text == "random";
  if (is_random_ && kind_ != Kind::jobs)
    refuse("window=random needs the number of jobs in a row; valid: with window_jobs above 0");
  if (is_random_)
    return;
  const auto number = parse_number<std::int64_t>(text);
  if (!number || *number < 0)
    refuse("window cannot be '" + text + "'; valid: a number from 0 on, or random");
  number_ = *number;
}

void TraceWindow::check_number(std::int64_t windows) const {
  if (number_ >= windows)
    refuse("window=" + std::to_string(number_) + " is not there; valid: from 0 to " +
           std::to_string(windows - 1));
}

TraceWindow::Range TraceWindow::by_jobs(const std::vector<Job>& all, std::size_t first,
                                        std::size_t end) const {
  return {first, end, all[first].submitted};
}

/// Half-open windows, of which the last one has the last submission as well.
TraceWindow::Range TraceWindow::by_time(const std::vector<Job>& all, Seconds length,
                                        std::int64_t windows) const {
  const Seconds start = all.front().submitted;
  const auto begins = [&](std::int64_t window) { return start + static_cast<double>(window) * length; };
  check_number(windows);
  const bool is_last = number_ + 1 == windows;
  const Range range{first_from(all, begins(number_)),
                    is_last ? all.size() : first_from(all, begins(number_ + 1)), begins(number_)};
  if (range.first == range.end)
    refuse("window=" + std::to_string(number_) + " of " + std::to_string(windows) +
           " has no job; valid: a window in which a job is submitted");
  return range;
}

TraceWindow::Range TraceWindow::range_in(const std::vector<Job>& all, RandomStreams& random) {
  const auto jobs = static_cast<std::int64_t>(all.size());
  const Seconds span = all.back().submitted - all.front().submitted;
  const auto at = [](std::int64_t job) { return static_cast<std::size_t>(job); };
  if (is_random_) {
    if (jobs_ > jobs)
      refuse("window_jobs=" + std::to_string(jobs_) + " are more jobs than there are; valid: at most " +
             std::to_string(jobs));
    boost::random::uniform_int_distribution<std::int64_t> start(0, jobs - jobs_);
    const auto first = start(random.stream("workload.window"));
    return by_jobs(all, at(first), at(first + jobs_));
  }
  switch (kind_) {
  case Kind::parts_by_jobs:
    if (windows_ > jobs)
      refuse("windows=" + std::to_string(windows_) + " are more than there are jobs; valid: at most " +
             std::to_string(jobs));
    check_number(windows_);
    // The remainder is spread, so that sizes differ by one job at most. Whole numbers of 64 bits hold the
    // products of numbers up to three thousand million.
    return by_jobs(all, at(number_ * (jobs / windows_) + number_ * (jobs % windows_) / windows_),
                   at((number_ + 1) * (jobs / windows_) + (number_ + 1) * (jobs % windows_) / windows_));
  case Kind::jobs:
    check_number((jobs + jobs_ - 1) / jobs_);
    return by_jobs(all, at(number_ * jobs_), at(std::min(jobs, (number_ + 1) * jobs_)));
  case Kind::parts_by_time:
    if (!(span > 0))
      refuse("window_by=time has no time to divide, since all jobs are submitted at once; valid: "
             "window_by=jobs");
    return by_time(all, span / static_cast<double>(windows_), windows_);
  default:
    if (span / time_ > most_of_a_trace)
      refuse("window_time=" + shortest(time_) + " makes too many windows; valid: a longer time");
    return by_time(all, time_, static_cast<std::int64_t>(span / time_) + 1);
  }
}

std::vector<Job> TraceWindow::take(std::vector<Job> all, RandomStreams& random) {
  const auto range = range_in(all, random);
  const auto warming = std::min(range.first, first_from(all, range.begin - warm_up_));
  std::vector<Job> taken;
  for (auto i = warming; i < range.end; ++i) {
    const bool is_before = i < range.first;
    if (is_before && !(all[i].submitted < range.begin)) // at one date with the window: it would count there
      continue;
    warming_up_ += is_before;
    move_to(all[i], warm_up_ + (all[i].submitted - range.begin));
    taken.push_back(std::move(all[i]));
  }
  left_out_ = static_cast<std::int64_t>(all.size() - taken.size());
  return taken;
}

void TraceWindow::add_to(std::vector<WorkloadNote>& notes) const {
  if (left_out_ > 0)
    notes.push_back({"outside of the window", left_out_});
  if (warming_up_ > 0)
    notes.push_back({"before the window, within window_warm_up", warming_up_});
}

} // namespace malha

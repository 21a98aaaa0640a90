// SPDX-License-Identifier: MIT
#include "selected_jobs.hpp"

#include "job_sizes.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"
#include "trace_jobs.hpp"

#include <boost/algorithm/string/trim.hpp>
#include <boost/random/exponential_distribution.hpp>

#include <limits>

namespace malha {
namespace {

constexpr double most_jobs = 1e15; // a double has all whole numbers up to there
constexpr double most_resources = std::numeric_limits<int>::max();

std::set<std::string> names_in(const std::string& list, const std::string& file) {
  std::set<std::string> names;
  if (!list.empty())
    for (auto& name : split(list, ',')) {
      boost::algorithm::trim(name);
      if (name.empty())
        throw InputError(file + ": of_users has an empty name; valid: names with ',' between them");
      names.insert(name);
    }
  return names;
}

/// A rigid job has one task. Tasks of a bag run on their own.
int size_of(const Job& job) {
  int size = 0;
  for (const auto& task : job.tasks)
    size = std::max(size, task.resources);
  return size;
}

double area_of(const Job& job, FlopsPerSecond speed) {
  double area = 0;
  for (const auto& task : job.tasks)
    area += task.resources * run_time(task, speed);
  return area;
}

void scale_run_times(Job& job, double factor) {
  for (auto& task : job.tasks) {
    task.work *= factor;
    task.length *= factor;
  }
  if (job.walltime)
    *job.walltime *= factor;
  scale_work(job, factor);
}

} // namespace

std::vector<ParameterSpec> selection_parameters() {
  std::vector<ParameterSpec> all{
      real("from", 0, at_least(0), "s", "jobs that are submitted before are left out"),
      real("until", 0, at_least(0), "s", "jobs that are submitted then or later are left out; 0: none is"),
      text("of_users", "", "the users whose jobs are replayed, with ',' between them; empty: all"),
      integer("min_size", 1, between(1, most_resources), "count", "smaller jobs are left out"),
      integer("max_size", 0, between(0, most_resources), "count", "larger jobs are left out; 0: none is"),
      integer("first", 0, between(0, most_jobs), "count",
              "so many of the jobs that are left are passed over"),
      integer("jobs", 0, between(0, most_jobs), "count", "so many jobs are replayed at most; 0: all"),
      real("load", 0, at_least(0), "1",
           "work of all jobs / (resources of the platform x time between the first and the last submission); "
           "0: "
           "as in the trace"),
      choice("load_by", "gaps", {"gaps", "run_times"}, "what is scaled so that the load is that"),
      choice("arrivals", "trace", {"trace", "poisson"},
             "dates of submission: those of the trace, or a Poisson process that is as dense on average")};
  for (auto& one : window_parameters())
    all.push_back(std::move(one));
  return all;
}

Selection::Selection(const WorkloadInput& input)
    : from(input.parameters.real("from")), until(input.parameters.real("until")),
      first(input.parameters.integer("first")), jobs(input.parameters.integer("jobs")),
      users(names_in(input.parameters.text("of_users"), input.file.string())),
      min_size(static_cast<int>(input.parameters.integer("min_size"))),
      max_size(static_cast<int>(input.parameters.integer("max_size"))), load(input.parameters.real("load")),
      scales_run_times(input.parameters.text("load_by") == "run_times"),
      is_poisson(input.parameters.text("arrivals") == "poisson"), nodes(input.nodes),
      speed(input.reference_speed), file(input.file.string()), window(input.parameters, file) {
  const auto refuse = [&](const std::string& what) { throw InputError(file + ": " + what); };
  if (until > 0 && until <= from)
    refuse("until=" + shortest(until) + " is not later than from=" + shortest(from) +
           ", so that no job is left; valid: a later date");
  if (max_size > 0 && max_size < min_size)
    refuse("max_size=" + std::to_string(max_size) + " is below min_size=" + std::to_string(min_size) +
           ", so that no job is left; valid: at least that");
  if (scales_run_times && !(load > 0))
    refuse("load_by=run_times has no effect without a load; valid: with load above 0");
  if (window.warms_up() && (is_poisson || (load > 0 && !scales_run_times)))
    refuse(
        "window_warm_up has no date at which the window begins, where other gaps are drawn or scaled; valid: "
        "arrivals=trace, without load or with load_by=run_times");
  if (load > 0 && nodes == 0)
    refuse("load=" + shortest(load) + " needs a platform, whose resources it is a part of; valid: no load");
}

bool Selection::chooses() const {
  return from > 0 || until > 0 || first > 0 || jobs > 0 || !users.empty() || min_size > 1 || max_size > 0 ||
         window.is_chosen();
}

SelectedJobs::SelectedJobs(std::unique_ptr<JobSource> trace, const Selection& selection,
                           RandomStreams& random)
    : trace_(std::move(trace)), selection_(selection), without_job_(selection.users) {
  if (selection_.changes())
    read_all(random);
}

std::optional<Job> SelectedJobs::next() {
  if (!changed_)
    return next_selected();
  return next_ == changed_->size() ? std::nullopt : std::optional(std::move((*changed_)[next_++]));
}

bool SelectedJobs::is_selected(const Job& job) {
  if (!selection_.users.empty())
    without_job_.erase(job.user.str());
  const int size = size_of(job);
  const bool is_meant = job.submitted >= selection_.from && size >= selection_.min_size &&
                        (selection_.max_size == 0 || size <= selection_.max_size) &&
                        (selection_.users.empty() || selection_.users.count(job.user.str()) > 0);
  if (!is_meant)
    ++others_;
  else if (passed_ < selection_.first)
    ++passed_;
  else
    return true;
  return false;
}

std::optional<Job> SelectedJobs::next_selected() {
  while (!is_over_) {
    auto job = trace_->next();
    is_over_ = !job || (selection_.until > 0 && job->submitted >= selection_.until) ||
               (selection_.jobs > 0 && given_ == selection_.jobs);
    if (is_over_)
      break;
    if (job->preceding != nullptr || job->followers > 0)
      throw InputError(
          selection_.file + ": job " + std::to_string(job->id) +
          (job->preceding != nullptr ? " waits for another job" : " is one that others wait for") +
          ", and a part of a trace, or another load, has no place for that; valid: jobs that "
          "wait for none");
    if (!is_selected(*job))
      continue;
    ++given_;
    return job;
  }
  if (given_ == 0)
    throw InputError(selection_.file + ": no job is left by from, until, of_users, min_size, max_size, first "
                                       "and jobs; valid: a part with at least one job");
  return std::nullopt;
}

void SelectedJobs::read_all(RandomStreams& random) {
  std::vector<Job> all;
  while (auto job = next_selected())
    all.push_back(std::move(*job));
  if (selection_.window.is_chosen()) {
    all = selection_.window.take(std::move(all), random);
    given_ = static_cast<std::int64_t>(all.size());
  }
  changed_ = std::move(all);
  if (selection_.is_poisson)
    draw_dates(random);
  if (selection_.load > 0)
    scale_load();
}

/// The first job keeps its date. The mean gap is that of the trace, so that jobs are as dense on average.
void SelectedJobs::draw_dates(RandomStreams& random) {
  auto& all = *changed_;
  const Seconds span = all.back().submitted - all.front().submitted;
  if (!(span > 0))
    throw InputError(selection_.file + ": arrivals=poisson has no gaps to draw, since all jobs are submitted "
                                       "at once; valid: arrivals=trace");
  boost::random::exponential_distribution<double> gap(static_cast<double>(all.size() - 1) / span);
  auto& stream = random.stream("workload.arrivals");
  Seconds date = all.front().submitted;
  for (auto job = std::next(all.begin()); job != all.end(); ++job)
    move_to(*job, date += gap(stream));
}

void SelectedJobs::scale_load() {
  auto& all = *changed_;
  double area = 0;
  for (const auto& job : all)
    area += area_of(job, selection_.speed);
  const Seconds start = all.front().submitted, span = all.back().submitted - start;
  if (!(span > 0 && area > 0))
    throw InputError(selection_.file + ": has no load that could be scaled, since " +
                     (span > 0 ? "no job computes" : "all jobs are submitted at once") + "; valid: load=0");
  const double load = area / (selection_.nodes * span);
  for (auto& job : all)
    if (selection_.scales_run_times)
      scale_run_times(job, selection_.load / load);
    else
      move_to(job, start + (job.submitted - start) * (load / selection_.load));
}

std::optional<std::int64_t> SelectedJobs::jobs() const {
  if (changed_)
    return static_cast<std::int64_t>(changed_->size());
  return std::nullopt;
}

std::vector<WorkloadNote> SelectedJobs::notes() const {
  auto all = trace_->notes();
  if (others_ > 0)
    all.push_back({"left out by from, of_users, min_size or max_size", others_});
  if (passed_ > 0)
    all.push_back({"passed over by first", passed_});
  selection_.window.add_to(all);
  for (const auto& user : without_job_)
    if (is_over_)
      all.push_back({"of user '" + user + "', whom of_users names", 0});
  if (selection_.is_poisson)
    all.push_back({"submitted at dates of a Poisson process", given_});
  if (selection_.load > 0)
    all.push_back(
        {std::string(selection_.scales_run_times ? "with run times" : "with gaps between submissions") +
             " scaled to load " + shortest(selection_.load),
         given_});
  return all;
}

} // namespace malha

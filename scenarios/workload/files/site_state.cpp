// SPDX-License-Identifier: MIT
#include "site_state.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "trace_jobs.hpp"

#include <algorithm>
#include <set>

namespace malha {
namespace {

/// What is left of a job that has reached its limit: a site ends it within such a time.
constexpr Seconds least_rest = 1;

/// How the jobs of a site are taken, from `parameters_of_sites`.
struct Terms {
  std::string file;
  double runs;   ///< share of their limits, or of what is left of them, that jobs run
  Seconds limit; ///< of jobs without one; 0: they are refused
  FlopsPerSecond speed;
  std::int64_t unlimited = 0; ///< jobs that got `limit`

  Seconds limit_of(const SiteJob& job) {
    if (job.limit)
      return *job.limit;
    if (!(limit > 0))
      throw InputError(file + ": job " + job.label +
                       " has no time limit, so that nobody knows how long it runs; valid: --set "
                       "workload.limit=TIME, the limit of such jobs");
    ++unlimited;
    return limit;
  }
};

Job run_job_of(const SiteJob& site_job, Seconds now, Terms& terms) {
  const Seconds limit = terms.limit_of(site_job);
  const Seconds passed = site_job.runs() ? now - *site_job.started : 0;
  const Seconds run_time =
      site_job.runs() ? passed + std::max(least_rest, terms.runs * (limit - passed)) : terms.runs * limit;
  Job job = rigid_job(site_job.number, site_job.submitted - now, run_time, site_job.size, terms.speed);
  job.tasks.front().is_delay = job.tasks.front().is_busy = true; // nobody knows what it computes
  static_cast<Credentials&>(job) = site_job.who;
  job.name = site_job.name;
  job.array = site_job.array;
  job.dates.begin = std::max(Seconds{0}, site_job.begin - now);
  job.walltime = std::max(limit, run_time);
  if (site_job.label != std::to_string(site_job.number))
    job.metadata = "id=" + site_job.label;
  job.extensions.set(RecordedPriority{site_job.priority});
  if (site_job.runs())
    job.extensions.set(RunsAlready{*site_job.started - now, site_job.on});
  return job;
}

} // namespace

std::vector<ParameterSpec> parameters_of_sites() {
  return {real("runs", 1, between(1e-6, 1), "1",
               "share of its limit that a job runs, or of what is left of it if it runs already"),
          real("limit", 0, at_least(0), "s", "limit of jobs that have none; 0: such a job is refused")};
}

std::vector<Job> jobs_of(SiteState& state, const WorkloadInput& input) {
  Terms terms{input.file.string(), input.parameters.real("runs"), input.parameters.real("limit"),
              input.reference_speed};
  if (state.jobs.empty())
    throw InputError(terms.file + ": holds no job that runs or waits; valid: at least one");
  std::vector<Job> jobs;
  std::set<JobId> numbers;
  for (const auto& site_job : state.jobs) {
    if (!numbers.insert(site_job.number).second)
      throw InputError(terms.file + ": job " + site_job.label +
                       " is listed twice; valid: a number of its own for each job");
    jobs.push_back(run_job_of(site_job, state.now, terms));
  }
  sort_by_submission(jobs, [](const Job& job) { return job.submitted; });
  if (terms.unlimited > 0)
    state.notes.push_back(
        {"without a limit: taken to have one of " + shortest(terms.limit) + " s", terms.unlimited});
  return jobs;
}

} // namespace malha

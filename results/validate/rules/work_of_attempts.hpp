// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"

#include <cmath>

namespace malha {

/// A job that had several attempts, from its row in jobs.csv.
struct Restarted {
  std::string who; ///< "job 3 (jobs.csv:5)"
  JobRow job;
  std::string state;
  std::int64_t restarts, preemptions;
  Seconds limit;                  ///< of the run time of each attempt
  std::optional<SizesSaid> sizes; ///< none: it has no row in sizes.csv
};

/// Checks the work of the attempts of a job that completed.
class WorkOfAttempts {
public:
  WorkOfAttempts(const ValidatedRun& run, Findings& findings) : run_(run), findings_(findings) {}

  void check(const Restarted& job, const Attempts& attempts) {
    if (run_.settings.may(Trait::resumed_work))
      check_possible(job, attempts);
    if (run_.settings.keeps_images())
      check_kept(job, attempts);
  }

private:
  /// Checks that all attempts together can have done the work of the job.
  void check_possible(const Restarted& job, const Attempts& attempts) {
    Flops most = 0;
    for (const auto* attempt : attempts)
      most += most_work_of(*attempt);
    if (most < job.job.task.work)
      findings_.violation("speed", job.who + " has " + shortest(job.job.task.work) +
                                       " flop of work, its attempts can do " + shortest(most));
  }

  /// Checks that the work kept in images and the work of the last attempt add up to the work of the job, and
  /// that no attempt did more than its machine can.
  void check_kept(const Restarted& job, const Attempts& attempts) {
    const Flops work = job.job.task.work;
    Flops sum = 0;
    for (const auto* attempt : attempts) {
      sum += attempt->work;
      if (attempt->is_vain() ? attempt->work != 0 : attempt->work > most_work_of(*attempt))
        findings_.violation("work", attempt->who() + " is '" + attempt->outcome + "' after " +
                                        shortest(attempt->took()) + " s, and cannot have done " +
                                        shortest(attempt->work) + " flop that count");
    }
    if (std::abs(sum - work) > rounding_of(work))
      findings_.violation("work", job.who + " has " + shortest(work) +
                                      " flop of work, of which its attempts did " + shortest(sum));
  }

  /// The work that the slowest resource of the attempt can do, with the rounding error of its dates.
  Flops most_work_of(const Attempt& attempt) const {
    std::optional<Flops> least;
    for (const auto& interval : attempt.held.resources.intervals())
      for (auto resource = run_.resources.lower_bound(interval.first);
           resource != run_.resources.end() && resource->first <= interval.last; ++resource) {
        const Flops here = run_.computed(resource->first, attempt.held.start,
                                         attempt.held.end + rounding_of(attempt.held.end));
        least = std::min(least.value_or(here), here);
      }
    return least.value_or(0);
  }

  const ValidatedRun& run_;
  Findings& findings_;
};

} // namespace malha

// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"

#include <cmath>

namespace malha {
namespace {

class Walltimes : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  /// Checks the run time of a job. A job in several sites may exceed its walltime, and is not checked.
  void job(const JobInFile& read) override {
    if (read.is_rejected())
      return;
    const Seconds walltime = finite(read.row, "requested_time");
    const auto counted_time = time_of(read);
    if (!counted_time || run_.settings.may(Trait::late_starts) || read.is_in_sites)
      return;
    const Seconds took = *counted_time;
    if (walltime >= 0 && !run_.settings.may(Trait::overrun) &&
        took > limit(read, walltime) + run_.slack(read.job.finish))
      findings_.violation("walltime", read.who + " ran for " + shortest(took) + " s, " + walltime_of(read),
                          Trait::overrun);
    if (read.state == "COMPLETED_WALLTIME_REACHED")
      check_reached(read, walltime, took);
  }

  void end() override {
    if (!run_.settings.may(Trait::late_starts) && !run_.settings.may(Trait::overrun))
      findings_.checked(std::string("no job runs longer than its walltime") +
                        (run_.has_states ? ", and jobs that reached it ran exactly as long" : ""));
    else if (run_.settings.allowed && run_.settings.may(Trait::late_starts))
      findings_.not_checked("walltimes: the parts of a job start when messages reach their nodes");
  }

private:
  /// The time that counts against its walltime; nothing where it is not known.
  std::optional<Seconds> time_of(const JobInFile& read) const {
    if (!run_.sizes.has(read.id))
      return execution_time(read.job);
    return run_.against_limit({"job " + read.id, read.job.start, read.job.finish, read.job.resources},
                              sizes_said_in(read.row), read.job.task.resources);
  }
  double stretch(const JobInFile& read) const {
    return run_.stretches.of_limit(read.job.resources, read.job.start, read.job.task.work > 0);
  }
  Seconds limit(const JobInFile& read, Seconds walltime) const {
    return run_.limit(walltime) * stretch(read);
  }
  /// "its walltime is 60", and by how much it is stretched.
  std::string walltime_of(const JobInFile& read) const {
    const double factor = stretch(read);
    return "its walltime is " + read.row.text("requested_time") +
           (factor > 1 || factor < 1 ? ", stretched by " + shortest(factor) : "");
  }

  /// Checks that a job that reached its walltime ran exactly as long.
  void check_reached(const JobInFile& read, Seconds walltime, Seconds took) {
    const auto reached = read.who + " is '" + read.state + "'";
    if (walltime < 0)
      findings_.violation("walltime", reached + " and has no walltime");
    else if (std::abs(took - limit(read, walltime)) > run_.slack(read.job.finish))
      findings_.violation("walltime", reached + " after " + shortest(took) + " s, " + walltime_of(read));
  }
};

} // namespace

MALHA_RULE("walltime", "No job runs longer than its walltime.", check_by<Walltimes>, 50, true)

} // namespace malha

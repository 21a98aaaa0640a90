// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"

#include <cmath>

namespace malha {
namespace {

class Columns : public RuleCheck {
public:
  Columns(const ValidatedRun& run, Findings& findings) : RuleCheck(run, findings) {
    findings_.checked("waiting, execution and turnaround times and stretch agree with the dates");
  }

  void job(const JobInFile& read) override {
    if (read.is_rejected())
      return;
    check_time(read, "waiting_time", waiting_time(read.job));
    check_time(read, "execution_time", execution_time(read.job));
    check_time(read, "turnaround_time", turnaround_time(read.job));
    check_stretch(read);
  }

private:
  void check_time(const JobInFile& read, std::string_view column, Seconds expected) {
    // Large dates have errors in the last digit of a double, too: relative ones of at most 1e-15.
    const Seconds largest_error = is_rounded_ ? six_decimals + 1e-15 * std::abs(read.job.finish) : 0;
    if (std::abs(finite(read.row, column) - expected) > largest_error)
      report(read, column, expected);
  }

  void check_stretch(const JobInFile& read) {
    const Seconds execution = execution_time(read.job);
    const double written = read.row.real("stretch"),
                 expected = execution > 0 ? turnaround_time(read.job) / execution : 1;
    if (is_rounded_ && execution <= six_decimals)
      return; // a ratio of rounding errors
    // The errors of both times, carried over to their ratio, and the rounding of the written ratio.
    const double largest_error =
        is_rounded_ ? six_decimals * (1 + 2 * std::abs(expected)) / (execution - six_decimals) + six_decimals
                    : 0;
    if (!(std::abs(written - expected) <= largest_error))
      report(read, "stretch", expected);
  }

  void report(const JobInFile& read, std::string_view column, double expected) {
    findings_.violation("columns agree", read.who + " has " + std::string(column) + " " +
                                             read.row.text(column) + ", its dates say " + shortest(expected));
  }

  const bool is_rounded_ = run_.is_of_tool;
};

} // namespace

MALHA_RULE("columns", "The times and the stretch of each job agree with its dates.", check_by<Columns>, 40,
           true)

} // namespace malha

// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"

namespace malha {
namespace {

/// Checks the mean queue length against the waiting times of the rows. It follows from them only if no job
/// without a row, or without all of its dates, ever waited, and if no message took time.
class LittlesLaw : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    first_submission_ = std::min(first_submission_, read.job.task.submitted);
    if (read.is_rejected()) {
      some_rejected_ = true;
      rejected_after_wait_ = rejected_after_wait_ || read.job.task.resources <= largest_site_;
      return;
    }
    waited_ += waiting_time(read.job);
    if (!run_.parents.empty())
      dates_[read.id] = {read.job.task.submitted, read.job.finish};
    last_finish_ = std::max(last_finish_, read.job.finish);
  }

  void end() override {
    const auto file = run_.folder() / "schedule.csv";
    if (!std::filesystem::exists(file))
      return;
    CsvReader schedule(file);
    if (!schedule.next() || !schedule.has("mean_queue_length"))
      return;
    if (!rows_have_all_waits(schedule)) {
      findings_.not_checked(
          "Little's law: jobs were restarted, dropped or not finished, or messages took time");
      return;
    }
    if (!(last_finish_ > first_submission_))
      return;
    const double length = (waited_ - waited_for_parents()) / (last_finish_ - first_submission_);
    if (!is_near(schedule.real("mean_queue_length"), length))
      findings_.violation("Little's law", "mean_queue_length is " + schedule.text("mean_queue_length") +
                                              ", the waiting times of the rows give " + shortest(length));
    findings_.checked("Little's law: the mean queue is the rate of arrivals times the mean wait");
  }

private:
  /// The time for which tasks of DAGs were not in the queue yet, since a parent had not ended.
  Seconds waited_for_parents() const {
    Seconds sum = 0;
    for (const auto& [id, parents] : run_.parents)
      if (const auto task = dates_.find(id); task != dates_.end()) {
        Seconds ready = task->second.submitted;
        for (const int parent : parents)
          if (const auto found = dates_.find(std::to_string(parent)); found != dates_.end())
            ready = std::max(ready, found->second.finish);
        sum += ready - task->second.submitted;
      }
    return sum;
  }

  /// Whether the rows have all waiting times. If several sites may run a job at once, a job that is too large
  /// for each of them may have waited before it was rejected. If a host has failed, the end of a task may
  /// have been known later than it happened, so that its children were not in the queue before.
  bool rows_have_all_waits(const CsvReader& schedule) const {
    const auto is_zero = [&](const char* metric) {
      return schedule.has(metric) && schedule.real(metric) == 0;
    };
    const bool some_may_have_waited =
        rejected_after_wait_ || (some_rejected_ && schedule.has("coallocated_jobs"));
    const bool ends_may_be_late = !run_.parents.empty() && !run_.outages.outages.empty();
    return run_.tasks.unfinished == 0 && run_.restarted_jobs == 0 && !some_may_have_waited &&
           !ends_may_be_late && is_zero("cut") && (run_.settings.is_instant || is_zero("messages"));
  }

  struct Dates {
    Seconds submitted, finish;
  };

  const int largest_site_ = run_.sites.largest(); ///< its size; larger jobs are rejected at their submission
  bool some_rejected_ = false;
  bool rejected_after_wait_ = false;   ///< whether a rejected job was small enough to wait before
  Seconds waited_ = 0;                 ///< by all jobs
  std::map<std::string, Dates> dates_; ///< by id; only if the run has DAGs
  Seconds first_submission_ = std::numeric_limits<Seconds>::infinity();
  Seconds last_finish_ = 0;
};

} // namespace

MALHA_RULE("littles_law", "The mean queue is the rate of arrivals times the mean wait.", check_by<LittlesLaw>,
           170)

} // namespace malha

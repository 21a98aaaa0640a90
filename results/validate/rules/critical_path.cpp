// SPDX-License-Identifier: MIT
#include "results/measures/critical_path.hpp"
#include "results/files/dags_file.hpp"
#include "results/validate/rule.hpp"
#include "results/validate/schedule_file.hpp"

#include <unordered_map>

namespace malha {
namespace {

/// Computes the mean length of the realised critical paths again.
class CriticalPaths : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (!run_.parents.empty() && read.job.state == FinalState::completed &&
        run_.metrics.counts(read.job.task.submitted))
      ran_[read.id] = {read.job.start, read.job.finish};
  }

  void end() override {
    const auto file = run_.folder() / "schedule.csv";
    if (run_.parents.empty() || !std::filesystem::exists(file))
      return;
    CsvReader schedule(file);
    if (!schedule.has("mean_critical_path") || !schedule.next())
      return;
    Seconds sum = 0;
    std::int64_t number = 0;
    for (const auto& dag : read_dags(run_.folder()))
      if (const auto length = length_of_path(dag)) {
        sum += *length;
        ++number;
      }
    if (number == 0) {
      findings_.violation("metrics", "mean_critical_path is " + schedule.text("mean_critical_path") +
                                         " in schedule.csv, and no workflow has completed");
      return;
    }
    check_metric(schedule, "mean_critical_path", sum / static_cast<double>(number), findings_);
    findings_.checked("mean_critical_path follows from the precedences and dates of " +
                      counted(number, "workflow"));
  }

private:
  /// None if a task has not completed, or does not count.
  std::optional<Seconds> length_of_path(const DagInFile& dag) const {
    std::vector<RanFrom> ran;
    for (const TaskId task : dag.tasks) {
      const auto found = ran_.find(std::to_string(task));
      if (found == ran_.end())
        return std::nullopt;
      ran.push_back(found->second);
    }
    const auto parents_of = [&](int task) { return dag.parents[static_cast<std::size_t>(task)]; };
    return length_of(critical_path(ran, parents_of), ran);
  }

  std::unordered_map<std::string, RanFrom> ran_; ///< by id; only if the run has DAGs
};

} // namespace

MALHA_RULE("critical_path",
           "mean_critical_path in schedule.csv agrees with the precedences and dates of tasks.",
           check_by<CriticalPaths>, 165)

} // namespace malha

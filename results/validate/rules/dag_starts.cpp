// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "results/validate/rule.hpp"
#include "results/validate/schedule_file.hpp"

#include <unordered_map>

namespace malha {
namespace {

/// Compares dag_starts.csv with the dates of tasks and of their parents, and its bytes with schedule.csv.
class DagStarts : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (has_starts_ && !run_.parents.empty() && !read.is_rejected())
      ran_[read.id] = {read.who, read.job.start, read.job.finish, read.job.resources};
  }

  void end() override {
    if (!has_starts_)
      return;
    std::int64_t starts = 0;
    for (CsvReader rows(file_); rows.next(); ++starts) {
      check(rows);
      if (rows.text("transferred").empty())
        all_are_known_ = false;
      else
        transferred_ += finite(rows, "transferred");
    }
    findings_.checked(
        counted(starts, "start") +
        " of tasks of workflows: their data are there after their parents and before they begin");
    check_sum();
  }

private:
  struct Ran {
    std::string who;
    Seconds start, finish;
    IndexSet resources;
  };

  /// Of the start that ended the task: copies of it may have started on other resources.
  void check(const CsvReader& row) {
    const auto task = ran_.find(std::to_string(row.integer("job_id")));
    if (task == ran_.end() ||
        !task->second.resources.contains(static_cast<int>(row.integer("resource", 0, 10'000'000))))
      return;
    for (const auto* column : {"assigned", "arrived"})
      if (!row.text(column).empty() && finite(row, column) > task->second.start + slack(task->second))
        findings_.violation("dag_starts", task->second.who + " starts at " + shortest(task->second.start) +
                                              ", and dag_starts.csv has " + row.text(column) +
                                              " in column '" + column + "'");
    if (row.text("arrived").empty())
      return;
    const Seconds arrived = finite(row, "arrived");
    for (const int parent : run_.parents.at(task->first))
      if (const auto found = ran_.find(std::to_string(parent));
          found != ran_.end() && arrived < found->second.finish - slack(found->second))
        findings_.violation("dag_starts", "the data of " + task->second.who + " are there at " +
                                              shortest(arrived) + ", before " + found->second.who +
                                              ", which makes some, ends at " +
                                              shortest(found->second.finish));
  }
  Seconds slack(const Ran& one) const { return run_.slack(one.finish); }

  void check_sum() {
    const auto file = run_.folder() / "schedule.csv";
    if (!all_are_known_ || !std::filesystem::exists(file))
      return;
    CsvReader schedule(file);
    if (!schedule.has("transferred_bytes") || !schedule.next())
      return;
    check_metric(schedule, "transferred_bytes", transferred_, findings_);
    findings_.checked("transferred_bytes is the sum over the starts of tasks of workflows");
  }

  const std::filesystem::path file_ = run_.folder() / "dag_starts.csv";
  const bool has_starts_ = is_written(file_);
  std::unordered_map<std::string, Ran> ran_; ///< by id; only if the run has DAGs
  Bytes transferred_ = 0;
  bool all_are_known_ = true;
};

} // namespace

MALHA_RULE("dag_starts",
           "The dates of dag_starts.csv lie between the ends of parents and the start of the task, and its "
           "bytes add up.",
           check_by<DagStarts>, 97)

} // namespace malha

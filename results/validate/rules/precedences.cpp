// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/files.hpp"
#include "results/validate/rule.hpp"

#include <unordered_map>

namespace malha {
namespace {

/// Compares the dates of tasks of DAGs with those of their parents, which dag_tasks.csv names.
class Precedences : public RuleCheck {
public:
  Precedences(const ValidatedRun& run, Findings& findings)
      : RuleCheck(run, findings), file_(run.folder() / "dag_tasks.csv"),
        is_there_(!run.is_of_tool && is_written(file_)) {}

  void job(const JobInFile& read) override {
    if (is_there_)
      rows_[read.id] = {read.who, read.job.start, read.job.finish,
                        !read.is_rejected() && read.job.state == FinalState::completed};
  }

  void end() override {
    if (!is_there_)
      return;
    std::int64_t precedences = 0;
    for (CsvReader tasks(file_); tasks.next();) {
      const auto task = rows_.find(std::to_string(tasks.integer("job_id")));
      if (task == rows_.end())
        continue;
      for (const int parent : indices_in(tasks, "parents")) {
        ++precedences;
        check(task->second, std::to_string(parent));
      }
    }
    findings_.checked("each of " + std::to_string(precedences) +
                      " tasks of DAGs with a parent starts at or after the end of that parent");
  }

private:
  struct Row {
    std::string who;
    Seconds start, finish;
    bool is_completed;
  };

  void check(const Row& task, const std::string& parent) {
    const auto found = rows_.find(parent);
    if (found == rows_.end() || !found->second.is_completed)
      findings_.violation("precedences",
                          task.who + " ran, and its parent, task " + parent + ", has not ended well");
    else if (task.start < found->second.finish - run_.slack(task.start))
      findings_.violation("precedences", task.who + " starts at " + shortest(task.start) +
                                             ", before its parent, " + found->second.who + ", ends at " +
                                             shortest(found->second.finish));
  }

  const std::filesystem::path file_;
  const bool is_there_; ///< otherwise the run has no DAGs
  std::unordered_map<std::string, Row> rows_; ///< by id
};

} // namespace

MALHA_RULE("precedences", "A task of a DAG starts after the ends of its parents.", check_by<Precedences>, 95)

} // namespace malha

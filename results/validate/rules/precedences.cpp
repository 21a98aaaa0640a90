// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"

#include <unordered_map>

namespace malha {
namespace {

/// Compares the dates of tasks of DAGs with those of their parents.
class Precedences : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (!run_.parents.empty())
      rows_[read.id] = {read.who, read.job.start, read.job.finish, read.is_rejected(),
                        read.job.state == FinalState::completed};
  }

  void end() override {
    if (run_.parents.empty())
      return;
    std::int64_t precedences = 0;
    for (const auto& [id, parents] : run_.parents)
      if (const auto task = rows_.find(id); task != rows_.end() && !task->second.is_rejected)
        for (const int parent : parents) {
          ++precedences;
          check(task->second, std::to_string(parent));
        }
    findings_.checked(std::to_string(precedences) +
                      " precedences of DAGs: the task starts at or after the end of its parent");
  }

private:
  struct Row {
    std::string who;
    Seconds start, finish;
    bool is_rejected, is_completed;
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

  std::unordered_map<std::string, Row> rows_; ///< by id; only if the run has DAGs
};

} // namespace

MALHA_RULE("precedences", "A task of a DAG starts after the ends of its parents.", check_by<Precedences>, 95)

} // namespace malha

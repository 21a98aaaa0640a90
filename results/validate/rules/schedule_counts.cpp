// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"
#include "results/validate/schedule_file.hpp"

#include <unordered_map>

namespace malha {
namespace {

/// Checks the numbers of attempts, crashes and bags in schedule.csv. It checks them only if all tasks have
/// ended, since only then each attempt has a row.
class ScheduleCounts : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (read.is_rejected() || !(read.job.profile == "bag_of_tasks"))
      return;
    auto& bag = bags_.try_emplace(read.row.text_if_any("job"), Bag{read.job.task.submitted, read.job.finish})
                    .first->second;
    bag.end = std::max(bag.end, read.job.finish);
  }

  void end() override {
    const auto file = run_.folder() / "schedule.csv";
    if (!std::filesystem::exists(file) || run_.tasks.unfinished > 0 || !run_.settings.allowed)
      return;
    CsvReader schedule(file);
    if (!schedule.has("attempts") || !schedule.next())
      return;
    const auto counts = counts_of_rows();
    for (const auto& [metric, value] : counts)
      check_metric(schedule, metric, value, findings_);
    if (schedule.has("preemptions"))
      check_preemptions(schedule, counts.at("attempts_preempted") + counts.at("attempts_suspended"));
    findings_.checked("attempts, crashes and turnarounds of bags in schedule.csv are those of the rows");
  }

private:
  struct Bag {
    Seconds submitted;
    Seconds end; ///< of its last task
  };

  /// The values of the metrics by the rows of other files, by name of the metric.
  std::map<std::string, double> counts_of_rows() const {
    std::map<std::string, double> all{{"attempts", static_cast<double>(run_.starts.starts())},
                                      {"attempts_lost", 0},
                                      {"attempts_cancelled", 0},
                                      {"attempts_preempted", 0},
                                      {"attempts_suspended", 0},
                                      {"wasted_time", run_.attempts.wasted},
                                      {"crashes", static_cast<double>(run_.outages.outages.size())}};
    for (const auto& [outcome, number] : run_.attempts.outcomes) {
      all["attempts"] += static_cast<double>(number);
      if (const auto metric = all.find("attempts_" + outcome); metric != all.end())
        metric->second = static_cast<double>(number);
    }
    Seconds turnaround = 0;
    for (const auto& [job, bag] : bags_)
      turnaround += bag.end - bag.submitted;
    if (!bags_.empty())
      all["mean_bag_turnaround_time"] = turnaround / static_cast<double>(bags_.size());
    return all;
  }

  /// Checks the number of preemptions against the number of attempts that stopped. A preempted task stops,
  /// unless it ends or its machine fails before the message arrives.
  void check_preemptions(const CsvReader& schedule, double stopped) {
    const bool all_stop = run_.outages.outages.empty() && !run_.settings.may(Trait::stops_within_shares);
    const double preempted = schedule.real("preemptions");
    if (preempted < stopped || (all_stop && preempted > stopped))
      findings_.violation("metrics",
                          "preemptions is " + schedule.text("preemptions") + " in schedule.csv, and " +
                              shortest(stopped) + " attempts stopped",
                          preempted < stopped ? std::nullopt : std::optional(Trait::stops_within_shares));
  }

  std::unordered_map<std::string, Bag> bags_; ///< by id of the bag: the column `job`
};

} // namespace

MALHA_RULE("schedule_counts",
           "The numbers of attempts, crashes and bags in schedule.csv agree with the rows.",
           check_by<ScheduleCounts>, 180)

} // namespace malha

// SPDX-License-Identifier: MIT
#include "results/validate/rule.hpp"
#include "results/validate/schedule_file.hpp"

namespace malha {
namespace {

/// Computes the metrics of jobs that may change their size again, from sizes.csv. It does so only if all jobs
/// have ended.
class SizeMetrics : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (read.is_rejected() || !run_.sizes.has(read.id))
      return;
    ++jobs_;
    if (read.job.state != FinalState::completed)
      return;
    const auto said = sizes_said_in(read.row);
    work_is_known_ = work_is_known_ && said && said->work > 0;
    work_ += said ? said->work : 0;
  }

  void end() override {
    const auto file = run_.folder() / "schedule.csv";
    if (!std::filesystem::exists(file))
      return;
    CsvReader schedule(file);
    if (!schedule.next() || schedule.text_if_any("resizes").empty())
      return;
    if (run_.sizes.by_job.empty())
      return findings_.violation("sizes", "schedule.csv has resizes, and sizes.csv has no row");
    if (run_.tasks.unfinished > 0)
      return;
    for (const auto& [id, rows] : run_.sizes.by_job)
      resizes_ += static_cast<std::int64_t>(rows.size());
    for (const auto& held : run_.occupations)
      if (run_.sizes.has(id_of(held)))
        add(held);
    check_metric(schedule, "resizes", static_cast<double>(resizes_), findings_);
    check_metric(schedule, "reconfiguration_node_time", paused_node_seconds_, findings_);
    if (jobs_ > 0)
      check_metric(schedule, "mean_resizes", static_cast<double>(resizes_) / static_cast<double>(jobs_),
                   findings_);
    if (seconds_ > 0)
      check_metric(schedule, "mean_size", node_seconds_ / seconds_, findings_);
    if (node_seconds_ > 0 && work_is_known_)
      check_metric(schedule, "efficiency", work_ / node_seconds_, findings_);
    findings_.checked("numbers of nodes, resizes and pauses in schedule.csv are those of sizes.csv");
  }

private:
  void add(const Occupation& held) {
    seconds_ += held.end - held.start;
    run_.sizes.each_row(held, [this](const SizeRead& row, Seconds until) {
      const Seconds passed = until - row.time;
      node_seconds_ += row.resources.size() * passed;
      paused_node_seconds_ += row.resources.size() * std::min(row.pause, passed);
    });
    --resizes_; // the row at its start is none
  }

  std::int64_t jobs_ = 0, resizes_ = 0;
  Seconds seconds_ = 0, work_ = 0;
  bool work_is_known_ = true;
  double node_seconds_ = 0, paused_node_seconds_ = 0;
};

} // namespace

MALHA_RULE("size_metrics", "The metrics of jobs that change their size agree with sizes.csv.",
           check_by<SizeMetrics>, 186)

} // namespace malha

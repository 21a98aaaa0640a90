// SPDX-License-Identifier: MIT
#include "results/files/files.hpp"
#include "results/validate/rule.hpp"
#include "results/validate/schedule_file.hpp"

#include <map>
#include <set>

namespace malha {
namespace {

/// Counts the events and moves of dag_moves.csv, which EasyGrid's managers have counted, too.
class DagMoves : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void end() override {
    const auto file = run_.folder() / "dag_moves.csv", metrics = run_.folder() / "schedule.csv";
    if (!is_written(file) || !std::filesystem::exists(metrics))
      return;
    CsvReader schedule(metrics);
    if (!schedule.next())
      schedule.fail("has no line of values");
    for (CsvReader rows(file); rows.next();)
      count(rows);
    const auto check = [&](const char* metric, std::size_t number) {
      check_metric(schedule, metric, static_cast<double>(number), findings_);
    };
    check("pending_events_total", events_["pending asked"].size());
    check("pending_events_accepted", events_["pending moved"].size());
    check("events_accepted", events_["ready moved"].size());
    check("relocated", moved_);
    const bool is_cut = schedule.has("cut") && schedule.real("cut") != 0; // answers may be under way
    if (!is_cut)
      check("moved_between_sites", given_);
    findings_.checked("events and moves of tasks of workflows in schedule.csv are those of dag_moves.csv");
  }

private:
  void count(const CsvReader& row) {
    const auto &kind = row.text("kind"), &outcome = row.text("outcome");
    moved_ += outcome == "moved";
    given_ += outcome == "given";
    if (!row.text("event").empty())
      events_[kind + " " + outcome].emplace(row.text("manager"), row.integer("event"));
  }

  std::map<std::string, std::set<std::pair<std::string, std::int64_t>>> events_; ///< by kind and outcome
  std::size_t moved_ = 0, given_ = 0;
};

} // namespace

MALHA_RULE("dag_moves", "The events and moves in schedule.csv are those of dag_moves.csv.",
           check_by<DagMoves>, 185)

} // namespace malha

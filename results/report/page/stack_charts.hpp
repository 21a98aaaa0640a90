// SPDX-License-Identifier: MIT
#pragma once
#include "results/report/script/stack.hpp"
#include "results/validate/run_reader.hpp"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace malha::page {

/// Who used how much: the slots that jobs hold over time, by an entry of their metadata, from the rows of a
/// run.
class UsageByEntry {
public:
  /// What the jobs are told apart by, and what is said of it.
  struct Words {
    std::string key;      ///< of the entry
    std::string title;    ///< of the chart
    std::string none;     ///< the name of jobs without the entry
    bool is_kind = false; ///< the entry counts only if it is a kind of jobs whose sizes are said, too
  };
  explicit UsageByEntry(Words words) : words_(std::move(words)) {}
  /// By the account of jobs.
  static UsageByEntry account();
  /// By what may become of the sizes of jobs.
  static UsageByEntry kinds();
  /// By the devices that jobs ask for on each of their nodes.
  static UsageByEntry devices();

  /// Adds an attempt. `csv` stands at its row of jobs.csv, or is null as RunReader gives it. Attempts that
  /// did not end their job count as their job does, if that ends later.
  void add(const RanRow& row, const CsvReader* csv);
  /// Adds the chart, as shares of `slots`; nothing if no job has the entry.
  void add_chart(std::int64_t slots, nlohmann::json& charts) const;

private:
  /// The text of the entry; "": the job has none that counts.
  std::string entry_in(const std::string& metadata) const;

  Words words_;
  Stack stack_;
  bool has_entries_ = false;
  std::map<TaskId, std::vector<RanRow>> in_vain_; ///< of jobs whose rows are still to come
};

/// Who waits for what: the jobs that wait over time, by their reasons in decisions.csv.
class WaitsByReason {
public:
  /// Reads decisions.csv. Throws InputError.
  explicit WaitsByReason(const std::filesystem::path& decisions_csv);

  /// Adds an attempt, as RunReader gives it. If no decision has ended the last wait of a job, the start in
  /// its row does: a meta-scheduler may start the jobs of a cluster itself.
  void add(const RanRow& row, const CsvReader* csv);
  /// Adds the chart; nothing if no job has waited. Jobs that still wait do so to the end.
  void add_chart(nlohmann::json& charts);

private:
  struct Wait {
    double since;
    std::string reason;
  };

  Stack stack_;
  double end_ = 0;
  std::map<TaskId, Wait> open_; ///< waits of which no end is known
};

} // namespace malha::page

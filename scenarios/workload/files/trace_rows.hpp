// SPDX-License-Identifier: MIT
#pragma once
#include "bad_row.hpp"
#include "policies/sdk/workload.hpp"
#include "recorded_job.hpp"

#include <array>
#include <map>

namespace malha {

/// Parameter `bad_rows` of the reader of a trace: "refuse", or "skip".
ParameterSpec bad_rows_parameter();

/// Counts the rows of a trace that become no jobs, each with its reason.
class TraceRows {
public:
  /// `resources` is what messages call the size of a job: "nodes".
  TraceRows(const Parameters& parameters, std::string resources);

  bool skips_bad() const { return skips_bad_; }
  /// Decides, and counts a job that is skipped.
  ReplayVerdict verdict_on(const RecordedJob& job);
  /// Counts a bad row where such rows are skipped. Otherwise it throws an InputError, which names the setting
  /// that would skip the row.
  void leave_out(const BadRow& row);
  /// Counts a row that is skipped for a reason of its format.
  void skip(const std::string& reason) { ++others_[reason]; }
  void add_to(std::vector<WorkloadNote>& notes) const;
  /// Why rows were skipped, for the message that nothing is left: " (run time unknown: 3)"; "" where none
  /// was.
  std::string reasons() const;

private:
  bool skips_bad_;
  std::string resources_;
  std::array<std::int64_t, static_cast<std::size_t>(ReplayVerdict::refuse_start)> skipped_{};
  std::map<std::string, std::int64_t> others_;
};

} // namespace malha

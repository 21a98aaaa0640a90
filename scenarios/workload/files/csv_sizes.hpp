// SPDX-License-Identifier: MIT
#pragma once
#include "csv_columns.hpp"
#include "policies/sdk/malleable.hpp"
#include "policies/sdk/workload.hpp"

namespace malha {

/// On how many nodes the job of a row of a CSV file may run, what it computes, and how fast. Errors in a row
/// are BadRows.
class CsvSizes {
public:
  CsvSizes(const CsvRows& rows, const CsvColumns& columns, const Parameters& parameters);

  /// Reads the row. `sizes` of a job that says only `nodes` are those of a rigid job.
  void read();
  /// The nodes that its user would ask for; nothing where they are not known.
  std::optional<int> nodes() const { return pref_; }
  /// Its run time on these nodes, where column `work` may say it instead of the file's times, `recorded`.
  std::optional<Seconds> run_time(std::optional<Seconds> recorded);
  /// The sizes of the row for its run time; null if it is rigid.
  std::shared_ptr<const Malleability> checked(Seconds run_time);
  void add_to(std::vector<WorkloadNote>& notes) const;

private:
  void read_kind();
  void read_law();
  void read_points();
  template <class Read>
  auto readable(const char* what, const Read& read) const;

  const CsvRows& rows_;
  const CsvColumns& columns_;
  JobKind kind_without_type_;
  bool clips_;
  bool has_any_;          ///< columns that rigid jobs do not need
  bool is_given_ = false; ///< whether the row says more than a rigid job has
  std::optional<int> min_, pref_, max_;
  std::optional<Seconds> work_;
  Malleability sizes_;
  std::int64_t clipped_ = 0, idle_ = 0, long_laws_ = 0; ///< jobs
};

} // namespace malha

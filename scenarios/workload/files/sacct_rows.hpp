// SPDX-License-Identifier: MIT
#pragma once
#include "csv_rows.hpp"
#include "field_values.hpp"
#include "policies/cluster/tres.hpp"
#include "policies/sdk/job.hpp"
#include "recorded_job.hpp"

namespace malha {

/// What a row of `sacct` says of a job.
struct SacctRow {
  std::string id;  ///< JobID: "4_1" is a task of array 4
  std::string raw; ///< JobIDRaw, or else JobID: rows that have the same are runs of one job
  TraceDate submitted{};
  std::optional<TraceDate> eligible, start, end;
  std::optional<Seconds> elapsed, limit;
  EndState state = EndState::unknown;
  cluster::TresAmounts requested;          ///< ReqTRES, of the whole job
  std::optional<std::int64_t> nodes, cpus; ///< NNodes and NCPUS, that it got
  Credentials credentials;
  SharedText name, reservation;
  std::string metadata;    ///< what else is kept of it
  std::string constraints; ///< on the features of its nodes
};

/// Reads what `sacct -P` of Slurm 22.05 prints, row by row: a header, and '|' between columns. Quotes are
/// part of the text. Errors in a row are BadRows, all others InputErrors.
class SacctRows {
public:
  /// Throws InputError if a column is missing that every file must have.
  explicit SacctRows(const std::filesystem::path& file);

  /// The next row; null at the end. It is good until the next call.
  const SacctRow* next();
  /// Whether the row is a step of a job, 12.batch or 12.0. Nothing else of it is read then.
  bool is_step() const { return row_.id.find('.') != std::string::npos; }
  /// Throws BadRow, which says what a column of the row is and what would be valid.
  [[noreturn]] void refuse(const std::string& column, const std::string& valid) const;

private:
  void check_columns(const std::string& file) const;
  bool has(const std::string& column) const { return places_.count(column) > 0; }
  std::string_view text(const std::string& column) const;
  std::string value(const std::string& column) const;
  std::optional<TraceDate> date(const std::string& column) const;
  std::optional<std::int64_t> count(const std::string& column) const;
  std::optional<Seconds> duration(const std::string& column, const std::string& form) const;
  void read();
  void read_texts();
  void add_metadata(const std::string& key, const std::string& value);

  CsvRows rows_;
  std::map<std::string, std::size_t> places_; ///< of columns, in a row
  SacctRow row_;
};

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include "csv_sizes.hpp"
#include "job_links.hpp"
#include "seen_numbers.hpp"
#include "trace_rows.hpp"

#include <unordered_set>

namespace malha {

/// What a row of a CSV file says of a job that is replayed.
struct CsvJob {
  JobId row = 0;  ///< from 1
  std::string id; ///< as the file has it; empty: it has none
  TraceDate submitted{};
  Seconds run_time = 0;
  int nodes = 0;
  std::optional<Seconds> limit;
  Credentials credentials;
  SharedText name, reservation;
  JobArray array;
  std::shared_ptr<const Demands> demands;    ///< null: none
  std::shared_ptr<const Malleability> sizes; ///< null: it is rigid
  /// When it may start, and by when it must end. "Forever": its user never releases it.
  std::optional<TraceDate> begin, released, deadline;
  bool is_held_forever = false;
  SharedText constraint;
  std::int32_t nice = 0;
  JobLink link; ///< what it waits for
  std::string metadata;
};

/// The rows of a CSV file that become jobs, in the order of the file. The file is read as a stream. Of ids it
/// keeps a few bits each where they are numbers that lie close together, and else some bytes.
class CsvReplay {
public:
  /// Throws InputError on a file or a map of columns that is none.
  CsvReplay(const std::filesystem::path& file, const Parameters& parameters);

  /// The next row that becomes a job; null at the end. It is good until the next call. Throws InputError on a
  /// bad row where such rows are refused.
  const CsvJob* next();
  bool has_ids() const { return columns_.has(CsvColumn::job); }
  /// Whether jobs may wait for others.
  bool has_dependencies() const { return columns_.has(CsvColumn::after); }
  const TraceRows& counts() const { return counts_; }
  /// What was found out about the rows so far, beside those that were skipped.
  void add_to(std::vector<WorkloadNote>& notes) const;

private:
  bool read_job();
  bool is_step();
  void check_id();
  void read_texts();
  void read_demands();
  void read_dependencies();
  void read_array();
  void read_dates();
  std::optional<TraceDate> date_like_submission(CsvColumn what) const;
  void read_constraint();
  void read_nice();
  bool is_replayed();
  void check_comparable(const TraceDate& start, const TraceDate& end) const;

  CsvRows rows_;
  CsvColumns columns_;
  CsvSizes sizes_;
  bool has_wishes_ = false; ///< columns of what a job wants beside nodes
  TraceRows counts_;
  CsvJob job_;
  std::string parent_; ///< id of the last row that is no step of a job
  SeenNumbers numbers_;
  std::unordered_set<std::uint64_t> texts_; ///< hashes of the ids that are no numbers
  std::int64_t read_ = 0, without_zone_ = 0, slurm_numbers_ = 0;
};

} // namespace malha

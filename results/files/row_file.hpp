// SPDX-License-Identifier: MIT
#pragma once
#include "compressed.hpp"
#include "files.hpp"
#include "records.hpp"

#include <future>
#include <optional>
#include <vector>

namespace malha {

/// A folder into which a run writes its rows.
struct RowFolder {
  std::filesystem::path path; ///< "": rows are dropped
  bool compresses = false;    ///< whether files are written as gzip, with ".gz" after their names

  bool empty() const { return path.empty(); }
};

/// A CSV file of a run while it is written. Rows are collected and written in blocks. Blocks of gzip files
/// are compressed in a thread beside the run.
class RowFile {
public:
  /// Opens the file of that name in the folder and writes its header, with these columns behind the others.
  /// Throws CannotWrite.
  RowFile(const RowFolder& folder, const std::string& name, const char* more_columns = "");
  RowFile(const RowFile&) = delete;
  RowFile& operator=(const RowFile&) = delete;

  void add(const JobRow& row);
  /// Adds a row as a line without its end.
  void add(const std::string& line);
  /// Writes the remaining rows. Throws CannotWrite unless all rows are in the file.
  void close();

private:
  void end_row();
  void write_block();
  void wait();

  std::filesystem::path file_;
  std::ofstream out_;
  std::optional<GzipStream> compressed_; ///< in front of `out_`
  std::string rows_;                     ///< not yet written
  std::string block_;                    ///< that is being compressed
  std::future<void> compressing_;        ///< the last member: its end comes before that of what it uses
};

/// Passes rows of jobs on to their file. Many at once become text in a thread beside the run, which makes
/// them by the million.
class JobRows {
public:
  /// The file takes no other rows until `flush`.
  explicit JobRows(RowFile& file) : file_(file) {}
  JobRows(const JobRows&) = delete;
  JobRows& operator=(const JobRows&) = delete;

  void add(JobRow&& row);
  /// Passes on the remaining rows.
  void flush();

private:
  void wait();

  RowFile& file_;
  std::vector<JobRow> rows_; ///< not yet passed on
  /// Those that become text. Rows share texts, whose counts of references have no lock. So only the thread of
  /// the run copies and destroys rows; the other one reads them.
  std::vector<JobRow> passed_on_;
  std::future<void> passing_on_; ///< the last member: its end comes before that of what it uses
};

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include "compressed.hpp"
#include "files.hpp"
#include "records.hpp"

#include <optional>

namespace malha {

/// A folder into which a run writes its rows.
struct RowFolder {
  std::filesystem::path path; ///< "": rows are dropped
  bool compresses = false;    ///< whether files are written as gzip, with ".gz" after their names

  bool empty() const { return path.empty(); }
};

/// A CSV file of a run while it is written. Rows are collected and written in blocks.
class RowFile {
public:
  /// Opens the file of that name in the folder and writes its header, with these columns behind the others.
  /// Throws CannotWrite.
  RowFile(const RowFolder& folder, const std::string& name, const char* more_columns = "");

  void add(const JobRow& row);
  /// Adds a row as a line without its end.
  void add(const std::string& line);
  /// Writes the remaining rows. Throws CannotWrite unless all rows are in the file.
  void close();

private:
  void end_row();
  void write_block();

  std::filesystem::path file_;
  std::ofstream out_;
  std::optional<GzipStream> compressed_; ///< in front of `out_`
  std::string rows_;                     ///< not yet written
};

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include "line_reader.hpp"

namespace malha {

/// Reads a CSV file with a header, which any tool may have written, row by row. It is plain or gzip. Fields
/// may be in quotes, and then hold commas, doubled quotes and ends of lines. Lines may end in CRLF. Empty
/// lines are passed over. Errors are InputErrors with the file and the line in which the row begins.
class CsvRows {
public:
  explicit CsvRows(const std::filesystem::path& file);

  /// The names in the header, in their order.
  const std::vector<std::string>& names() const { return names_; }
  /// Goes to the next row. Returns false at the end of the file.
  bool next();
  /// A field of the row, by its place, from 0.
  const std::string& field(std::size_t place) const { return fields_[place]; }

  /// Where the row begins, as "file:line".
  std::string place() const { return file_.string() + ":" + std::to_string(begin_); }
  [[noreturn]] void fail(const std::string& what) const;

private:
  bool read_row();

  std::filesystem::path file_;
  LineReader lines_;
  std::string row_;
  std::size_t begin_ = 0; ///< number of the first line of the row, from 1
  std::size_t line_ = 0;  ///< number of the line read last
  std::vector<std::string> names_, fields_;
};

} // namespace malha

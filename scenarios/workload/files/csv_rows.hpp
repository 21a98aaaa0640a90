// SPDX-License-Identifier: MIT
#pragma once
#include "csv_delimiter.hpp"
#include "line_reader.hpp"

namespace malha {

/// Reads a CSV file with a header, which any tool may have written, row by row. It is plain or gzip. Cells
/// may be in quotes, and then hold delimiters, doubled quotes and ends of lines. Lines may end in CRLF. Lines
/// without text are passed over, and so is a line of dashes below the header. Errors have the file and the
/// line in which the row begins.
class CsvRows {
public:
  explicit CsvRows(const std::filesystem::path& file, Quotes quotes = Quotes::csv);

  /// The line of the header.
  const std::string& header() const { return header_; }
  /// Says what stands between cells. It is called once, before anything below.
  void split_at(char delimiter);

  /// The names in the header, in their order.
  const std::vector<std::string>& names() const { return names_; }
  /// Goes to the next row. Returns false at the end of the file. Throws BadRow at a row that has more cells
  /// than the header, or fewer.
  bool next();
  /// A cell of the row, by its place, from 0.
  std::string_view cell(std::size_t place) const { return cells_[place]; }
  /// The number of the line in which the row begins, from 1.
  std::size_t line() const { return begin_; }

  /// Throws BadRow at the row.
  [[noreturn]] void bad_row(const std::string& what, const std::string& reason) const;

private:
  bool read_row();
  bool split_next();
  std::string place() const { return file_.string() + ":" + std::to_string(begin_); }

  std::filesystem::path file_;
  Quotes quotes_;
  LineReader lines_;
  std::string header_, row_;
  std::size_t begin_ = 0; ///< number of the first line of the row, from 1
  std::size_t line_ = 0;  ///< number of the line read last
  std::optional<char> delimiter_;
  bool ends_in_delimiter_ = false; ///< each row does, as sacct -p writes them
  bool is_first_ = true;
  std::vector<std::string> names_;
  std::vector<std::string_view> cells_; ///< parts of `row_`
};

} // namespace malha

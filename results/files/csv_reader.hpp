// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace malha {

/// Reads a CSV file with a header row by row. Columns are asked for by name. Lines may end in CRLF, fields in
/// quotes may have newlines, and the file may begin with a byte order mark. If the file is missing, the gzip
/// file of that name with ".gz" is read. Errors are InputErrors with file and line.
class CsvReader {
public:
  explicit CsvReader(const std::filesystem::path& file);

  /// Calls a function from time to time while any file of this name is read, with the share of it that has
  /// been read. At most one Watch exists at a time.
  class Watch {
  public:
    Watch(std::string name, std::function<void(double)> report);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
  };

  bool has(std::string_view column) const { return columns_.find(column) != columns_.end(); }
  /// Gives a column of the file another name, unless the file has a column of that name.
  void rename(const std::string& from, const std::string& to);
  /// The names of the columns in the file.
  const std::vector<std::string>& names() const { return names_; }
  /// Reads the next row. Returns false at the end of the file.
  bool next();

  const std::string& text(std::string_view column) const;
  /// The text in a column; "" if the file has no such column.
  std::string text_if_any(std::string_view column) const;
  double real(std::string_view column) const;
  std::int64_t integer(std::string_view column) const;
  std::int64_t integer(std::string_view column, std::int64_t low, std::int64_t high) const;

  /// The place of the row, as "file:line".
  std::string place() const;
  [[noreturn]] void fail(const std::string& what) const;

private:
  bool read_line();
  bool read_row();
  void tell_watcher();

  std::filesystem::path file_;
  std::ifstream input_;
  std::unique_ptr<std::istream> decompressed_; ///< from `input_`; null if that is not gzip
  std::istream* text_ = &input_;               ///< one of the two
  /// By name; looked up without a copy of the name, for millions of rows.
  std::map<std::string, std::size_t, std::less<>> columns_;
  std::vector<std::string> names_;
  std::string line_;
  std::size_t number_ = 0;     ///< number of the line in which the row begins, from 1
  std::size_t more_lines_ = 0; ///< of the row, behind its first
  std::vector<std::string> fields_;
};

} // namespace malha

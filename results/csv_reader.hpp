// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace malha {

/// Reads a CSV file with a header, row by row; columns are asked for by name. Errors are InputErrors with
/// file and line.
class CsvReader {
public:
  explicit CsvReader(const std::filesystem::path& file);

  bool has(const std::string& column) const { return columns_.count(column) > 0; }
  /// Goes to the next row; false at the end of the file.
  bool next();

  const std::string& text(const std::string& column) const;
  double real(const std::string& column) const;
  std::int64_t integer(const std::string& column) const;

  /// "file:line", for messages.
  std::string place() const;
  [[noreturn]] void fail(const std::string& what) const;

private:
  std::filesystem::path file_;
  std::ifstream input_;
  std::map<std::string, std::size_t> columns_;
  std::vector<std::string> fields_;
  std::size_t line_ = 0;
};

} // namespace malha

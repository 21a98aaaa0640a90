// SPDX-License-Identifier: MIT
#pragma once
#include "csv_rows.hpp"
#include "field_map.hpp"
#include "field_values.hpp"

#include <map>

namespace malha {

/// The columns of a CSV file that parameter `columns` names, and their values in the row that the file is at.
/// Errors are InputErrors with file and line.
class CsvColumns {
public:
  /// Throws InputError on a map that is none, lacks what every trace must have, or names a column that the
  /// file has not, or has twice.
  CsvColumns(const CsvRows& rows, const std::string& file, const std::string& map);

  bool has(const std::string& what) const { return columns_.count(what) > 0; }
  /// The text of a column, without blanks at either end; "" where there is no such column or the value is
  /// unknown. A text with control characters is refused.
  std::string text(const std::string& what) const;
  std::optional<TraceDate> date(const std::string& what) const;
  std::optional<Seconds> duration(const std::string& what) const;
  std::optional<int> count(const std::string& what) const;
  /// What is kept of the row as metadata: the state, and what the map calls job.NAME.
  std::string metadata() const;
  /// Throws InputError at the row, which says what the value of a column is and what would be valid.
  [[noreturn]] void fail(const std::string& what, const std::string& valid) const;

private:
  struct Column {
    MappedField field;
    std::size_t place; ///< in a row
  };

  void check_whole(const std::string& file) const;
  std::size_t place_of(const MappedField& field, const std::string& file) const;
  std::string_view value(const std::string& what) const;
  template <class Value>
  std::optional<Value> read(const std::string& what,
                            std::optional<Value> (*in)(std::string_view, const std::string&)) const;

  const CsvRows& rows_;
  std::map<std::string, Column, std::less<>> columns_;
  std::vector<std::string> kept_; ///< in the order of the map
};

} // namespace malha

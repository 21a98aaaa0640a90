// SPDX-License-Identifier: MIT
#pragma once
#include "csv_rows.hpp"
#include "field_map.hpp"
#include "field_values.hpp"
#include "recorded_job.hpp"

#include <array>

namespace malha {

/// What a column of a CSV file may hold, in the order in which messages list it.
enum class CsvColumn : std::size_t {
  job,
  submit,
  run,
  start,
  end,
  nodes,
  limit,
  user,
  queue,
  account,
  group,
  partition,
  qos,
  executable,
  name,
  after,
  array,
  reservation,
  begin,
  hold,
  deadline,
  constraint,
  nice,
  memory,
  devices,
  licences,
  type,
  min,
  pref,
  max,
  work,
  law,
  parts,
  cost,
  asks,
  state,
  number
};

/// The columns of a CSV file that parameter `columns` names, and their values in the row that the file is at.
/// Errors in a row are BadRows, all others InputErrors.
class CsvColumns {
public:
  /// Finds out what stands between cells where `delimiter`, a value of that parameter, does not say it.
  /// Throws InputError on a map that is none, lacks what every trace must have, or names a column that the
  /// file has not, or has twice.
  CsvColumns(CsvRows& rows, const std::string& file, const std::string& map, const std::string& delimiter);

  /// What was found to stand between cells; "" where it is a comma, or a setting says it.
  const std::string& found_delimiter() const { return found_delimiter_; }
  bool has(CsvColumn what) const { return columns_.at(static_cast<std::size_t>(what)).has_value(); }
  /// The text of a column, without blanks at either end; "" where there is no such column or the value is
  /// unknown. A text with control characters is refused.
  std::string_view text(CsvColumn what) const;
  /// How a column that is there is written.
  const std::string& form(CsvColumn what) const;
  std::optional<TraceDate> date(CsvColumn what) const;
  std::optional<Seconds> duration(CsvColumn what) const;
  std::optional<int> count(CsvColumn what) const;
  std::optional<Bytes> memory(CsvColumn what) const;
  EndState state() const;
  /// Whether the state of the row is a number that was read as one of Slurm.
  bool has_slurm_number() const;
  /// What is kept of the row as metadata: the state, who submitted the job beside its user and queue, and
  /// what the map calls job.NAME.
  std::string metadata() const;
  /// Throws BadRow, which says what the value of a column is and what would be valid.
  [[noreturn]] void refuse(CsvColumn what, const std::string& valid) const;

private:
  struct Place {
    MappedField field;
    std::size_t at; ///< in a row
  };

  void find_delimiter(CsvRows& rows, const std::string& file, const std::string& setting,
                      const std::vector<MappedField>& map);
  void check_whole(const std::string& file) const;
  void check_sizes_are_said(const std::string& begin) const;
  std::size_t place_of(const MappedField& field, const std::string& file) const;
  const Place* place(CsvColumn what) const;
  std::string_view value(const Place& place) const;
  [[noreturn]] void refuse(const Place& place, const std::string& valid) const;
  template <class Value>
  std::optional<Value> read(CsvColumn what,
                            std::optional<Value> (*in)(std::string_view, const std::string&)) const;

  const CsvRows& rows_;
  std::string found_delimiter_;
  std::array<std::optional<Place>, static_cast<std::size_t>(CsvColumn::number)> columns_;
  std::vector<Place> kept_; ///< in the order of the map
};

} // namespace malha

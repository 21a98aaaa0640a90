// SPDX-License-Identifier: MIT
// The fields of a CSV file, written and read again, are the same fields, as they are shown.
#include "results/files/csv_reader.hpp"
#include "results/files/records.hpp"
#include "results/files/visible_text.hpp"
#include "scratch.hpp"

namespace malha::fuzz::csv_harness {

/// Columns that the input may have: a reader asks for those it knows.
const std::vector<std::string> columns{"job_id", "a", "b", "c", ""};

/// The fields of these columns, row by row.
using Rows = std::vector<std::vector<std::string>>;

std::vector<std::string> known_columns(const CsvReader& reader) {
  std::vector<std::string> found;
  for (const auto& column : columns)
    if (reader.has(column))
      found.push_back(column);
  return found;
}

Rows rows_in(const std::filesystem::path& file) {
  CsvReader reader(file);
  Rows rows{known_columns(reader)};
  while (reader.next()) {
    rows.emplace_back();
    for (const auto& column : rows.front()) {
      rows.back().push_back(reader.text(column));
      is_accepted([&] { reader.real(column); });
      is_accepted([&] { reader.integer(column); });
    }
    is_accepted([&] { reader.text("no such column"); });
  }
  return rows;
}

void check(std::string_view text) {
  static const ScratchFile file("input.csv"), again("again.csv");
  Rows first;
  if (!is_accepted([&] { first = rows_in(file.holding(text)); }) || first.front().empty())
    return;
  std::string written;
  for (const auto& row : first)
    for (std::size_t i = 0; i < row.size(); ++i)
      written += csv_field(row[i]) + (i + 1 < row.size() ? ',' : '\n');
  for (auto& row : first)
    for (auto& field : row)
      field = visible(field);
  require(rows_in(again.holding(written)) == first, "all fields are the same");
}

} // namespace malha::fuzz::csv_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::csv_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}

// SPDX-License-Identifier: MIT
#include "ratios.hpp"

#include "policies/sdk/errors.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/records.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>

namespace malha::overhead {
namespace {

const std::vector<std::string> first_columns{"commit", "date", "machine"};

const std::string begin_mark = "<!-- ratios: made by tests/benchmark/record -->\n";
const std::string end_mark = "<!-- end of ratios -->\n";

std::string decimals(double number, int places) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", places, number);
  return text;
}

RatioRow read_row(const CsvReader& csv, const std::vector<std::string>& patterns) {
  RatioRow row{csv.text("commit"), csv.text("date"), csv.text("machine"), {}};
  for (std::size_t i = 0; i < first_columns.size(); ++i)
    if (csv.text(first_columns[i]).empty())
      csv.fail("has no " + first_columns[i]);
  for (const auto& pattern : patterns) {
    std::optional<double> ratio;
    if (!csv.text(pattern).empty())
      ratio = csv.real(pattern);
    if (ratio && !(*ratio > 0))
      csv.fail("the ratio of " + pattern + " is " + csv.text(pattern) + "; valid: a number above 0");
    row.ratios.push_back(ratio);
  }
  return row;
}

auto row_like(std::vector<RatioRow>& rows, const RatioRow& one) {
  return std::find_if(rows.begin(), rows.end(), [&](const RatioRow& row) {
    return row.commit == one.commit && row.machine == one.machine;
  });
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file))
    throw InputError(file.string() + ": cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Beside the file first, so that it is never half-written.
void write_whole(const std::filesystem::path& file, const std::string& text) {
  const std::filesystem::path partial = file.string() + ".partial";
  std::ofstream out(partial, std::ios::binary);
  out << text;
  out.close();
  if (!out) {
    std::filesystem::remove(partial);
    throw InputError(file.string() + ": cannot be written");
  }
  std::filesystem::rename(partial, file);
}

/// The table of one machine, whose rows are given from the oldest to the latest.
std::string table(const std::vector<std::string>& patterns, const std::vector<const RatioRow*>& rows) {
  std::string text = "| pattern |", line = "|---|";
  for (const auto* row : rows) {
    text += " " + row->commit + ", " + row->date + " |";
    line += "---|";
  }
  text += "\n" + line + "\n";
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    text += "| " + patterns[i] + " |";
    for (const auto* row : rows)
      text += row->ratios[i] ? " " + decimals(*row->ratios[i], 2) + " |" : " |";
    text += "\n";
  }
  return text;
}

} // namespace

RatioHistory read_history(const std::filesystem::path& file) {
  CsvReader csv(file);
  const auto& names = csv.names();
  if (names.size() <= first_columns.size() ||
      !std::equal(first_columns.begin(), first_columns.end(), names.begin()))
    csv.fail("has the columns " + listed(names) + "; valid: " + listed(first_columns) +
             ", and one for each pattern");
  RatioHistory history{{names.begin() + static_cast<std::ptrdiff_t>(first_columns.size()), names.end()}, {}};
  while (csv.next()) {
    auto row = read_row(csv, history.patterns);
    if (row_like(history.rows, row) != history.rows.end())
      csv.fail("commit " + row.commit + " on " + row.machine + " is there twice; valid: one row");
    history.rows.push_back(std::move(row));
  }
  return history;
}

void write_history(const RatioHistory& history, const std::filesystem::path& file) {
  std::string text;
  for (const auto& column : first_columns)
    text += (text.empty() ? "" : ",") + column;
  for (const auto& pattern : history.patterns)
    text += "," + csv_field(pattern);
  text += "\n";
  for (const auto& row : history.rows) {
    text += csv_field(row.commit) + "," + csv_field(row.date) + "," + csv_field(row.machine);
    for (const auto& ratio : row.ratios)
      text += "," + (ratio ? decimals(*ratio, 3) : "");
    text += "\n";
  }
  write_whole(file, text);
}

bool add(RatioHistory& history, RatioRow row) {
  const auto same = row_like(history.rows, row);
  const bool was_there = same != history.rows.end();
  if (was_there)
    *same = std::move(row);
  else
    history.rows.push_back(std::move(row));
  return was_there;
}

std::string tables(const RatioHistory& history) {
  constexpr std::size_t latest = 5;
  std::map<std::string, std::vector<const RatioRow*>> of_machines;
  for (const auto& row : history.rows)
    of_machines[row.machine].push_back(&row);
  std::string text;
  for (auto& [machine, rows] : of_machines) {
    if (rows.size() > latest)
      rows.erase(rows.begin(), rows.end() - latest);
    text += (text.empty() ? "" : "\n") + machine + ":\n\n" + table(history.patterns, rows);
  }
  return text;
}

void write_into(const std::filesystem::path& page, const std::string& tables) {
  const auto text = text_of(page);
  const auto begin = text.find(begin_mark), end = text.find(end_mark);
  if (begin == std::string::npos || end == std::string::npos || end < begin)
    throw InputError(page.string() + ": has no place for the ratios; valid: the lines\n" + begin_mark +
                     end_mark.substr(0, end_mark.size() - 1));
  const auto place = begin + begin_mark.size();
  write_whole(page, text.substr(0, place) + "\n" + (tables.empty() ? "" : tables + "\n") + text.substr(end));
}

} // namespace malha::overhead

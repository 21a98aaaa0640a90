// SPDX-License-Identifier: MIT
#include "csv_rows.hpp"

#include "bad_row.hpp"

#include <algorithm>

namespace malha {
namespace {

constexpr std::size_t longest_row = 1 << 22; // more is a quote without an end, and must not fill the memory

std::string counted_fields(std::size_t number) {
  return std::to_string(number) + (number == 1 ? " field" : " fields");
}

bool is_ruler(std::string_view cell) {
  return !cell.empty() && cell.find_first_not_of('-') == std::string_view::npos;
}

} // namespace

CsvRows::CsvRows(const std::filesystem::path& file, Quotes quotes)
    : file_(file), quotes_(quotes), lines_(file) {
  if (!read_row())
    throw InputError(file.string() + ": is empty; valid: a header with the names of columns, and rows");
  header_ = row_;
}

void CsvRows::split_at(char delimiter) {
  delimiter_ = delimiter;
  std::string row = header_;
  split_row(row, delimiter, cells_, quotes_);
  names_.assign(cells_.begin(), cells_.end());
  ends_in_delimiter_ = names_.size() > 1 && names_.back().empty();
  if (ends_in_delimiter_)
    names_.pop_back();
}

bool CsvRows::next() {
  if (!split_next())
    return false;
  const bool is_ruled = is_first_ && std::all_of(cells_.begin(), cells_.end(), is_ruler);
  is_first_ = false;
  if (is_ruled && !split_next())
    return false;
  if (cells_.size() != names_.size())
    bad_row(std::string(lines_.unfinished() ? "the last row has " : "has ") + counted_fields(cells_.size()) +
                "; valid: " + std::to_string(names_.size()) + ", as many as the header has",
            "wrong number of fields");
  return true;
}

bool CsvRows::split_next() {
  if (!read_row())
    return false;
  split_row(row_, *delimiter_, cells_, quotes_);
  if (ends_in_delimiter_ && cells_.size() == names_.size() + 1 && cells_.back().empty())
    cells_.pop_back();
  return true;
}

/// Puts the lines of one row together.
bool CsvRows::read_row() {
  row_.clear();
  QuoteScan quotes(delimiter_);
  for (bool goes_on = false; row_.empty() || goes_on;) {
    const auto line = lines_.next();
    if (!line && goes_on)
      throw InputError(place() + ": a field in quotes has no end; valid: a closing quote");
    if (!line)
      return false;
    ++line_;
    if (!goes_on)
      begin_ = line_;
    goes_on = quotes_ == Quotes::csv && quotes.is_open_behind(*line);
    row_ += *line;
    if (goes_on)
      row_ += '\n';
    else if (!row_.empty() && row_.back() == '\r')
      row_.pop_back();
    if (!goes_on && without_blanks(row_).empty())
      row_.clear();
    if (row_.size() > longest_row)
      throw InputError(place() + ": is a row of more than " + std::to_string(longest_row) +
                       " characters; valid: a closing quote");
  }
  return true;
}

void CsvRows::bad_row(const std::string& what, const std::string& reason) const {
  throw BadRow(place() + ": " + what, reason);
}

} // namespace malha

// SPDX-License-Identifier: MIT
#include "csv_rows.hpp"

#include "policies/sdk/csv_fields.hpp"
#include "policies/sdk/errors.hpp"

#include <algorithm>

namespace malha {
namespace {

constexpr std::size_t longest_row = 1 << 22; // more is a quote without an end, and must not fill the memory

/// Whether a quote of the text has no partner, so that the row goes on in the next line.
bool is_open(std::string_view text) { return std::count(text.begin(), text.end(), '"') % 2 != 0; }

std::string counted_fields(std::size_t number) {
  return std::to_string(number) + (number == 1 ? " field" : " fields");
}

} // namespace

CsvRows::CsvRows(const std::filesystem::path& file) : file_(file), lines_(file) {
  if (!read_row())
    throw InputError(file.string() + ": is empty; valid: a header with the names of columns, and rows");
  split_csv(row_, names_);
}

bool CsvRows::next() {
  if (!read_row())
    return false;
  split_csv(row_, fields_);
  if (fields_.size() != names_.size())
    fail(std::string(lines_.unfinished() ? "the last row has " : "has ") + counted_fields(fields_.size()) +
         "; valid: " + std::to_string(names_.size()) + ", as many as the header has");
  return true;
}

/// Puts the lines of one row together.
bool CsvRows::read_row() {
  row_.clear();
  for (bool goes_on = false; row_.empty() || goes_on;) {
    const auto line = lines_.next();
    if (!line && goes_on)
      fail("a field in quotes has no end; valid: a closing quote");
    if (!line)
      return false;
    ++line_;
    if (!goes_on)
      begin_ = line_;
    goes_on = is_open(*line) != goes_on;
    row_ += *line;
    if (goes_on)
      row_ += '\n';
    else if (!row_.empty() && row_.back() == '\r')
      row_.pop_back();
    if (row_.size() > longest_row)
      fail("is a row of more than " + std::to_string(longest_row) + " characters; valid: a closing quote");
  }
  return true;
}

void CsvRows::fail(const std::string& what) const { throw InputError(place() + ": " + what); }

} // namespace malha

// SPDX-License-Identifier: MIT
#include "csv_reader.hpp"

#include "compressed.hpp"
#include "csv_formulas.hpp"
#include "files.hpp"

#include "policies/sdk/csv_fields.hpp"
#include "policies/sdk/input_files.hpp"
#include "policies/sdk/numbers.hpp"

namespace malha {
namespace {

struct Watcher {
  std::string name;
  std::function<void(double)> tell;
};

bool is_compressed(const std::filesystem::path& file) { return file.extension() == ".gz"; }

/// The name of a file without the ending of gzip.
std::filesystem::path plain_name(const std::filesystem::path& file) {
  return is_compressed(file) ? file.stem() : file.filename();
}

Watcher& watcher() {
  static Watcher one;
  return one;
}

} // namespace

CsvReader::Watch::Watch(std::string name, std::function<void(double)> told) {
  watcher() = {std::move(name), std::move(told)};
}

CsvReader::Watch::~Watch() { watcher() = {}; }

void CsvReader::tell_watcher() {
  std::error_code error;
  const auto size = std::filesystem::file_size(file_, error);
  if (watcher().tell && !error && size > 0 && plain_name(file_) == watcher().name)
    watcher().tell(static_cast<double>(input_.tellg()) / static_cast<double>(size));
}

CsvReader::CsvReader(const std::filesystem::path& file) : file_(plain_or_compressed(file)) {
  refuse_endless(file_);
  input_.open(file_, std::ios::binary);
  if (!input_ || std::filesystem::is_directory(file_))
    throw InputError(file_.string() + ": cannot be read");
  if (is_compressed(file_)) {
    decompressed_ = decompressed(input_);
    text_ = decompressed_.get();
  }
  read_row();
  if (line_.compare(0, byte_order_mark.size(), byte_order_mark) == 0)
    line_.erase(0, byte_order_mark.size());
  split_csv(line_, names_);
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (!columns_.emplace(names_[i], i).second)
      fail("has column '" + names_[i] + "' twice; valid: each column once");
}

/// Lines end in a newline, which a carriage return may precede.
bool CsvReader::read_line() {
  const bool is_there = static_cast<bool>(std::getline(*text_, line_));
  if (!is_there)
    line_.clear();
  if (decompressed_ && text_->bad()) {
    ++number_; // of the line that would come next
    fail("the compressed data ends early or is damaged; valid: a whole gzip file");
  }
  if (!line_.empty() && line_.back() == '\r')
    line_.pop_back();
  if (is_there || number_ == 0)
    ++number_;
  return is_there;
}

void CsvReader::rename(const std::string& from, const std::string& to) {
  if (!has(from) || has(to))
    return;
  auto column = columns_.extract(from);
  column.key() = to;
  columns_.insert(std::move(column));
}

/// A field in quotes may have newlines, so that a row may have several lines.
bool CsvReader::read_row() {
  constexpr std::size_t longest = 1 << 20; // of a row whose quotes are open
  more_lines_ = 0;
  if (!read_line())
    return false;
  for (std::string row; std::count(line_.begin(), line_.end(), '"') % 2 != 0; ++more_lines_) {
    row = line_ + '\n';
    const auto number = number_;
    const bool goes_on = row.size() < longest && read_line();
    number_ = number;
    if (!goes_on)
      fail("has a quotation mark that is never closed");
    line_.insert(0, row);
  }
  return true;
}

bool CsvReader::next() {
  constexpr std::size_t between_looks = 1 << 14;
  number_ += more_lines_;
  if (!read_row())
    return false;
  if (number_ % between_looks == 0)
    tell_watcher();
  split_csv(line_, fields_);
  for (auto& field : fields_)
    take_formula_mark(field);
  if (fields_.size() != names_.size())
    fail("has " + std::to_string(fields_.size()) + " fields where the header has " +
         std::to_string(names_.size()));
  return true;
}

const std::string& CsvReader::text(std::string_view column) const {
  const auto found = columns_.find(column);
  if (found == columns_.end())
    throw InputError(file_.string() + ":1: has no column '" + std::string(column) + "'");
  return fields_[found->second];
}

std::string CsvReader::text_if_any(std::string_view column) const {
  const auto found = columns_.find(column);
  return found == columns_.end() ? "" : fields_[found->second];
}

double CsvReader::real(std::string_view column) const {
  const auto number = parse_number<double>(text(column));
  if (!number)
    fail("'" + text(column) + "' in column '" + std::string(column) + "' is not a number");
  return *number;
}

std::int64_t CsvReader::integer(std::string_view column) const {
  const auto number = parse_number<std::int64_t>(text(column));
  if (!number)
    fail("'" + text(column) + "' in column '" + std::string(column) + "' is not an integer");
  return *number;
}

std::int64_t CsvReader::integer(std::string_view column, std::int64_t low, std::int64_t high) const {
  const auto number = integer(column);
  if (number < low || number > high)
    fail("'" + text(column) + "' in column '" + std::string(column) + "' is not an integer from " +
         std::to_string(low) + " to " + std::to_string(high));
  return number;
}

std::string CsvReader::place() const { return file_.string() + ":" + std::to_string(number_); }

void CsvReader::fail(const std::string& what) const { throw InputError(place() + ": " + what); }

} // namespace malha

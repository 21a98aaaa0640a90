// SPDX-License-Identifier: MIT
#include "csv_reader.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <boost/tokenizer.hpp>

#include <algorithm>

namespace malha {
namespace {

/// Into fields that are there already: files have rows by the million.
void split(const std::string& line, std::vector<std::string>& fields) {
  if (line.find('"') != std::string::npos) {
    // No escape character: RFC 4180 has none, and a doubled quote never occurs in a column that is read.
    const boost::escaped_list_separator<char> separators("", ",", "\"");
    const boost::tokenizer<boost::escaped_list_separator<char>> tokens(line, separators);
    fields.assign(tokens.begin(), tokens.end());
    return;
  }
  std::size_t number = 0;
  for (std::size_t begin = 0; begin <= line.size(); ++number) {
    const auto end = std::min(line.find(',', begin), line.size());
    if (number == fields.size())
      fields.emplace_back();
    fields[number].assign(line, begin, end - begin);
    begin = end + 1;
  }
  fields.resize(number);
}

} // namespace

CsvReader::CsvReader(const std::filesystem::path& file) : file_(file), input_(file) {
  if (!input_ || std::filesystem::is_directory(file))
    throw InputError(file.string() + ": cannot be read");
  std::string header;
  std::getline(input_, header);
  ++line_;
  std::vector<std::string> names;
  split(header, names);
  for (std::size_t i = 0; i < names.size(); ++i)
    columns_[names[i]] = i;
}

bool CsvReader::next() {
  std::string line;
  if (!std::getline(input_, line))
    return false;
  ++line_;
  split(line, fields_);
  if (fields_.size() != columns_.size())
    fail("has " + std::to_string(fields_.size()) + " fields where the header has " +
         std::to_string(columns_.size()));
  return true;
}

const std::string& CsvReader::text(const std::string& column) const {
  const auto found = columns_.find(column);
  if (found == columns_.end())
    throw InputError(file_.string() + ":1: has no column '" + column + "'");
  return fields_[found->second];
}

double CsvReader::real(const std::string& column) const {
  const auto number = parse_number<double>(text(column));
  if (!number)
    fail("'" + text(column) + "' in column '" + column + "' is not a number");
  return *number;
}

std::int64_t CsvReader::integer(const std::string& column) const {
  const auto number = parse_number<std::int64_t>(text(column));
  if (!number)
    fail("'" + text(column) + "' in column '" + column + "' is not an integer");
  return *number;
}

std::string CsvReader::place() const { return file_.string() + ":" + std::to_string(line_); }

void CsvReader::fail(const std::string& what) const { throw InputError(place() + ": " + what); }

} // namespace malha

// SPDX-License-Identifier: MIT
#include "csv_delimiter.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace malha {
namespace {

constexpr std::array<std::pair<const char*, char>, 5> delimiters{
    {{"comma", ','}, {"semicolon", ';'}, {"pipe", '|'}, {"tab", '\t'}, {"blanks", blanks}}};

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Takes the cells of a row one by one.
class RowSplitter {
public:
  RowSplitter(std::string& row, char delimiter, Quotes quotes)
      : row_(row), delimiter_(delimiter), quotes_(quotes) {
    if (delimiter_ == blanks)
      skip_blanks();
  }

  std::string_view take() {
    const auto begin = at_;
    skip_blanks();
    if (quotes_ == Quotes::csv && at_ < row_.size() && row_[at_] == '"')
      return without_blanks(take_quoted());
    at_ = end_of_cell(delimiter_ == blanks ? at_ : begin);
    return without_blanks(std::string_view(row_).substr(begin, at_ - begin));
  }

  /// Returns false at the end of the row.
  bool pass_delimiter() {
    if (delimiter_ == blanks)
      skip_blanks();
    if (at_ >= row_.size())
      return false;
    at_ += delimiter_ != blanks;
    return true;
  }

private:
  void skip_blanks() {
    while (at_ < row_.size() && is_blank(row_[at_]) && (delimiter_ == blanks || row_[at_] != delimiter_))
      ++at_;
  }

  std::size_t end_of_cell(std::size_t from) const {
    const auto end = delimiter_ == blanks ? row_.find_first_of(" \t", from) : row_.find(delimiter_, from);
    return std::min(end, row_.size());
  }

  /// Writes the text over the quotes. What follows the closing quote belongs to the cell, too.
  std::string_view take_quoted() {
    const auto begin = at_++;
    auto end = begin;
    while (at_ < row_.size()) {
      const char c = row_[at_++];
      const bool is_doubled = c == '"' && at_ < row_.size() && row_[at_] == '"';
      if (c == '"' && !is_doubled)
        break;
      at_ += is_doubled;
      row_[end++] = c;
    }
    const auto rest = end_of_cell(at_);
    while (at_ < rest)
      row_[end++] = row_[at_++];
    return std::string_view(row_).substr(begin, end - begin);
  }

  std::string& row_;
  char delimiter_;
  Quotes quotes_;
  std::size_t at_ = 0;
};

bool has_columns(const std::string& header, char delimiter, const std::vector<std::string>& columns) {
  std::string row = header;
  std::vector<std::string_view> names;
  split_row(row, delimiter, names);
  return std::all_of(columns.begin(), columns.end(), [&](const auto& column) {
    return std::find(names.begin(), names.end(), column) != names.end();
  });
}

} // namespace

ParameterSpec delimiter_parameter() {
  std::vector<std::string> words{"auto"};
  for (const auto& [word, character] : delimiters)
    words.emplace_back(word);
  return choice(
      "delimiter", "auto", words,
      "the character between the cells of a row; auto: the one with which the header has the columns "
      "that are named");
}

std::optional<char> delimiter_named(const std::string& word) {
  for (const auto& [name, character] : delimiters)
    if (word == name)
      return character;
  return std::nullopt;
}

std::string name_of_delimiter(char delimiter) {
  for (const auto& [name, character] : delimiters)
    if (delimiter == character)
      return name;
  return "";
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.back()))
    text.remove_suffix(1);
  while (!text.empty() && is_blank(text.front()))
    text.remove_prefix(1);
  return text;
}

void split_row(std::string& row, char delimiter, std::vector<std::string_view>& cells, Quotes quotes) {
  cells.clear();
  RowSplitter splitter(row, delimiter, quotes);
  do
    cells.push_back(splitter.take());
  while (splitter.pass_delimiter());
  if (delimiter == blanks && cells.size() > 1 && cells.back().empty())
    cells.pop_back();
}

bool QuoteScan::is_open_behind(std::string_view piece) {
  if (at_ != At::begin || piece.find('"') != std::string_view::npos)
    for (const char c : piece)
      pass(c);
  return at_ == At::quoted;
}

void QuoteScan::pass(char c) {
  switch (at_) {
  case At::quoted:
    at_ = c == '"' ? At::closing : At::quoted;
    return;
  case At::begin:
    if (c == '"')
      at_ = At::quoted;
    else if (!is_blank(c) && !is_delimiter(c))
      at_ = At::text;
    return;
  case At::closing:
    at_ = c == '"' ? At::quoted : At::text;
    break;
  case At::text:
    break;
  }
  if (at_ == At::text && is_delimiter(c))
    at_ = At::begin;
}

bool QuoteScan::is_delimiter(char c) const {
  if (delimiter_ == blanks)
    return is_blank(c);
  return delimiter_ ? c == *delimiter_ : c == ',' || c == ';' || c == '|' || c == '\t';
}

std::vector<char> delimiters_in(const std::string& header, const std::vector<std::string>& columns) {
  std::vector<char> fitting;
  std::optional<char> first;
  for (const auto& [name, character] : delimiters) {
    if (header.find(character) == std::string::npos)
      continue;
    if (!first)
      first = character;
    if (has_columns(header, character, columns))
      fitting.push_back(character);
  }
  if (fitting.empty())
    fitting.push_back(first.value_or(','));
  return fitting;
}

} // namespace malha

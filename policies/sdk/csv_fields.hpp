// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <string>
#include <vector>

namespace malha {

/// Splits a row of a CSV file into its fields, by RFC 4180, field by field into texts that are there already:
/// files have rows by the million.
class CsvSplitter {
public:
  CsvSplitter(const std::string& row, std::vector<std::string>& fields)
      : row_(row), fields_(fields), has_quotes_(row.find('"') != std::string::npos) {}

  void split() {
    std::size_t number = 0;
    do {
      if (number == fields_.size())
        fields_.emplace_back();
      take(fields_[number++]);
    } while (at_++ < row_.size()); // past the comma
    fields_.resize(number);
  }

private:
  void take(std::string& field) {
    field.clear();
    while (at_ < row_.size() && row_[at_] != ',')
      if (row_[at_] == '"')
        take_quoted(field);
      else
        take_up_to(std::min(has_quotes_ ? row_.find_first_of(",\"", at_) : row_.find(',', at_), row_.size()),
                   field);
  }

  void take_up_to(std::size_t end, std::string& field) {
    field.append(row_, at_, end - at_);
    at_ = end;
  }

  /// Up to the closing quote, or the end of the row; a quote in the text is doubled.
  void take_quoted(std::string& field) {
    do {
      ++at_;
      take_up_to(std::min(row_.find('"', at_), row_.size()), field);
      at_ += at_ < row_.size(); // past the quote
      if (at_ < row_.size() && row_[at_] == '"')
        field += '"';
    } while (at_ < row_.size() && row_[at_] == '"');
  }

  const std::string& row_;
  std::vector<std::string>& fields_;
  const bool has_quotes_;
  std::size_t at_ = 0;
};

/// The fields of a row of a CSV file, into texts that are there already.
inline void split_csv(const std::string& row, std::vector<std::string>& fields) {
  CsvSplitter(row, fields).split();
}

} // namespace malha

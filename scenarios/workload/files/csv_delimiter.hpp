// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/parameters.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace malha {

/// Stands for blanks and tabs, as many as there are between two cells.
inline constexpr char blanks = ' ';

/// Parameter `delimiter` of the reader of CSV.
ParameterSpec delimiter_parameter();
/// The character of a value of that parameter; nothing for "auto".
std::optional<char> delimiter_named(const std::string& word);
/// The value of that parameter for a character.
std::string name_of_delimiter(char delimiter);

/// Text without blanks and tabs at either end.
std::string_view without_blanks(std::string_view text);

/// Whether quotes around a cell belong to the format, or to the text of the cell, as in what Slurm prints.
enum class Quotes { csv, none };

/// Splits a row into its cells, without blanks around them. A cell in quotes may hold delimiters, ends of
/// lines and doubled quotes. The quotes are taken out of `row`, of which the cells are parts.
void split_row(std::string& row, char delimiter, std::vector<std::string_view>& cells,
               Quotes quotes = Quotes::csv);

/// Follows the quotes of a row through its lines. A quote counts where a cell begins, and then up to the
/// quote that ends it.
class QuoteScan {
public:
  /// Nothing: any character that may be a delimiter.
  explicit QuoteScan(std::optional<char> delimiter) : delimiter_(delimiter) {}

  /// Goes on through a piece of the row. Returns whether a cell in quotes is still open behind it.
  bool is_open_behind(std::string_view piece);

private:
  enum class At { begin, text, quoted, closing };

  void pass(char c);
  bool is_delimiter(char c) const;

  std::optional<char> delimiter_;
  At at_ = At::begin;
};

/// The delimiters that the header can have: those under which it has all `columns`, or else the first that is
/// in it at all.
std::vector<char> delimiters_in(const std::string& header, const std::vector<std::string>& columns);

} // namespace malha

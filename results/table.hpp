// SPDX-License-Identifier: MIT
#pragma once
#include "statistics.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace malha {

/// The widest line that is printed for people.
inline constexpr std::size_t terminal_width = 80;

/// Columns for people: the first ones text, to the left, the rest as `right` says. Cells that would make
/// a line wider than `width` are cut with "…" in the widest text columns.
class Table {
public:
  Table(std::vector<std::string> header, std::vector<bool> right);

  void add(std::vector<std::string> row);
  void print(std::ostream& out, std::size_t width = terminal_width) const;
  /// Columns of its widest line, uncut.
  std::size_t width() const;

private:
  std::vector<std::size_t> widths() const;

  std::vector<std::vector<std::string>> rows_; ///< the header first
  std::vector<bool> right_;
};

/// A number for people: with so many digits, whole ones up to 1e9 in full.
std::string shown(double value, int digits);
/// "18034 +-120": a mean and half its 95 % interval.
std::string shown(const MeanWithInterval& mean);

/// Characters as a terminal shows them: UTF-8 continuation bytes take no column.
std::size_t columns_of(const std::string& text);

/// `text` in lines of at most the terminal's width, each behind `indent`.
std::string wrapped(const std::string& text, const std::string& indent);

} // namespace malha

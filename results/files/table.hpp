// SPDX-License-Identifier: MIT
#pragma once
#include "results/statistics/statistics.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace malha {

/// The width of the widest printed line, in columns.
inline constexpr std::size_t terminal_width = 80;

/// A table for terminals. `right` gives the columns that are aligned to the right. If a line would be wider
/// than `width`, the widest text columns are broken between words. No word is cut: a first cell for which
/// there is no room is printed on a line of its own.
class Table {
public:
  Table(std::vector<std::string> header, std::vector<bool> right);

  void add(std::vector<std::string> row);
  void print(std::ostream& out, std::size_t width = terminal_width) const;
  /// The number of columns of the widest line before anything is broken.
  std::size_t width() const;

private:
  std::vector<std::size_t> widths() const;
  std::vector<std::size_t> fitted(std::size_t width) const;

  std::vector<std::vector<std::string>> rows_; ///< the first is the header
  std::vector<bool> right_;
};

/// A number with `digits` significant digits. A number with more digits before its point is shown as a whole
/// number, up to 1e9.
std::string shown(double value, int digits);
/// A mean and half its 95 % interval, with two digits of it: "18034 ± 120", "0.49 ± 0.15".
std::string shown(const MeanWithInterval& mean);

/// Words as "a, b and c".
std::string in_words(const std::vector<std::string>& words);

/// The width of the text in columns of a terminal. Continuation bytes of UTF-8 take none.
std::size_t columns_of(const std::string& text);

/// A message for the standard error: "malha: " and the text, in one line. On a terminal it is wrapped.
std::string complaint(const std::string& text);

/// The text in lines of at most the terminal's width. Each line begins with `indent`.
std::string wrapped(const std::string& text, const std::string& indent);

} // namespace malha

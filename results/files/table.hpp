// SPDX-License-Identifier: MIT
#pragma once
#include "results/statistics/statistics.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace malha {

/// The widest line that is printed for people.
inline constexpr std::size_t terminal_width = 80;

/// A table for people. Its first columns are text on the left, and `right` says how the others stand. Where a
/// line would be wider than `width`, the widest text columns are broken between words. No word is cut: a
/// first cell for which there is no room stands on a line of its own.
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

/// A number for people, with so many significant digits. A number that needs more digits before its point is
/// shown as a whole number, up to 1e9.
std::string shown(double value, int digits);
/// A mean and half its 95 % interval, of which two digits are shown: "18034 ± 120", "0.49 ± 0.15".
std::string shown(const MeanWithInterval& mean);

/// Words as "a, b and c".
std::string in_words(const std::vector<std::string>& words);

/// How many columns of a terminal the text takes. Continuation bytes of UTF-8 take none.
std::size_t columns_of(const std::string& text);

/// What is said on the standard error: "malha: " and the text, in one line. On a terminal it is wrapped.
std::string complaint(const std::string& text);

/// The text in lines of at most the terminal's width. Each line begins with `indent`.
std::string wrapped(const std::string& text, const std::string& indent);

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <string>

namespace malha::page {

/// A stack shows means over that many equal parts of the time: single steps of many series hide each other.
inline constexpr std::size_t stack_parts = 100;

/// Amounts of several series over time, one upon the other, as data for curves.js. Spans are added in any
/// order.
class Stack {
public:
  /// Adds an amount to a series, from one date up to another.
  void add(const std::string& series, double from, double to, double amount);
  /// Makes the chart reach to a date at which no series has anything.
  void reaches(double date);
  bool is_empty() const { return spans_.empty(); }

  /// The chart, with amounts divided by `unit_size`. The series with most in all is the lowest; if there are
  /// more than have a colour, the least are one series. `title` is a sentence without its full stop, `unit`
  /// the name of the amounts. May not be called if it is empty.
  nlohmann::json chart(const std::string& title, const std::string& unit, double unit_size) const;

private:
  struct Span {
    double from, to, amount;
    std::size_t series; ///< in the order in which series came
  };

  std::map<std::string, std::size_t> numbers_; ///< by name of the series
  std::deque<Span> spans_;                     ///< a deque, since moving millions while they grow is slow
  bool has_dates_ = false;
  double begin_ = 0, end_ = 0;
};

} // namespace malha::page

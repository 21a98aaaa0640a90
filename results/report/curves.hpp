// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace malha::page {

/// At most so many dates of a curve are shown as they are. Curves with more are shown by as many equal parts
/// of the time: the mean over each part, and the least and greatest value in it.
inline constexpr std::size_t most_steps = 4000;

/// Of each part of the time of a curve.
struct CurveParts {
  std::vector<double> area; ///< mean times length of the part
  std::vector<double> low, high;
};

/// Values that each hold from a date on, as data of curves.js. It keeps no more than `most_steps` dates.
class Curves {
public:
  /// Curves of those names, with so many dates from `begin` to `end`.
  Curves(std::vector<std::string> names, std::size_t dates, double begin, double end);

  /// Adds a date, in the order of time, with a value of each curve.
  void add(double time, const std::vector<double>& values);
  /// Times, and of each curve the values; where it has too many dates also `low` and `high`.
  nlohmann::json data() const;

private:
  std::vector<std::string> names_;
  std::size_t dates_;
  double begin_, width_;
  bool is_whole_;
  bool has_any_ = false;
  double since_ = 0;         ///< date of the last values
  std::vector<double> last_; ///< values
  std::vector<double> time_;
  std::vector<std::vector<double>> values_;
  std::vector<CurveParts> parts_;
};

/// A chart of curves over time, as curves.js takes it; `title` is a sentence without its point.
nlohmann::json chart_over_time(const Curves& curves, const std::string& title, const std::string& unit);

/// The shares of the values that are at most so much: values, and a share for each. Of more than `most_steps`
/// values as many quantiles, the least and greatest among them. The curve begins with the share 0 of the
/// least value. `values` is sorted.
nlohmann::json distribution_data(std::vector<double>& values);

} // namespace malha::page

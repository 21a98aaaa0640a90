// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace malha::page {

/// The most dates of a curve that are shown unchanged. Curves with more dates are shown by equal parts of the
/// time: the mean over each part, and the least and greatest value in it.
inline constexpr std::size_t most_steps = 4000;

/// Values of a curve for each part of the time.
struct CurveParts {
  std::vector<double> area; ///< mean times length of the part
  std::vector<double> low, high;
};

/// Step functions of time, as data for curves.js. At most `most_steps` dates are kept.
class Curves {
public:
  /// Prepares curves of those names, with `dates` dates from `begin` to `end`.
  Curves(std::vector<std::string> names, std::size_t dates, double begin, double end);

  /// Adds a date with a value of each curve. Dates must be in order.
  void add(double time, const std::vector<double>& values);
  /// The data: times, and the values of each curve; `low` and `high`, too, if there are too many dates.
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

/// A chart of curves over time for curves.js; `title` is a sentence without its full stop.
nlohmann::json chart_over_time(const Curves& curves, const std::string& title, const std::string& unit);

/// The distribution function of values: values, and the share of values up to each. More than `most_steps`
/// values are reduced to that many quantiles, with the least and the greatest. The curve begins with the
/// share 0 at the least value. Sorts `values`.
nlohmann::json distribution_data(std::vector<double>& values);

} // namespace malha::page

// SPDX-License-Identifier: MIT
#pragma once
#include "results/statistics/statistics.hpp"

#include <string>
#include <vector>

namespace malha::page {

/// A readable unit, and its size in units of the results: "h" is 3600 of "s".
struct ReadableUnit {
  std::string name; ///< empty: the number needs no unit
  double size = 1;
};

/// The unit for numbers up to `greatest`: seconds as s, min, h or d, so that the greatest is at least 3;
/// bytes as B, kB, MB, GB or TB. Counts and ratios need none. Other units are kept.
ReadableUnit readable_unit(const std::string& unit, double greatest);
/// The unit that suits most of the numbers: the unit of their median.
ReadableUnit usual_unit(const std::string& unit, std::vector<double> sizes);

/// A mean in a readable unit: "7.36 ± 0.33 h"; without the unit if `with_unit` is not set.
std::string readable(const MeanWithInterval& mean, const ReadableUnit& unit, bool with_unit = true);
/// A value in a readable unit: "7.36 h" for 26491 s; three digits, or more before the point.
std::string readable(double value, const std::string& unit);
/// A mean with all digits: "26491.3 s, 95 % interval from 25300 to 27700 s".
std::string exact(const MeanWithInterval& mean, const std::string& unit);

/// A number from a file, rounded to five digits as on the terminal. Whole numbers and other texts are
/// unchanged.
std::string rounded(const std::string& text);
/// A share with its sign: "-47.1 %"; without decimals from 1000 % on.
std::string percent(double share);

/// The name of a metric in words: "mean bounded slowdown", "user satisfaction of ann".
std::string words_of(const std::string& metric);
/// The last part of a key: "load" for "workload.load".
std::string short_key(const std::string& key);
/// A name with its unit: "mean waiting time (h)"; without a unit if it is empty, 1 or count.
std::string with_unit(const std::string& name, const std::string& unit);

} // namespace malha::page

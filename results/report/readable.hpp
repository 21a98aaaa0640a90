// SPDX-License-Identifier: MIT
#pragma once
#include "results/statistics/statistics.hpp"

#include <string>
#include <vector>

namespace malha::page {

/// A unit in which people read numbers, and so many units of the results it is: "h" is 3600 of "s".
struct ReadableUnit {
  std::string name; ///< empty: the number needs none
  double size = 1;
};

/// The unit for numbers up to that size: seconds as s, min, h or d, so that the greatest is at least 3; bytes
/// as B, kB, MB, GB or TB. Counts and ratios need none. Others stay.
ReadableUnit readable_unit(const std::string& unit, double greatest);
/// The unit that suits most of the numbers: that of the one in the middle.
ReadableUnit usual_unit(const std::string& unit, std::vector<double> sizes);

/// "7.36 ± 0.33 h" of a mean in s; without the unit where `with_unit` is not set.
std::string readable(const MeanWithInterval& mean, const ReadableUnit& unit, bool with_unit = true);
/// "7.36 h" of 26491 s: three digits, or more before the point.
std::string readable(double value, const std::string& unit);
/// "26491.3 s, 95 % interval from 25300 to 27700 s": all digits, for who asks for them.
std::string exact(const MeanWithInterval& mean, const std::string& unit);

/// A number as a file has it, with five digits as the terminal shows it. Whole numbers, and what is no
/// number, stay as they are.
std::string rounded(const std::string& text);
/// A share with its sign: "-47.1 %", from 1000 % on without decimals.
std::string percent(double share);

/// The name of a metric in words: "mean bounded slowdown", "user satisfaction of ann".
std::string words_of(const std::string& metric);
/// "load" stands for "workload.load".
std::string short_key(const std::string& key);
/// "mean waiting time (h)"; without a unit where that is empty, 1 or count.
std::string with_unit(const std::string& name, const std::string& unit);

} // namespace malha::page

// SPDX-License-Identifier: MIT
#pragma once
#include "results/run_reader.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace malha::page {

/// Values that each hold from a date on.
struct Steps {
  std::vector<std::string> names;
  std::vector<double> time;
  std::vector<std::vector<double>> values; ///< of each name, one a date
};

/// At most so many dates of a curve are shown as they are. Curves with more are shown by as many equal parts
/// of the time: the mean over each part, and the least and greatest value in it.
inline constexpr std::size_t most_steps = 4000;

/// The data of curves.js: time, and of each name the values; of a curve with too many dates `low` and `high`,
/// too.
nlohmann::json steps_data(const Steps& steps);

/// The shares of the values that are at most so much: values, and a share for each. Of more than `most_steps`
/// values as many quantiles, the least and greatest among them. `values` is sorted.
nlohmann::json distribution_data(std::vector<double>& values);

} // namespace malha::page

// SPDX-License-Identifier: MIT
#include "curves.hpp"

#include "typed_array.hpp"

#include <algorithm>

namespace malha::page {
namespace {

using nlohmann::json;

/// Mean, least and greatest value in each part of the time.
struct Parts {
  std::vector<double> mean, low, high;
};

Parts parts_of(const std::vector<double>& time, const std::vector<double>& values) {
  const double begin = time.front(), width = (time.back() - begin) / most_steps;
  Parts parts;
  std::size_t at = 0;
  for (std::size_t part = 0; part < most_steps; ++part) {
    const double from = begin + static_cast<double>(part) * width, to = from + width;
    double area = 0, low = values[at], high = values[at], since = from;
    for (; at + 1 < time.size() && time[at + 1] < to; ++at) {
      area += values[at] * (time[at + 1] - since);
      since = time[at + 1];
      low = std::min(low, values[at + 1]);
      high = std::max(high, values[at + 1]);
    }
    area += values[at] * (to - since);
    parts.mean.push_back(area / width);
    parts.low.push_back(low);
    parts.high.push_back(high);
  }
  return parts;
}

} // namespace

json steps_data(const Steps& steps) {
  const bool is_whole = steps.time.size() <= most_steps || !(steps.time.front() < steps.time.back());
  json data{
      {"names", steps.names}, {"of", steps.time.size()}, {"is_whole", is_whole}, {"curves", json::array()}};
  if (is_whole) {
    data["time"] = typed_array(steps.time);
    for (const auto& values : steps.values)
      data["curves"].push_back({{"value", typed_array(values)}});
    return data;
  }
  std::vector<double> time;
  const double width = (steps.time.back() - steps.time.front()) / most_steps;
  for (std::size_t part = 0; part < most_steps; ++part)
    time.push_back(steps.time.front() + static_cast<double>(part) * width);
  data["time"] = typed_array(time);
  for (const auto& values : steps.values) {
    const auto parts = parts_of(steps.time, values);
    data["curves"].push_back({{"value", typed_array(parts.mean)},
                              {"low", typed_array(parts.low)},
                              {"high", typed_array(parts.high)}});
  }
  return data;
}

json distribution_data(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  const std::size_t points = std::min(values.size(), most_steps);
  std::vector<double> value, share;
  for (std::size_t i = 0; i < points; ++i) {
    // The last of equal values has the share.
    const std::size_t rank = points < 2 ? 0 : i * (values.size() - 1) / (points - 1);
    if (i + 1 < points && values[(i + 1) * (values.size() - 1) / (points - 1)] == values[rank])
      continue;
    value.push_back(values[rank]);
    const auto behind = std::upper_bound(values.begin(), values.end(), values[rank]);
    share.push_back(static_cast<double>(behind - values.begin()) / static_cast<double>(values.size()));
  }
  return {{"value", typed_array(value)}, {"share", typed_array(share)}, {"of", values.size()}};
}

} // namespace malha::page

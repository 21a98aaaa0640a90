// SPDX-License-Identifier: MIT
#include "curves.hpp"

#include "typed_array.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace malha::page {
namespace {

using nlohmann::json;

/// A value from one date to the next is in the mean of each part by how long it lasts there.
void add_to_parts(CurveParts& parts, double begin, double width, double from, double to, double value) {
  const auto last = parts.area.size() - 1;
  const auto part_of = [&](double time) {
    return std::min(last, static_cast<std::size_t>(std::max(0.0, (time - begin) / width)));
  };
  for (std::size_t part = part_of(from); part <= part_of(to); ++part) {
    const double lower = begin + static_cast<double>(part) * width;
    const double lasts = std::min(to, lower + width) - std::max(from, lower);
    if (lasts <= 0)
      continue;
    parts.area[part] += value * lasts;
    parts.low[part] = std::min(parts.low[part], value);
    parts.high[part] = std::max(parts.high[part], value);
  }
}

} // namespace

Curves::Curves(std::vector<std::string> names, std::size_t dates, double begin, double end)
    : names_(std::move(names)), dates_(dates), begin_(begin),
      width_((end - begin) / static_cast<double>(most_steps)),
      is_whole_(dates <= most_steps || !(begin < end)), last_(names_.size()), values_(names_.size()) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!is_whole_)
    parts_.resize(names_.size(), {std::vector<double>(most_steps), std::vector<double>(most_steps, infinity),
                                  std::vector<double>(most_steps, -infinity)});
}

void Curves::add(double time, const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (is_whole_)
      values_[i].push_back(values[i]);
    else if (has_any_)
      add_to_parts(parts_[i], begin_, width_, since_, time, last_[i]);
  if (is_whole_)
    time_.push_back(time);
  last_ = values;
  since_ = time;
  has_any_ = true;
}

json Curves::data() const {
  json data{{"names", names_}, {"of", dates_}, {"is_whole", is_whole_}, {"curves", json::array()}};
  auto time = time_;
  for (std::size_t part = 0; !is_whole_ && part < most_steps; ++part)
    time.push_back(begin_ + static_cast<double>(part) * width_);
  data["time"] = typed_array(time);
  for (const auto& values : values_)
    if (is_whole_)
      data["curves"].push_back({{"value", typed_array(values)}});
  for (auto parts : parts_) {
    for (auto& mean : parts.area)
      mean /= width_;
    data["curves"].push_back({{"value", typed_array(parts.area)},
                              {"low", typed_array(parts.low)},
                              {"high", typed_array(parts.high)}});
  }
  return data;
}

json chart_over_time(const Curves& curves, const std::string& title, const std::string& unit) {
  json data = curves.data();
  data.update({{"title", title},
               {"x", "time"},
               {"is_time", true},
               {"y", unit},
               {"window", true},
               {"step", data["is_whole"]}});
  return data;
}

json distribution_data(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  const std::size_t points = std::min(values.size(), most_steps);
  std::vector<double> value, share;
  if (points > 0) { // from here the curve rises
    value.push_back(values.front());
    share.push_back(0);
  }
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

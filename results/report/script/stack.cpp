// SPDX-License-Identifier: MIT
#include "stack.hpp"

#include "typed_array.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace malha::page {
namespace {

using nlohmann::json;

constexpr std::size_t most_layers = 8; ///< as many as colours can be told apart

/// What is drawn of one or more series.
struct Layer {
  std::string name;
  double whole = 0;                                                ///< amount times time
  std::vector<double> areas = std::vector<double>(stack_parts, 0); ///< amount times time in each part
};

/// The date at which a part begins; the part behind the last begins at the end.
double begin_of(std::size_t part, double begin, double end) {
  return part == stack_parts
             ? end
             : begin + (end - begin) * static_cast<double>(part) / static_cast<double>(stack_parts);
}

std::size_t part_at(double date, double begin, double end) {
  const double part = (date - begin) / (end - begin) * static_cast<double>(stack_parts);
  return std::min(stack_parts - 1, static_cast<std::size_t>(std::max(0.0, part)));
}

/// The greatest first, equal ones by their names. What has no colour left is added up.
std::vector<Layer> joined(std::vector<Layer> layers) {
  std::sort(layers.begin(), layers.end(), [](const Layer& a, const Layer& b) {
    return a.whole != b.whole ? a.whole > b.whole : a.name < b.name;
  });
  if (layers.size() <= most_layers)
    return layers;
  Layer rest{std::to_string(layers.size() - most_layers + 1) + " others"};
  for (std::size_t i = most_layers - 1; i < layers.size(); ++i)
    for (std::size_t part = 0; part < stack_parts; ++part)
      rest.areas[part] += layers[i].areas[part];
  layers.resize(most_layers - 1);
  layers.push_back(std::move(rest));
  return layers;
}

} // namespace

void Stack::reaches(double date) {
  begin_ = has_dates_ ? std::min(begin_, date) : date;
  end_ = has_dates_ ? std::max(end_, date) : date;
  has_dates_ = true;
}

void Stack::add(const std::string& series, double from, double to, double amount) {
  if (!(from < to) || amount == 0)
    return;
  reaches(from);
  reaches(to);
  spans_.push_back({from, to, amount, numbers_.emplace(series, numbers_.size()).first->second});
}

json Stack::chart(const std::string& title, const std::string& unit, double unit_size) const {
  std::vector<Layer> layers(numbers_.size());
  for (const auto& [name, number] : numbers_)
    layers[number].name = name;
  for (const auto& span : spans_) {
    auto& layer = layers[span.series];
    layer.whole += span.amount * (span.to - span.from);
    for (auto part = part_at(span.from, begin_, end_); part <= part_at(span.to, begin_, end_); ++part)
      layer.areas[part] += span.amount * std::max(0.0, std::min(span.to, begin_of(part + 1, begin_, end_)) -
                                                           std::max(span.from, begin_of(part, begin_, end_)));
  }
  json names = json::array(), curves = json::array();
  const double part_size = (end_ - begin_) / static_cast<double>(stack_parts) * unit_size;
  for (auto& layer : joined(std::move(layers))) {
    for (auto& area : layer.areas)
      area /= part_size;
    layer.areas.push_back(layer.areas.back()); // up to the end
    names.push_back(layer.name);
    curves.push_back({{"value", typed_array(layer.areas)}});
  }
  std::vector<double> dates;
  for (std::size_t part = 0; part <= stack_parts; ++part)
    dates.push_back(begin_of(part, begin_, end_));
  return {{"title", title},      {"names", names},  {"time", typed_array(dates)},
          {"of", spans_.size()}, {"x", "time"},     {"is_time", true},
          {"y", unit},           {"window", true},  {"step", true},
          {"stacked", true},     {"curves", curves}};
}

} // namespace malha::page

// SPDX-License-Identifier: MIT
#include "speedup.hpp"

#include "errors.hpp"
#include "numbers.hpp"
#include "split.hpp"

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

const char* const valid_laws =
    "; valid: linear; amdahl:F, where a share F of the work, from 0 to 1, is parallel; power:P, with an "
    "exponent P from 0 to 1; downey:A:S, with an average parallelism A, at least 1, and a coefficient of its "
    "variance S, at least 0; table:N=T/N=T/…, with ascending numbers N of nodes, at least 1, and run times T "
    "above 0 s";

[[noreturn]] void refuse_law(const std::string& text, const std::string& what) {
  throw InputError("speed-up law '" + text + "' " + what + valid_laws);
}

/// Refuses a number that is out of bounds, or no number.
void expect(bool is_valid, const SpeedUp& law, const std::string& what) {
  if (!is_valid)
    refuse_law(law.text(), what);
}

/// The numbers behind the name of a law.
std::vector<double> numbers_behind(const std::string& text, std::size_t count) {
  auto parts = split(text, ':');
  parts.erase(parts.begin());
  if (parts.size() != count)
    refuse_law(text, "takes " + std::to_string(count) + (count == 1 ? " number" : " numbers") + ", and has " +
                         std::to_string(parts.size()));
  std::vector<double> numbers;
  for (const auto& part : parts) {
    const auto number = parse_number<double>(part);
    if (!number)
      refuse_law(text, "has '" + part + "', which is no number");
    numbers.push_back(*number);
  }
  return numbers;
}

std::vector<SpeedUp::Measured> times_of(const std::string& text, std::size_t begin) {
  std::vector<SpeedUp::Measured> times;
  for (const auto& row : split(text.substr(begin), '/')) {
    const auto fields = split(row, '=');
    const auto nodes = parse_number<int>(fields.front());
    const auto time = fields.size() == 2 ? parse_number<double>(fields.back()) : std::nullopt;
    if (!nodes || !time)
      refuse_law(text, "has '" + row + "', which is no run time of a number of nodes");
    times.push_back({*nodes, *time});
  }
  return times;
}

} // namespace

SpeedUp SpeedUp::amdahl(double parallel) {
  const SpeedUp law(Law::amdahl, parallel);
  expect(parallel >= 0 && parallel <= 1, law, "has a share that is not from 0 to 1");
  return law;
}

SpeedUp SpeedUp::power(double exponent) {
  const SpeedUp law(Law::power, exponent);
  expect(exponent >= 0 && exponent <= 1, law, "has an exponent that is not from 0 to 1");
  return law;
}

SpeedUp SpeedUp::downey(double parallelism, double variance) {
  const SpeedUp law(Law::downey, parallelism, variance);
  expect(std::isfinite(parallelism) && parallelism >= 1, law, "has a parallelism below 1, or none");
  expect(std::isfinite(variance) && variance >= 0, law, "has a variance below 0, or none");
  return law;
}

SpeedUp SpeedUp::table(const std::vector<Measured>& times) {
  SpeedUp law(Law::table, 0);
  law.times_ = std::make_shared<const std::vector<Measured>>(times);
  expect(!times.empty(), law, "has no run time");
  int last = 0;
  for (const auto& [nodes, time] : times) {
    expect(nodes > last, law, "has numbers of nodes that do not ascend from 1 on");
    expect(std::isfinite(time) && time > 0, law, "has a run time that is not above 0 s");
    last = nodes;
  }
  return law;
}

SpeedUp SpeedUp::read(const std::string& text) {
  const auto end = std::min(text.find(':'), text.size());
  const auto name = text.substr(0, end);
  if (text == "linear")
    return {};
  if (end == text.size())
    refuse_law(text, "is unknown, or has no numbers");
  if (name == "amdahl")
    return amdahl(numbers_behind(text, 1).front());
  if (name == "power")
    return power(numbers_behind(text, 1).front());
  if (name == "downey") {
    const auto numbers = numbers_behind(text, 2);
    return downey(numbers[0], numbers[1]);
  }
  if (name == "table")
    return table(times_of(text, end + 1));
  refuse_law(text, name == "linear" ? "has numbers" : "is unknown");
}

double SpeedUp::at(int nodes) const {
  const double n = nodes;
  switch (law_) {
  case Law::amdahl:
    return 1 / ((1 - first_) + first_ / n);
  case Law::power:
    return std::pow(n, first_);
  case Law::table:
    return table_at(nodes);
  case Law::downey:
    return downey_at(n);
  default:
    return n;
  }
}

/// Downey 1997: equations for low variance (sigma at most 1) and for high variance, which agree at 1.
double SpeedUp::downey_at(double n) const {
  const double parallelism = first_, variance = second_;
  if (variance <= 1) {
    if (n >= 2 * parallelism - 1)
      return parallelism;
    if (n <= parallelism)
      return parallelism * n / (parallelism + variance * (n - 1) / 2);
    return parallelism * n / (variance * (parallelism - 0.5) + n * (1 - variance / 2));
  }
  if (n >= parallelism + parallelism * variance - variance)
    return parallelism;
  return n * parallelism * (variance + 1) / (variance * (n + parallelism - 1) + parallelism);
}

double SpeedUp::table_at(int nodes) const {
  const auto after = std::upper_bound(times_->begin(), times_->end(), nodes,
                                      [](int n, const Measured& one) { return n < one.nodes; });
  if (after == times_->begin())
    return 0;
  return times_->front().nodes * (times_->front().time / std::prev(after)->time);
}

std::string SpeedUp::text() const {
  switch (law_) {
  case Law::amdahl:
    return "amdahl:" + shortest(first_);
  case Law::power:
    return "power:" + shortest(first_);
  case Law::downey:
    return "downey:" + shortest(first_) + ':' + shortest(second_);
  case Law::table: {
    std::string rows;
    for (const auto& [nodes, time] : *times_)
      rows += (rows.empty() ? "" : "/") + std::to_string(nodes) + '=' + shortest(time);
    return "table:" + rows;
  }
  default:
    return "linear";
  }
}

bool operator==(const SpeedUp& a, const SpeedUp& b) { return a.law() == b.law() && a.text() == b.text(); }

} // namespace malha

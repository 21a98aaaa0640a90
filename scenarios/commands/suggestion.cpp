// SPDX-License-Identifier: MIT
#include "descriptions.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace malha {
namespace {

/// Letters to change, add or leave out that make one word of the other.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j)
      diagonal = std::exchange(
          row[j], std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)}));
  }
  return row.back();
}

} // namespace

std::string suggestion(const std::string& name, const std::vector<std::string>& names) {
  constexpr std::size_t near = 2;
  std::set<std::string> found;
  for (const auto& known : names)
    if (distance(name, known) <= near || known.substr(known.find('/') + 1) == name)
      found.insert(known);
  return found.empty() ? "" : "; did you mean " + listed({found.begin(), found.end()}) + "?";
}

} // namespace malha

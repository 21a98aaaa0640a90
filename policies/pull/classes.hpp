// SPDX-License-Identifier: MIT
#pragma once
#include "choice.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace malha::pull {

/// Classes of amounts, as GridTS has them (Alg. 2): `nc` equal parts of the range of the amounts, or of the
/// amounts by rank. The source does not say which. Equal amounts have one class.
class Classes {
public:
  static ParameterSpec number_parameter(std::int64_t most_often) {
    return integer("nc", most_often, between(1, 1000), "count", "classes, of tasks as of resources");
  }
  static ParameterSpec bounds_parameter() {
    return choice("bounds", "equal_width", {"equal_width", "quantile"},
                  "classes are equal parts of the range of amounts, or of the amounts by rank");
  }

  explicit Classes(const Parameters& parameters)
      : number_(static_cast<int>(parameters.integer("nc"))),
        quantile_(parameters.text("bounds") == "quantile") {}

  int number() const { return number_; }
  /// The class of each amount, from 1.
  std::vector<int> of(const std::vector<double>& amounts) const {
    return quantile_ ? by_rank(amounts) : by_width(amounts);
  }

private:
  std::vector<int> by_width(const std::vector<double>& amounts) const {
    std::vector<int> classes;
    if (amounts.empty())
      return classes;
    const auto [least, greatest] = std::minmax_element(amounts.begin(), amounts.end());
    const double width = *greatest - *least;
    for (const double amount : amounts) {
      const double parts = width > 0 ? std::floor(number_ * (amount - *least) / width) : 0;
      classes.push_back(std::min(number_, 1 + static_cast<int>(parts)));
    }
    return classes;
  }

  std::vector<int> by_rank(const std::vector<double>& amounts) const {
    auto sorted = amounts;
    std::sort(sorted.begin(), sorted.end());
    std::vector<int> classes;
    for (const double amount : amounts) {
      const auto less = std::lower_bound(sorted.begin(), sorted.end(), amount) - sorted.begin();
      classes.push_back(1 + static_cast<int>(number_ * less / static_cast<std::ptrdiff_t>(sorted.size())));
    }
    return classes;
  }

  int number_;
  bool quantile_;
};

/// Copies the jobs in the order of their tickets; jobs of one ticket, of which there should be none, by id.
inline void sort_by_ticket(const std::vector<OfferedJob>& jobs, std::vector<OfferedJob>& sorted) {
  sorted = jobs;
  std::sort(sorted.begin(), sorted.end(), [](const OfferedJob& a, const OfferedJob& b) {
    return std::tie(a.ticket, a.id) < std::tie(b.ticket, b.id);
  });
}

} // namespace malha::pull

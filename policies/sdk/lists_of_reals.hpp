// SPDX-License-Identifier: MIT
#pragma once
#include "parameters.hpp"
#include "split.hpp"

namespace malha {

/// The numbers of a parameter that has a list for each of several groups, with '/' between the lists, or one
/// list for all of them: "600,1800/3600". Throws std::invalid_argument when something is no number in the
/// range, in its unit. The caller checks whether there are as many lists as groups.
inline std::vector<std::vector<double>> lists_of_reals(const std::string& text, const Range& range,
                                                       std::size_t groups, const std::string& unit = "") {
  std::vector<std::vector<double>> lists;
  for (const auto& list : split(text, '/'))
    lists.push_back(
        Parameters({reals("list", std::nullopt, range, unit, "")}, {{"list", list}}).reals("list"));
  if (lists.size() == 1)
    lists.resize(groups, lists.front());
  return lists;
}

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include "numbers.hpp"
#include "split.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

namespace malha {

/// Numbers of devices by name: "gpu", or "gpu:a100" for those of one type.
using DeviceCounts = std::map<std::string, std::int64_t>;

/// Reads a text such as "gpu:2" or "gpu:a100:2,fpga:1", in which a device without a number is one. It is what
/// Slurm calls GRES. Throws std::invalid_argument, with what is valid.
inline DeviceCounts device_counts(const std::string& text) {
  DeviceCounts counts;
  const auto fail = [&](const std::string& part) {
    throw std::invalid_argument("'" + part + "' in '" + text +
                                "' is no number of devices; valid: such as gpu:2, or gpu:a100:2");
  };
  if (text.empty())
    return counts;
  for (const auto& part : split(text, ',')) {
    auto words = split(part, ':');
    std::int64_t number = 1;
    if (const auto last = parse_number<std::int64_t>(words.back()); last && words.size() > 1) {
      number = *last;
      words.pop_back();
    }
    const bool is_named =
        std::none_of(words.begin(), words.end(), [](const auto& word) { return word.empty(); });
    if (!is_named || words.size() > 2 || number < 0)
      fail(part);
    counts[words.size() == 1 ? words[0] : words[0] + ":" + words[1]] += number;
  }
  return counts;
}

/// The same with those of each type counted as devices of that name, too: 2 of "gpu:a100" are 2 of "gpu".
inline DeviceCounts with_totals(const DeviceCounts& counts) {
  DeviceCounts all = counts;
  for (const auto& [name, number] : counts)
    if (const auto colon = name.find(':'); colon != std::string::npos)
      all[name.substr(0, colon)] += number;
  return all;
}

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include "results/validate/run_reader.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <string>

namespace malha::page {

/// What a page can hold of a run's chart, and still opens at once.
struct ChartLimits {
  std::int64_t blocks = 400'000;      ///< contiguous blocks of resources of jobs and attempts
  std::int64_t intervals = 4'000'000; ///< of the resources in them
  std::int64_t decisions = 200'000;   ///< rows of decisions.csv
};

/// Which resources a chart shows, so that it keeps to its limits: every resource, every second, fourth, …
class ResourceSample {
public:
  /// Counts a row that ran.
  void add(const IndexSet& resources);
  /// Every how many-th of so many resources is shown.
  int every(int resources, const ChartLimits& limits) const;

private:
  static constexpr std::size_t levels = 24; ///< 2²⁴ resources are more than any platform has
  std::array<std::int64_t, levels> blocks_{}, intervals_{};
};

/// The data of gantt.js: what ran on which resource. `notes` gets what is left out, in sentences.
nlohmann::json gantt_data(const std::filesystem::path& run, const RunReader& reader, int every,
                          const ChartLimits& limits, std::vector<std::string>& notes);

} // namespace malha::page

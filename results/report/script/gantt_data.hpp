// SPDX-License-Identifier: MIT
#pragma once
#include "results/validate/run_reader.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <string>

namespace malha::page {

/// Limits of a run's chart up to which a page opens at once.
struct ChartLimits {
  std::int64_t blocks = 400'000;      ///< contiguous blocks of resources of jobs and attempts
  std::int64_t intervals = 4'000'000; ///< of the resources in them
  std::int64_t decisions = 200'000;   ///< rows of decisions.csv
  std::int64_t precedences = 200'000; ///< of tasks of workflows
};

/// The choice of resources that keeps a chart within its limits: every resource, every second, fourth, …
class ResourceSample {
public:
  /// Counts the resources of an attempt.
  void add(const IndexSet& resources);
  /// The step between the shown ones of `resources` resources.
  int every(int resources, const ChartLimits& limits) const;

private:
  static constexpr std::size_t levels = 24; ///< 2²⁴ resources are more than any platform has
  std::array<std::int64_t, levels> blocks_{}, intervals_{};
};

/// The data for gantt.js: the attempts on each resource. Sentences on what is left out are added to `notes`.
nlohmann::json gantt_data(const std::filesystem::path& run, const RunReader& reader, int every,
                          const ChartLimits& limits, std::vector<std::string>& notes);

} // namespace malha::page

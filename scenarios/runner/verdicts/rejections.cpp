// SPDX-License-Identifier: MIT
#include "rejections.hpp"

#include "results/files/table.hpp"

#include <algorithm>
#include <ostream>

namespace malha {

void Rejections::add(const std::vector<MetricValue>& metrics) {
  double rejected = 0;
  for (const auto& metric : metrics) {
    if (metric.name == "jobs_rejected")
      rejected = metric.value;
    if (metric.name == "jobs_rejected" || metric.name == "jobs_finished")
      jobs_ += metric.value;
  }
  rejected_ += rejected;
  ++runs_;
  runs_that_rejected_ += rejected > 0 ? 1 : 0;
}

void Rejections::add(const CellResult& cell) {
  for (const auto& [seed, metrics] : cell.runs)
    add(metrics);
}

std::string Rejections::text() const {
  return shown(rejected_, 9) + " of " + shown(jobs_, 9) + " jobs" +
         (runs_ == 1
              ? ""
              : " in " + std::to_string(runs_that_rejected_) + " of " + std::to_string(runs_) + " runs");
}

void print_rejections(const std::vector<CellResult>& cells, const std::string& indent, std::ostream& out) {
  std::vector<std::pair<std::string, Rejections>> named; // in the order of the cells
  for (const auto& cell : cells) {
    auto place =
        std::find_if(named.begin(), named.end(), [&](const auto& one) { return one.first == cell.run; });
    if (place == named.end())
      place = named.insert(named.end(), {cell.run, {}});
    place->second.add(cell);
  }
  std::string text;
  for (const auto& [run, rejections] : named) {
    if (rejections.any())
      text += (text.empty() ? "" : "; ") + (named.size() > 1 ? run + " " : "") + rejections.text();
    if (rejections.all() && named.size() > 1)
      out << wrapped(run + ": ALL its jobs were REJECTED: nothing ran, and its numbers say nothing", indent);
  }
  if (!text.empty())
    out << wrapped("rejected, and in no mean: " + text, indent);
}

} // namespace malha

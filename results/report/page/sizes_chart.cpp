// SPDX-License-Identifier: MIT
#include "sizes_chart.hpp"

#include "results/report/script/curves.hpp"

#include <nlohmann/json.hpp>

namespace malha::page {

void SizesOverTime::add(const RanRow& row) {
  if (!row.may_change_size)
    return;
  steps_.waits(row.start, row.end);
  row.each_size([this](Seconds from, Seconds to, const IndexSet& resources) {
    steps_.runs(from, to, resources.size());
  });
}

/// The steps are gone through twice, since there may be millions of them.
void SizesOverTime::add_chart(nlohmann::json& charts) {
  std::size_t dates = 0;
  double begin = 0, end = 0;
  steps_.each([&](const RunSteps::Step& step) {
    end = step.time;
    begin = dates++ == 0 ? end : begin;
  });
  if (dates == 0)
    return;
  Curves curves({"their nodes", "jobs"}, dates, begin, end);
  steps_.each([&](const RunSteps::Step& step) {
    curves.add(step.time, {static_cast<double>(step.slots), static_cast<double>(step.waiting)});
  });
  charts.push_back(chart_over_time(
      curves, "Running jobs that may change their size, and the nodes that they have (sizes.csv)", "nodes"));
}

} // namespace malha::page

// SPDX-License-Identifier: MIT
// A scenario is refused, or read; it is the same when it is read again.
#include "scenarios/runner/verdicts/judge.hpp"
#include "scratch.hpp"

namespace malha::fuzz::scenario_harness {

/// One run of each cell, with a value of its own for each metric that a claim is about.
std::vector<CellResult> some_results_of(const Scenario& scenario) {
  std::vector<CellResult> results;
  for (const auto& cell : scenario.cells) {
    results.push_back({scenario.name, cell.run, cell.varied, {}});
    for (const auto& claim : scenario.claims)
      results.back().runs[0].push_back({claim.metric, static_cast<double>(results.size()), "1"});
  }
  return results;
}

std::string described(const Scenario& scenario) {
  std::string text =
      scenario.name + scenario.question + scenario.seed_varies + std::to_string(scenario.seeds);
  for (const auto& cell : scenario.cells) {
    const auto& request = cell.request;
    text += '\n' + cell.run + cell.parameters(";") + request.platform + request.deployment +
            request.workload + joined(request.settings, ";") + listed(request.simgrid_options);
  }
  for (const auto& value : scenario.published)
    text +=
        '\n' + value.metric + value.called + std::to_string(value.value) + value.tolerance.text(value.unit);
  for (const auto& claim : scenario.claims)
    text += '\n' + claim.text + claim.metric;
  for (const auto& verdict : verdicts_of({scenario}, some_results_of(scenario)))
    text += '\n' + verdict.verdict + verdict.numbers + verdict.reason;
  for (const auto& measure : scenario.measures)
    text += '\n' + measure.metric;
  return text + listed(scenario.averaged);
}

void check(std::string_view text) {
  static const ScratchFile file("input.xml");
  static const Library library({});
  static const bool prepared = (leave_children_alone(), true); // SimGrid is asked in one what it takes
  require(prepared, "children are left alone");
  file.holding(text);
  Scenario first;
  if (is_accepted([&] { first = read_scenario(file.path(), {}, {}, library); }))
    require(described(first) == described(read_scenario(file.path(), {}, {}, library)),
            "the scenario is the same");
}

} // namespace malha::fuzz::scenario_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::scenario_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}

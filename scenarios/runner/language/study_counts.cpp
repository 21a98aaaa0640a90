// SPDX-License-Identifier: MIT
#include "study_counts.hpp"

namespace malha {
namespace {

std::string counted(std::size_t number, const std::string& what, const std::string& plural) {
  return std::to_string(number) + " " + (number == 1 ? what : plural);
}

void add(StudyCounts& counts, std::size_t& of_kind, const MissNotes& notes, const Judged& judged) {
  if (!judged.hypothesis.empty()) {
    ++counts.under_hypotheses;
    return;
  }
  ++of_kind;
  if (!notes.deviation.empty())
    ++counts.deviations;
  else if (notes.is_known())
    ++counts.known_misses;
}

} // namespace

StudyCounts counts_of(const std::string& study, const Library& library) {
  StudyCounts counts;
  for (const auto& name : library.scenarios_of(study)) {
    ++counts.scenarios;
    Scenario scenario;
    try {
      scenario = read_scenario(library.scenario_file(name), {}, {}, library);
    } catch (const InputError&) {
      ++counts.unreadable;
      continue;
    }
    for (const auto& published : scenario.published)
      add(counts, counts.published, published.notes, published.judged);
    for (const auto& claim : scenario.claims)
      add(counts, counts.claims, claim.notes, claim.judged);
  }
  return counts;
}

std::string text_of(const StudyCounts& counts) {
  return counted(counts.scenarios, "scenario", "scenarios") + ", " +
         counted(counts.published + counts.claims, "value or claim", "values and claims") + ", " +
         counted(counts.deviations, "known deviation", "known deviations") + ", " +
         counted(counts.known_misses, "known miss", "known misses") +
         (counts.under_hypotheses == 0
              ? ""
              : "; " + counted(counts.under_hypotheses, "value or claim", "values and claims") +
                    " under a hypothesis") +
         (counts.unreadable == 0
              ? ""
              : "; without " + counted(counts.unreadable, "scenario", "scenarios") + " that cannot be read");
}

} // namespace malha

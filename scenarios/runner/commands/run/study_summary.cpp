// SPDX-License-Identifier: MIT
#include "study_summary.hpp"

#include "results/compare/hypotheses.hpp"
#include "results/compare/reference.hpp"
#include "results/files/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>

namespace malha {
namespace {

const std::vector<std::string> kinds{"agrees", "deviates", "missed", "unchecked"};

std::size_t number_of(const std::vector<Verdict>& verdicts, const std::string& kind) {
  return static_cast<std::size_t>(
      std::count_if(verdicts.begin(), verdicts.end(), [&](const auto& one) { return one.verdict == kind; }));
}

std::size_t known_misses(const std::vector<Verdict>& verdicts) {
  return static_cast<std::size_t>(
      std::count_if(verdicts.begin(), verdicts.end(), [](const auto& one) { return one.is_known; }));
}

std::vector<std::string> row_of(const std::string& name, const std::vector<Verdict>& verdicts,
                                const std::string& reference) {
  std::vector<std::string> row{name};
  for (const auto& kind : kinds) {
    row.push_back(std::to_string(number_of(verdicts, kind)));
    if (kind == "missed")
      row.push_back(std::to_string(known_misses(verdicts)));
  }
  row.push_back(reference);
  return row;
}

std::string text_of(const std::optional<ReferenceComparison>& reference) {
  if (!reference)
    return "none";
  return reference->changes.empty() ? "unchanged" : std::to_string(reference->changes.size()) + " changed";
}

void print_misses(const std::vector<Verdict>& verdicts, bool known, const std::string& head) {
  bool is_first = true;
  for (const auto& verdict : verdicts) {
    if (verdict.verdict != "missed" || verdict.is_known != known)
      continue;
    if (is_first)
      std::cout << '\n' << head << '\n';
    is_first = false;
    std::cout << wrapped(verdict.scenario + ": " + text_of_miss(verdict), "  ");
  }
}

/// What keeps scenarios from being run.
void print_missing_files(const std::vector<Scenario>& scenarios, const CampaignResult& result) {
  bool is_first = true;
  for (const auto& scenario : scenarios) {
    if (!lacks_runs(scenario, result.cells))
      continue;
    std::cout << (is_first ? "\nnot run, since a file is not here:\n" : "")
              << wrapped(scenario.name + ": " + scenario.missing(), "  ");
    is_first = false;
  }
}

/// What each hypothesis explains.
void print_hypotheses(const std::vector<Verdict>& verdicts) {
  HypothesisCounts hypotheses;
  for (const auto& verdict : verdicts)
    if (!verdict.hypothesis.empty())
      hypotheses.add(verdict.hypothesis, verdict.is_seen, verdict.verdict);
  if (hypotheses.counts().empty())
    return;
  Table table({"hypothesis", "fits what it was chosen for", "explains of the rest"}, {false, true, true});
  for (const auto& [name, count] : hypotheses.counts())
    table.add({name, part_of(count.fitted, count.seen), part_of(count.explained, count.others)});
  std::cout << '\n';
  table.print(std::cout);
}

/// Says how many published values agree, and how many would with a null model.
void print_null_model(const std::vector<Verdict>& verdicts, std::optional<NullModel> Verdict::*model,
                      const std::string& what) {
  std::size_t all = 0, ours = 0, agree = 0;
  for (const auto& verdict : verdicts)
    if (const auto& found = verdict.*model; found && verdict.is_judged()) {
      ++all;
      ours += verdict.verdict == "agrees";
      agree += found->agrees;
    }
  if (all > 0)
    std::cout << wrapped("null model: of " + std::to_string(all) + " values, " + std::to_string(ours) +
                             " agree; with " + what + " in the place of ours, " + std::to_string(agree),
                         "");
}

} // namespace

std::string summary_of(const std::vector<Verdict>& verdicts) {
  double error = 0;
  int times = 0;
  for (const auto& verdict : verdicts)
    if (verdict.relative_error && verdict.unit == "s" && verdict.hypothesis.empty()) {
      error += std::abs(*verdict.relative_error);
      ++times;
    }
  std::string text;
  for (const auto& kind : kinds) {
    text += (text.empty() ? "" : ", ") + kind + " " + std::to_string(number_of(verdicts, kind));
    if (const auto known = known_misses(verdicts); kind == "missed" && known > 0)
      text += " (" + std::to_string(known) + " known)";
  }
  const auto under_hypotheses = std::count_if(verdicts.begin(), verdicts.end(),
                                              [](const auto& one) { return !one.hypothesis.empty(); });
  if (under_hypotheses > 0)
    text += "; under hypotheses " +
            part_of(number_of(verdicts, "fitted") + number_of(verdicts, "explained"),
                    static_cast<std::size_t>(under_hypotheses)) +
            " hold";
  if (times == 0)
    return text;
  char mean[64];
  std::snprintf(mean, sizeof mean, "; mean error %.1f %% over %d time value%s", 100 * error / times, times,
                times == 1 ? "" : "s");
  return text + mean;
}

void print_summary(const std::vector<Scenario>& scenarios, const CampaignResult& result,
                   const Library& library) {
  Table table({"scenario", "agrees", "deviates", "missed", "known", "unchecked", "reference"},
              {false, true, true, true, true, true, false});
  std::size_t changed = 0;
  for (const auto& scenario : scenarios) {
    std::vector<Verdict> own;
    for (const auto& verdict : result.verdicts)
      if (verdict.scenario == scenario.name)
        own.push_back(verdict);
    const auto reference = reference_of(scenario, result, library);
    changed += reference ? reference->changes.size() : 0;
    table.add(row_of(scenario.name, own, text_of(reference)));
  }
  std::cout << '\n';
  table.print(std::cout);
  print_missing_files(scenarios, result);
  print_misses(result.verdicts, true, "known misses, whose reasons were looked for in vain:");
  print_misses(result.verdicts, false, "NEW misses:");
  print_hypotheses(result.verdicts);
  std::cout << '\n' << wrapped("all: " + summary_of(result.verdicts), "");
  print_null_model(result.verdicts, &Verdict::constant, "the best constant for each metric");
  print_null_model(result.verdicts, &Verdict::baseline, "the nearest other run");
  if (changed > 0)
    std::cout << wrapped(
        std::to_string(changed) + " numbers differ from the reference; malha run SCENARIO shows them", "");
}

} // namespace malha

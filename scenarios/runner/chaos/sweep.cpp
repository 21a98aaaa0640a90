// SPDX-License-Identifier: MIT
#include "sweep.hpp"

#include "message_cases.hpp"
#include "scenarios/runner/campaign/scratch_folder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <unordered_set>

namespace malha::chaos {
namespace {

using nlohmann::json;

constexpr Seconds most_real_time = 120; ///< for one case

std::string text_from(const Verdict& verdict) {
  return json{{"kind", static_cast<int>(verdict.kind)},
              {"why", verdict.why},
              {"too_few", verdict.leaves_too_few},
              {"states", verdict.states}}
      .dump(-1, ' ', false, json::error_handler_t::replace);
}

Verdict verdict_from(const Outcome& outcome) {
  if (outcome.status != Status::done)
    return {outcome.status == Status::bad_input ? Verdict::Kind::refused : Verdict::Kind::failed,
            outcome.message};
  const auto said = json::parse(outcome.message);
  return {static_cast<Verdict::Kind>(said["kind"].get<int>()), said["why"], said["too_few"],
          said["states"].get<std::vector<std::uint64_t>>()};
}

/// Tries cases in processes, and gives `take` the verdict of each.
void try_all(const Instance& instance, const Record& record, const std::vector<PlannedCase>& cases,
             int workers, Progress* progress, const std::function<void(std::size_t, Verdict)>& take) {
  const ScratchFolder scratch;
  std::vector<WorkItem> items;
  for (std::size_t i = 0; i < cases.size(); ++i)
    items.push_back(
        {"", [&instance, &record, &faults = cases[i].faults, folder = scratch / std::to_string(i)] {
           Outcome outcome;
           outcome.message = text_from(judge_case(instance, record, faults, folder));
           return outcome;
         }});
  const auto taken = [&](std::size_t i, const Outcome& outcome) {
    take(i, verdict_from(outcome));
    if (progress != nullptr)
      progress->done(i);
  };
  const auto watch = [&](const auto& running) {
    if (progress != nullptr)
      progress->look_at(running);
  };
  const int interrupted_by = run_workers(items, {workers, most_real_time}, taken, watch);
  if (progress != nullptr)
    progress->clear();
  if (interrupted_by != 0)
    end_by_signal(interrupted_by);
}

/// What is said of a case that is refused. Advice for platforms and deployments is left out: a case is made
/// here.
void note_refusal(const std::string& why, Swept& swept) {
  if (swept.refusal.empty())
    swept.refusal = why.substr(0, why.find("; valid: "));
}

/// Tries the first case of each family, and counts those as refused that are.
std::vector<bool> not_refused(const Instance& instance, const Record& record, int workers, Swept& swept) {
  std::vector<PlannedCase> firsts;
  for (const auto& one : swept.space.families)
    firsts.push_back({one.at(0), one.group});
  std::vector<Verdict> verdicts(firsts.size());
  try_all(instance, record, firsts, workers, nullptr,
          [&](std::size_t i, Verdict verdict) { verdicts[i] = std::move(verdict); });
  std::vector<bool> borne;
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    borne.push_back(verdicts[i].kind != Verdict::Kind::refused);
    if (borne[i])
      continue;
    swept.tallies[firsts[i].group].refused += swept.space.families[i].cases;
    note_refusal(verdicts[i].why, swept);
  }
  return borne;
}

void count(Swept& swept) {
  for (std::size_t i = 0; i < swept.cases.size(); ++i) {
    auto& tally = swept.tallies[swept.cases[i].group];
    const auto& [kind, why, leaves_too_few, states] = swept.verdicts[i];
    swept.too_few += leaves_too_few ? 1 : 0;
    ++(kind == Verdict::Kind::passed   ? tally.passed
       : kind == Verdict::Kind::failed ? tally.failed
                                       : tally.refused);
    tally.cases += kind == Verdict::Kind::refused ? 0 : 1;
    if (kind == Verdict::Kind::refused)
      note_refusal(why, swept);
    if (kind == Verdict::Kind::failed && !swept.first_failed)
      swept.first_failed = Failure{swept.cases[i], why};
  }
}

} // namespace

std::size_t Swept::total(std::size_t Tally::*number) const {
  std::size_t sum = 0;
  for (const auto& tally : tallies)
    sum += tally.*number;
  return sum;
}

Verdict run_case(const Instance& instance, const Record& record, const FaultCase& faults) {
  Verdict said;
  try_all(instance, record, {{faults, 0}}, 1, nullptr,
          [&](std::size_t, Verdict verdict) { said = std::move(verdict); });
  return said;
}

Swept sweep(const Instance& instance, const Record& record, const SweepRequest& request, int workers) {
  Swept swept;
  swept.space = request.messages ? message_cases(record, request) : crash_cases(instance, record, request);
  swept.tallies.resize(swept.space.groups.size());
  for (const auto& one : swept.space.families)
    swept.tallies[one.group].all += one.cases;
  // That messages are late or lost is borne, or the instance would have been refused.
  const auto borne = request.messages ? std::vector<bool>(swept.space.families.size(), true)
                                      : not_refused(instance, record, workers, swept);
  swept.cases = cases_in(swept.space, borne, request.most, instance.request.seed);
  swept.verdicts.resize(swept.cases.size());
  std::unordered_set<std::uint64_t> states;
  Progress progress(std::vector<Seconds>(swept.cases.size(), 0), 0, workers, "cases");
  try_all(instance, record, swept.cases, workers, &progress, [&](std::size_t i, Verdict verdict) {
    states.insert(verdict.states.begin(), verdict.states.end());
    verdict.states.clear();
    swept.verdicts[i] = std::move(verdict);
  });
  swept.states = states.size();
  count(swept);
  return swept;
}

} // namespace malha::chaos

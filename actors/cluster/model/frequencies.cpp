// SPDX-License-Identifier: MIT
#include "frequencies.hpp"

#include "policies/sdk/errors.hpp"

#include <algorithm>
#include <tuple>

namespace malha::cluster {
namespace {

const MachineLevel& level_at(const MachineLevels& machine, int pstate) {
  return *std::find_if(machine.levels.begin(), machine.levels.end(),
                       [pstate](const MachineLevel& level) { return level.pstate == pstate; });
}

bool are_alike(const MachineLevels& one, const MachineLevels& other) {
  return std::equal(one.levels.begin(), one.levels.end(), other.levels.begin(), other.levels.end(),
                    [](const MachineLevel& a, const MachineLevel& b) {
                      return std::tie(a.pstate, a.speed, a.idle, a.busy) ==
                             std::tie(b.pstate, b.speed, b.idle, b.busy);
                    });
}

} // namespace

Frequencies::Frequencies(Frequency& policy, std::vector<MachineLevels> machines, FrequencyRules rules)
    : policy_(policy), rules_(rules) {
  for (auto& machine : machines) {
    Node node{std::move(machine), {}};
    const FlopsPerSecond usual = level_at(node.machine, node.machine.platform).speed;
    for (const auto& level : node.machine.levels)
      node.stretch[level.pstate] = rules_.beta * (usual / level.speed - 1) + 1;
    are_alike_ = are_alike_ && (nodes_.empty() || are_alike(nodes_.front().machine, node.machine));
    nodes_.push_back(std::move(node));
  }
}

Frequencies::Choice Frequencies::ask(const QueuedJob& job, const Task& task, const IndexSet& nodes,
                                     int waiting, Seconds now) const {
  const auto levels = levels_of(nodes, !task.is_delay);
  const int platform = nodes_.front().machine.platform;
  FrequencyLevel unused{platform, 1, 0};
  add(unused, nodes, false);
  const int pstate = policy_.pstate({now, job, nodes, levels, platform, unused.power, waiting});
  const auto chosen = std::find_if(levels.begin(), levels.end(),
                                   [pstate](const FrequencyLevel& level) { return level.pstate == pstate; });
  if (chosen != levels.end())
    return {pstate, chosen->stretch};
  std::vector<std::string> valid;
  for (const auto& level : levels)
    valid.push_back(std::to_string(level.pstate));
  throw BrokenFrequencyRule("it runs job " + std::to_string(number_of(task)) + " at pstate " +
                            std::to_string(pstate) +
                            ", which its machines do not have; valid: " + listed(valid));
}

/// The pstates that all of these nodes have.
std::vector<FrequencyLevel> Frequencies::levels_of(const IndexSet& nodes, bool computes) const {
  std::vector<FrequencyLevel> levels;
  for (const auto& [pstate, alone] : of(*nodes.begin()).stretch) {
    const auto has = [&, number = pstate](int node) { return of(node).stretch.count(number) > 0; };
    if (!are_alike_ && !std::all_of(nodes.begin(), nodes.end(), has))
      continue;
    FrequencyLevel level{pstate, computes ? alone : 1, 0};
    add(level, nodes, computes);
    levels.push_back(level);
  }
  std::stable_sort(levels.begin(), levels.end(), [](const FrequencyLevel& one, const FrequencyLevel& other) {
    return one.stretch < other.stretch;
  });
  return levels;
}

/// Sets what nodes draw at the pstate of the level, and how much longer the slowest of them computes there
/// than the slowest at the pstate of the platform.
void Frequencies::add(FrequencyLevel& level, const IndexSet& nodes, bool computes) const {
  const auto power = [&](int node) {
    const auto& at = level_at(of(node).machine, level.pstate);
    return computes ? at.busy : at.idle;
  };
  if (are_alike_) {
    level.power = nodes.size() * power(*nodes.begin());
    return;
  }
  Seconds usual = 0, longest = 0; // for each flop
  for (const int node : nodes) {
    level.power += power(node);
    const auto& machine = of(node).machine;
    const Seconds flop = 1 / level_at(machine, machine.platform).speed;
    usual = std::max(usual, flop);
    longest = std::max(longest, flop * stretch(node, level.pstate));
  }
  if (computes)
    level.stretch = longest / usual;
}

} // namespace malha::cluster

// SPDX-License-Identifier: MIT
#include "bag_arena.hpp"

#include "dag_arena.hpp"
#include "scenarios/runner/conformance/queue_run.hpp"
#include "swf_text.hpp"

#include <algorithm>

namespace malha::duel {
namespace {

/// The numbers of a task, by their places in its row.
struct TaskColumn {
  enum : std::size_t { submitted, run_time };
};

/// What a machine of speed 1 computes in a second.
constexpr FlopsPerSecond unit_of_speed = 1e9;

Space space_of_bags(const Bounds& bounds) {
  return {{{{"submitted", 0, bounds.within, 0}, {"run time at speed 1", 1, bounds.longest, 1}},
           1,
           static_cast<std::size_t>(bounds.jobs)},
          {{{"speed", 1, bounds.speeds, 1}}, 1, static_cast<std::size_t>(bounds.nodes)}};
}

std::vector<std::string> architectures() {
  std::vector<std::string> names;
  for (const auto& kind : linked_parts<BagPlayerKind>())
    names.push_back(kind.name);
  return names;
}

std::unique_ptr<BagPlayer> player_of(const Side& side) {
  for (const auto& kind : linked_parts<BagPlayerKind>())
    if (only_actor(side, kind.name) != nullptr)
      return kind.make(side);
  throw InputError("duel: " + side.name + " has not one actor of " + listed(architectures()) +
                   "; valid: one");
}

std::vector<Job> tasks_of(const Instance& instance) {
  std::vector<Job> jobs;
  for (const auto& row : instance.jobs) {
    jobs.push_back(conformance::rigid_job(static_cast<JobId>(jobs.size()),
                                          static_cast<Seconds>(row[TaskColumn::submitted]), 1,
                                          static_cast<Seconds>(row[TaskColumn::run_time])));
    auto& task = jobs.back().tasks.front();
    task.reference_speed = unit_of_speed;
    task.work = task.length * unit_of_speed;
  }
  return jobs;
}

std::vector<FlopsPerSecond> speeds_of(const Instance& instance) {
  std::vector<FlopsPerSecond> speeds;
  for (const auto& machine : instance.machines)
    speeds.push_back(static_cast<double>(machine.front()) * unit_of_speed);
  return speeds;
}

} // namespace

BagArena::BagArena(const std::vector<Side>& sides, const std::string& metric, const Bounds& bounds)
    : Arena(sides, metric, space_of_bags(bounds)), players_{} {
  for (std::size_t side = 0; side < 2; ++side)
    players_[side] = player_of(sides.at(side));
}

void BagArena::settle(Instance& instance) const {
  auto first = instance.jobs.front()[TaskColumn::submitted];
  for (const auto& row : instance.jobs)
    first = std::min(first, row[TaskColumn::submitted]);
  for (auto& row : instance.jobs)
    row[TaskColumn::submitted] -= first;
  std::stable_sort(instance.jobs.begin(), instance.jobs.end(), [](const Row& a, const Row& b) {
    return a[TaskColumn::submitted] < b[TaskColumn::submitted];
  });
}

std::optional<double> BagArena::value(std::size_t side, const Instance& instance) const {
  const auto jobs = tasks_of(instance);
  const auto speeds = speeds_of(instance);
  auto rows = players_.at(side)->play(jobs, speeds, seed_);
  if (rows.size() < jobs.size())
    return std::nullopt;
  return metric_.of(rows, speeds);
}

Settings BagArena::settings(const Instance& instance) const {
  std::string speeds;
  for (const auto speed : speeds_of(instance))
    speeds += (speeds.empty() ? "" : ",") + shortest(speed);
  return {{"platform.hosts", std::to_string(instance.machines.size())},
          {"platform.speeds", speeds},
          {"workload.reference_speed", shortest(unit_of_speed)}};
}

std::string BagArena::workload_text(const Instance& instance) const {
  std::string text;
  std::int64_t number = 0;
  for (const auto& row : instance.jobs)
    text += text_of(SwfJobLine{++number, row[TaskColumn::submitted], row[TaskColumn::run_time], 1, -1});
  return text;
}

std::string BagArena::words(const Instance& instance) const {
  std::string speeds;
  for (const auto& machine : instance.machines)
    speeds += (speeds.empty() ? "" : ", ") + std::to_string(machine.front());
  return std::to_string(instance.jobs.size()) + " tasks on machines of speed " + speeds;
}

MALHA_ARENA(
    "bags of tasks", architectures, [](const Side& side) { return !follows_plans(side); },
    make_arena<BagArena>, 20, "policy.planning")

} // namespace malha::duel

// SPDX-License-Identifier: MIT
#include "bag_arena.hpp"

#include "actors/broker/model/model.hpp"
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

/// The broker of a side. Throws InputError if it does not plan the ends of tasks.
const PlacedActor* broker_of(const Side& side) {
  const PlacedActor* found = nullptr;
  for (const auto& actor : side.plan.deployment.actors)
    if (actor.descriptor->name == "broker/broker")
      found = &actor;
  if (found->parameters.text("execution") != "planned")
    throw InputError("duel: " + side.name + " has execution=" + found->parameters.text("execution") +
                     ", and a duel tries instances without a simulation; valid: planned");
  return found;
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

/// Keeps the rows of tasks that have ended.
class EndedTasks : public BagListener {
public:
  std::vector<JobRow> rows;

private:
  void ended(const Task& task, const TaskAttempt& run) override {
    JobRow row;
    row.task = task;
    row.start = run.start;
    row.finish = run.end;
    rows.push_back(std::move(row));
  }
};

} // namespace

BagArena::BagArena(const std::vector<Side>& sides, const std::string& metric, const Bounds& bounds)
    : Arena(sides, metric, space_of_bags(bounds)), brokers_{broker_of(sides.at(0)), broker_of(sides.at(1))} {}

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
  const auto& choice = brokers_.at(side)->choices.at("");
  RandomStreams random(seed_, "broker/broker@host-0"); // as in a run
  const auto policy = choice.policy->make(choice.parameters, random);
  const auto jobs = tasks_of(instance);
  const auto speeds = speeds_of(instance);
  conformance::ListedJobs arrivals(jobs);
  broker::Model model(speeds, std::vector<const SpeedProfile*>(speeds.size()),
                      static_cast<broker::Assign&>(*policy), arrivals, {});
  EndedTasks ended;
  model.add(ended);
  while (!model.is_over() && model.next() < never)
    model.round(model.next());
  if (ended.rows.size() < jobs.size())
    return std::nullopt;
  return metric_.of(ended.rows, speeds);
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

} // namespace malha::duel

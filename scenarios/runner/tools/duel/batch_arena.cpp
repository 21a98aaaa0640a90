// SPDX-License-Identifier: MIT
#include "batch_arena.hpp"

#include "scenarios/runner/conformance/queue_run.hpp"
#include "swf_text.hpp"

#include <algorithm>

namespace malha::duel {
namespace {

/// The numbers of a job, by their places in its row.
struct JobColumn {
  enum : std::size_t { submitted, size, run_time, excess };
};

constexpr FlopsPerSecond speed_of_nodes = 1e9;

Space space_of(const Bounds& bounds) {
  const auto most_excess = (bounds.estimates - 1) * bounds.longest;
  return {{{{"submitted", 0, bounds.within, 0},
            {"nodes", 1, bounds.nodes, 1},
            {"run time", 1, bounds.longest, 1},
            {"excess of walltime", 0, most_excess, 0}},
           2,
           static_cast<std::size_t>(bounds.jobs)},
          {{{"nodes", 1, bounds.nodes, 1}}, 1, 1}};
}

/// The batch scheduler of a side. Throws InputError if it is not alone, or uses what its model lacks here.
const PlacedActor* scheduler_of(const Side& side) {
  static const Settings textbook{{"checkpoint", "cluster/no_checkpoints"},
                                 {"limits", "cluster/no_limits"},
                                 {"sleep", "cluster/always_on"},
                                 {"frequency", "cluster/full_speed"},
                                 {"release", "cluster/at_once"}};
  const PlacedActor* found = nullptr;
  for (const auto& actor : side.plan.deployment.actors)
    if (actor.descriptor->name == "cluster/scheduler")
      found = &actor;
  for (const auto& [slot, choice] : found->choices)
    if (const auto one = textbook.find(slot); one != textbook.end() && choice.policy->name != one->second)
      throw InputError("duel: " + side.name + " has policy." + slot + "=" + choice.policy->name +
                       ", and a duel tries instances without it; valid: " + one->second);
  for (const auto& parameter : {"accounts", "usage", "qos", "slurm_conf", "reservations"})
    if (found->parameters.all().count(parameter) > 0 && !found->parameters.text(parameter).empty())
      throw InputError("duel: " + side.name + " has " + parameter + "=" + found->parameters.text(parameter) +
                       ", and a duel tries instances without rules of a site; valid: no " + parameter);
  if (found->parameters.text("allocation") == "shared")
    throw InputError("duel: " + side.name +
                     " has allocation=shared, and a duel tries instances whose jobs share no node; valid: "
                     "node, core");
  return found;
}

std::vector<Job> jobs_of(const Instance& instance) {
  std::vector<Job> jobs;
  for (const auto& row : instance.jobs)
    jobs.push_back(conformance::rigid_job(
        static_cast<JobId>(jobs.size()), static_cast<Seconds>(row[JobColumn::submitted]),
        static_cast<int>(row[JobColumn::size]), static_cast<Seconds>(row[JobColumn::run_time]),
        static_cast<Seconds>(row[JobColumn::run_time] + row[JobColumn::excess])));
  return jobs;
}

/// A policy of a scheduler, such as its order of the queue; null if the slot has none, or the default one.
template <class Question>
std::unique_ptr<Question> made(const PlacedActor& scheduler, const std::string& slot, const char* none,
                               RandomStreams& random) {
  const auto choice = scheduler.choices.find(slot);
  if (choice == scheduler.choices.end() || choice->second.policy->name == none)
    return nullptr;
  auto policy = choice->second.policy->make(choice->second.parameters, random);
  return std::unique_ptr<Question>(static_cast<Question*>(policy.release()));
}

} // namespace

BatchArena::BatchArena(const std::vector<Side>& sides, const std::string& metric, const Bounds& bounds)
    : Arena(sides, metric, space_of(bounds)), schedulers_{scheduler_of(sides.at(0)),
                                                          scheduler_of(sides.at(1))},
      estimates_(bounds.estimates) {}

void BatchArena::settle(Instance& instance) const {
  const auto nodes = instance.machines.front().front();
  auto first = instance.jobs.front()[JobColumn::submitted];
  for (const auto& row : instance.jobs)
    first = std::min(first, row[JobColumn::submitted]);
  for (auto& row : instance.jobs) {
    row[JobColumn::submitted] -= first;
    row[JobColumn::size] = std::min(row[JobColumn::size], nodes);
    row[JobColumn::excess] = std::min(row[JobColumn::excess], (estimates_ - 1) * row[JobColumn::run_time]);
  }
  std::stable_sort(instance.jobs.begin(), instance.jobs.end(), [](const Row& a, const Row& b) {
    return a[JobColumn::submitted] < b[JobColumn::submitted];
  });
}

std::optional<double> BatchArena::value(std::size_t side, const Instance& instance) const {
  const auto& scheduler = *schedulers_.at(side);
  RandomStreams random(seed_, "cluster/scheduler@host-0"); // as in a run
  const auto policy = made<cluster::Queue>(scheduler, "", "", random);
  const auto priority = made<cluster::Priority>(scheduler, "priority", "cluster/no_priorities", random);
  const auto prediction =
      made<cluster::Prediction>(scheduler, "prediction", "cluster/no_predictions", random);
  const auto jobs = jobs_of(instance);
  conformance::QueueRun run(static_cast<int>(instance.machines.front().front()), *policy);
  run.priority = priority.get();
  run.prediction = prediction.get();
  std::vector<JobRow> rows;
  for (const auto& ran : run.run(jobs)) {
    if (ran.dropped)
      return std::nullopt;
    JobRow row;
    row.task = jobs[static_cast<std::size_t>(ran.id)].tasks.front();
    row.start = ran.start;
    row.finish = ran.finish;
    row.state = ran.killed ? FinalState::walltime_reached : FinalState::completed;
    rows.push_back(std::move(row));
  }
  if (rows.size() < jobs.size())
    return std::nullopt;
  return metric_.of(rows, {speed_of_nodes});
}

Settings BatchArena::settings(const Instance& instance) const {
  return {{"platform.hosts", std::to_string(instance.machines.front().front())},
          {"platform.speeds", shortest(speed_of_nodes)}};
}

std::string BatchArena::workload_text(const Instance& instance) const {
  std::string text;
  std::int64_t number = 0;
  for (const auto& row : instance.jobs)
    text += text_of(SwfJobLine{++number, row[JobColumn::submitted], row[JobColumn::run_time],
                               row[JobColumn::size], row[JobColumn::run_time] + row[JobColumn::excess]});
  return text;
}

std::string BatchArena::words(const Instance& instance) const {
  return std::to_string(instance.jobs.size()) + " jobs on " +
         std::to_string(instance.machines.front().front()) + " nodes";
}

} // namespace malha::duel

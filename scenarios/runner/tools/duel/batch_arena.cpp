// SPDX-License-Identifier: MIT
#include "batch_arena.hpp"

#include "arena_kind.hpp"
#include "plain_scheduler.hpp"
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

std::vector<Job> jobs_of(const Instance& instance) {
  std::vector<Job> jobs;
  for (const auto& row : instance.jobs)
    jobs.push_back(conformance::rigid_job(
        static_cast<JobId>(jobs.size()), static_cast<Seconds>(row[JobColumn::submitted]),
        static_cast<int>(row[JobColumn::size]), static_cast<Seconds>(row[JobColumn::run_time]),
        static_cast<Seconds>(row[JobColumn::run_time] + row[JobColumn::excess])));
  return jobs;
}

} // namespace

BatchArena::BatchArena(const std::vector<Side>& sides, const std::string& metric, const Bounds& bounds)
    : Arena(sides, metric, space_of(bounds)), schedulers_{&plain_scheduler(sides.at(0)),
                                                          &plain_scheduler(sides.at(1))},
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
  const auto policy = made_policy<cluster::Queue>(scheduler, "", random);
  const auto priority =
      made_policy<cluster::Priority>(scheduler, "priority", random, "cluster/no_priorities");
  const auto prediction =
      made_policy<cluster::Prediction>(scheduler, "prediction", random, "cluster/no_predictions");
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

MALHA_ARENA(
    "jobs of one cluster", [] { return std::vector<std::string>{"cluster/scheduler"}; }, plays_always,
    make_arena<BatchArena>, 10)

} // namespace malha::duel

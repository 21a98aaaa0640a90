// SPDX-License-Identifier: MIT
#include "pool_arena.hpp"

#include "actors/ownership/model/given_rules.hpp"
#include "arena_kind.hpp"
#include "scenarios/runner/conformance/queue_run.hpp"

#include <algorithm>

namespace malha::duel {
namespace {

/// The numbers of a task and of an owner, by their places in the row. Owner number i is user i + 1.
struct PoolTaskColumn {
  enum : std::size_t { submitted, run_time, user };
};
struct OwnerColumn {
  enum : std::size_t { machines, speed };
};

constexpr FlopsPerSecond unit_of_owned_speed = 1e9;

Space space_of_pools(const Bounds& bounds) {
  return {{{{"submitted", 0, bounds.within, 0},
            {"run time at speed 1", 1, bounds.longest, 1},
            {"user", 1, bounds.clusters, 1}},
           1,
           static_cast<std::size_t>(bounds.jobs)},
          {{{"machines", 1, bounds.nodes, 1}, {"speed", 1, bounds.speeds, 1}},
           1,
           static_cast<std::size_t>(bounds.clusters)}};
}

const PlacedActor* pool_of(const Side& side) {
  const auto* pool = only_actor(side, "ownership/pool");
  if (pool == nullptr || only_actor(side, "ownership/machine") == nullptr)
    throw InputError("duel: " + side.name +
                     " has not one actor ownership/pool and one ownership/machine; valid: one of each");
  if (pool->parameters.text("execution") != "planned")
    throw InputError("duel: " + side.name + " has execution=" + pool->parameters.text("execution") +
                     ", and a duel tries instances without a simulation; valid: planned");
  return pool;
}

std::string name_of_user(std::int64_t number) { return "user-" + std::to_string(number); }

std::vector<Job> tasks_of_users(const Instance& instance) {
  std::vector<Job> jobs;
  for (const auto& row : instance.jobs) {
    jobs.push_back(conformance::rigid_job(static_cast<JobId>(jobs.size()),
                                          static_cast<Seconds>(row[PoolTaskColumn::submitted]), 1,
                                          static_cast<Seconds>(row[PoolTaskColumn::run_time])));
    jobs.back().user = name_of_user(row[PoolTaskColumn::user]);
    auto& task = jobs.back().tasks.front();
    task.reference_speed = unit_of_owned_speed;
    task.work = task.length * unit_of_owned_speed;
  }
  return jobs;
}

std::vector<ownership::PoolMachine> machines_in(const Instance& instance) {
  std::vector<ownership::PoolMachine> machines;
  std::int64_t owner = 0;
  for (const auto& row : instance.machines) {
    const auto speed = static_cast<double>(row[OwnerColumn::speed]) * unit_of_owned_speed;
    machines.insert(machines.end(), static_cast<std::size_t>(row[OwnerColumn::machines]),
                    {speed, name_of_user(++owner)});
  }
  return machines;
}

/// Keeps the rows of tasks that have ended in a pool.
class EndedInPool : public ownership::Listener {
public:
  std::vector<JobRow> rows;

private:
  void ended(const ownership::PoolRun& run, Seconds end) override {
    JobRow row;
    row.task = run.ready.task;
    row.start = run.start;
    row.finish = end;
    rows.push_back(std::move(row));
  }
};

} // namespace

PoolArena::PoolArena(const std::vector<Side>& sides, const std::string& metric, const Bounds& bounds)
    : Arena(sides, metric, space_of_pools(bounds)), pools_{pool_of(sides.at(0)), pool_of(sides.at(1))} {}

/// Dates are from the first one on, and each user has given machines.
void PoolArena::settle(Instance& instance) const {
  const auto users = static_cast<std::int64_t>(instance.machines.size());
  auto first = instance.jobs.front()[PoolTaskColumn::submitted];
  for (const auto& row : instance.jobs)
    first = std::min(first, row[PoolTaskColumn::submitted]);
  for (auto& row : instance.jobs) {
    row[PoolTaskColumn::submitted] -= first;
    row[PoolTaskColumn::user] = std::min(row[PoolTaskColumn::user], users);
  }
  std::stable_sort(instance.jobs.begin(), instance.jobs.end(), [](const Row& a, const Row& b) {
    return a[PoolTaskColumn::submitted] < b[PoolTaskColumn::submitted];
  });
}

std::optional<double> PoolArena::value(std::size_t side, const Instance& instance) const {
  const auto& pool = *pools_.at(side);
  RandomStreams random(seed_, "ownership/pool@master"); // as in a run
  const auto preemption = made_policy<ownership::Preempt>(pool, "preemption", random);
  const auto negotiation = made_policy<ownership::Negotiate>(pool, "negotiation", random);
  const auto jobs = tasks_of_users(instance);
  const auto machines = machines_in(instance);
  conformance::ListedJobs arrivals(jobs);
  ownership::Model model(machines, std::vector<const SpeedProfile*>(machines.size()), *preemption,
                         *negotiation, arrivals, ownership::given_rules(pool.parameters));
  EndedInPool ended;
  model.add(ended);
  while (!model.is_over() && model.next() < never)
    model.round(model.next());
  if (ended.rows.size() < jobs.size())
    return std::nullopt;
  std::vector<FlopsPerSecond> speeds;
  for (const auto& machine : machines)
    speeds.push_back(machine.speed);
  return metric_.of(ended.rows, speeds);
}

Settings PoolArena::settings(const Instance& instance) const {
  std::string machines, speeds;
  for (const auto& row : instance.machines) {
    machines += (machines.empty() ? "" : ",") + std::to_string(row[OwnerColumn::machines]);
    speeds += (speeds.empty() ? "" : ",") +
              shortest(static_cast<double>(row[OwnerColumn::speed]) * unit_of_owned_speed);
  }
  return {{"platform.machines", machines},
          {"platform.speeds", speeds},
          {"workload.columns", "job:job,submit:submit,run:run,nodes:nodes,user:user"},
          {"workload.reference_speed", shortest(unit_of_owned_speed)}};
}

std::string PoolArena::workload_text(const Instance& instance) const {
  std::string text = "job,submit,run,nodes,user\n";
  std::int64_t number = 0;
  for (const auto& row : instance.jobs)
    text += std::to_string(++number) + "," + std::to_string(row[PoolTaskColumn::submitted]) + "," +
            std::to_string(row[PoolTaskColumn::run_time]) + ",1," + name_of_user(row[PoolTaskColumn::user]) +
            "\n";
  return text;
}

std::string PoolArena::words(const Instance& instance) const {
  std::string text = std::to_string(instance.jobs.size()) + " tasks on machines of";
  for (std::size_t i = 0; i < instance.machines.size(); ++i) {
    const auto& row = instance.machines[i];
    text += (i == 0 ? " " : ", ") + name_of_user(static_cast<std::int64_t>(i) + 1) + " (" +
            std::to_string(row[OwnerColumn::machines]) + " of speed " +
            std::to_string(row[OwnerColumn::speed]) + ")";
  }
  return text;
}

MALHA_ARENA(
    "tasks of users who own machines", [] { return std::vector<std::string>{"ownership/pool"}; },
    plays_always, make_arena<PoolArena>, 50)

} // namespace malha::duel

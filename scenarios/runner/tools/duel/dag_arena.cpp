// SPDX-License-Identifier: MIT
#include "dag_arena.hpp"

#include "actors/broker/model/model.hpp"
#include "actors/model/ready_tasks.hpp"
#include "arena_kind.hpp"
#include "policies/workflow/mean_transfer.hpp"
#include "scenarios/workload/files/matrix_workflow.hpp"
#include "scenarios/workload/files/workflow_job.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace malha::duel {
namespace {

/// The numbers of a task of a workflow, by their places in its row. A parent is so many rows before, 0: none.
struct DagColumn {
  enum : std::size_t { work, parent, data, other_parent, other_data };
};

constexpr FlopsPerSecond speed_of_hosts = 1e9; ///< the table of run times says how long tasks take
constexpr double unit_of_bandwidth = 1;        ///< in B/s

Space space_of_dags(const Bounds& bounds) {
  const auto farthest = bounds.jobs - 1;
  return {{{{"work", 1, bounds.longest, 1},
            {"parent", 0, farthest, 0},
            {"data", 0, bounds.longest, 0},
            {"parent 2", 0, farthest, 0},
            {"data 2", 0, bounds.longest, 0}},
           2,
           static_cast<std::size_t>(bounds.jobs)},
          {{{"speed", 1, bounds.speeds, 1}}, 1, static_cast<std::size_t>(bounds.nodes)}};
}

const PlacedActor* planning_broker_of(const Side& side) {
  const PlacedActor* found = nullptr;
  for (const auto& actor : side.plan.deployment.actors)
    if (actor.descriptor->name == "broker/broker")
      found = &actor;
  const std::map<std::string, std::vector<std::string>> known{{"execution", {"planned"}},
                                                              {"data", {"auto", "lazy", "eager"}},
                                                              {"transfers", {"auto", "estimated"}},
                                                              {"copies", {"kept"}},
                                                              {"queue", {"0"}},
                                                              {"asks", {"changes"}}};
  for (const auto& [key, valid] : known)
    if (const auto& value = found->parameters.text(key);
        std::find(valid.begin(), valid.end(), value) == valid.end())
      throw InputError("duel: " + side.name + " has " + key + "=" + value +
                       ", and a duel tries instances without a simulation; valid: " + listed(valid));
  return found;
}

std::string name_of_task(std::size_t task) { return "t" + std::to_string(task); }

/// The workflow in the JSON of this project, which simulations read.
nlohmann::json workflow_of(const Instance& instance) {
  nlohmann::json said{{"latency", 0}, {"bandwidth", unit_of_bandwidth}, {"edges", nlohmann::json::array()}};
  for (std::size_t host = 0; host < instance.machines.size(); ++host)
    said["hosts"].push_back("host-" + std::to_string(host));
  for (std::size_t task = 0; task < instance.jobs.size(); ++task) {
    const auto& row = instance.jobs[task];
    said["tasks"].push_back(name_of_task(task));
    auto times = nlohmann::json::array();
    for (const auto& machine : instance.machines)
      times.push_back(static_cast<double>(row[DagColumn::work]) / static_cast<double>(machine.front()));
    said["run_times"].push_back(times);
    for (const auto column : {DagColumn::parent, DagColumn::other_parent})
      if (row[column] > 0)
        said["edges"].push_back({{"from", name_of_task(task - static_cast<std::size_t>(row[column]))},
                                 {"to", name_of_task(task)},
                                 {"data", row[column + 1]}});
  }
  return said;
}

Job job_of_workflow(const Instance& instance, RandomStreams& random) {
  const Parameters parameters(parameters_of_jobs(), {});
  const WorkloadInput input{parameters, random, "", speed_of_hosts};
  const std::string where = "duel";
  auto job = job_of(matrix_workflow(where, workflow_of(instance)), JobTerms(input), where);
  for (auto& task : job.tasks)
    task.is_in_dag = !job.precedences.empty();
  return job;
}

/// One workflow, whose tasks arrive as they become ready.
class OneWorkflow : public Arrivals, public BagListener {
public:
  explicit OneWorkflow(Job job) : whole_(std::move(job)) {}

  std::vector<JobRow> rows; ///< of tasks that have ended

  Seconds next() override { return has_come_ ? ready_.next() : whole_.submitted; }
  Job take() override {
    if (has_come_)
      return ready_.take();
    has_come_ = true;
    return ready_.begin(whole_);
  }
  bool more() override { return !has_come_ || !ready_.empty(); }
  std::size_t held() const override { return ready_.held(); }
  void started(TaskId task, Seconds date) override { ready_.started(task, date); }
  void ended(TaskId task, Seconds date) override { ready_.ended(task, date); }
  std::optional<Job> failed(TaskId task, Seconds date) override { return ready_.failed(task, date); }

private:
  using BagListener::started;
  void ended(const Task& task, const TaskAttempt& run) override {
    JobRow row;
    row.task = task;
    row.start = run.start;
    row.finish = run.end;
    rows.push_back(std::move(row));
  }

  const Job whole_;
  bool has_come_ = false;
  ReadyTasks ready_;
};

} // namespace

bool follows_plans(const Side& side) {
  for (const auto& actor : side.plan.deployment.actors)
    if (const auto planning = actor.choices.find("planning"); planning != actor.choices.end())
      return planning->second.policy->name != "workflow/no_plan";
  return false;
}

DagArena::DagArena(const std::vector<Side>& sides, const std::string& metric, const Bounds& bounds)
    : Arena(sides, metric, space_of_dags(bounds)), brokers_{planning_broker_of(sides.at(0)),
                                                            planning_broker_of(sides.at(1))} {}

void DagArena::settle(Instance& instance) const {
  for (std::size_t task = 0; task < instance.jobs.size(); ++task) {
    auto& row = instance.jobs[task];
    for (const auto column : {DagColumn::parent, DagColumn::other_parent}) {
      if (row[column] > static_cast<std::int64_t>(task))
        row[column] = 0;
      if (row[column] == 0)
        row[column + 1] = 0;
    }
    if (row[DagColumn::parent] == row[DagColumn::other_parent])
      row[DagColumn::other_parent] = row[DagColumn::other_data] = 0;
  }
}

std::optional<double> DagArena::value(std::size_t side, const Instance& instance) const {
  const auto& broker = *brokers_.at(side);
  const auto& assigns = broker.choices.at("");
  const auto& plans = broker.choices.at("planning");
  RandomStreams random(seed_, "broker/broker@host-0"); // as in a run
  const auto policy = assigns.policy->make(assigns.parameters, random);
  const auto planner = plans.policy->make(plans.parameters, random);
  auto job = job_of_workflow(instance, random);
  if (job.precedences.empty())
    return std::nullopt; // no workflow
  const std::vector<FlopsPerSecond> speeds(instance.machines.size(), speed_of_hosts);
  broker::DagData dags(speeds, workflow::mean_transfer_of(broker.parameters), [&speeds] {
    return workflow::Network(static_cast<int>(speeds.size()), 0, unit_of_bandwidth);
  });
  broker::PlannedTasks planned(static_cast<workflow::Planner&>(*planner), dags, speeds.size());
  OneWorkflow arrivals(std::move(job));
  broker::Model model(speeds, std::vector<const SpeedProfile*>(speeds.size()),
                      static_cast<broker::Assign&>(*policy), arrivals, {});
  model.move_data(dags, planned,
                  broker.parameters.text("data") == "eager" ? broker::Sending::when_made
                                                            : broker::Sending::when_assigned);
  model.add(arrivals);
  while (!model.is_over() && model.next() < never)
    model.round(model.next());
  if (arrivals.rows.size() < instance.jobs.size())
    return std::nullopt;
  return metric_.of(arrivals.rows, speeds);
}

Settings DagArena::settings(const Instance& instance) const {
  return {{"platform.hosts", std::to_string(instance.machines.size())},
          {"platform.speeds", shortest(speed_of_hosts)},
          {"workload.reference_speed", shortest(speed_of_hosts)}};
}

std::string DagArena::workload_text(const Instance& instance) const {
  return workflow_of(instance).dump(2) + "\n";
}

/// Parents by their numbers.
std::string DagArena::number_text(const Row& row, std::size_t job, std::size_t column) const {
  const bool is_of_parent = column != DagColumn::work;
  const auto back = row[column <= DagColumn::data ? DagColumn::parent : DagColumn::other_parent];
  if (is_of_parent && back == 0)
    return "-";
  const bool is_parent = column == DagColumn::parent || column == DagColumn::other_parent;
  return std::to_string(is_parent ? static_cast<std::int64_t>(job) - back : row[column]);
}

std::string DagArena::words(const Instance& instance) const {
  std::string speeds;
  for (const auto& machine : instance.machines)
    speeds += (speeds.empty() ? "" : ", ") + std::to_string(machine.front());
  return "a workflow of " + std::to_string(instance.jobs.size()) + " tasks on machines of speed " + speeds;
}

MALHA_ARENA(
    "workflows", [] { return std::vector<std::string>{"broker/broker"}; }, follows_plans,
    make_arena<DagArena>, 30, "policy.planning")

} // namespace malha::duel

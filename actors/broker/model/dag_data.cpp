// SPDX-License-Identifier: MIT
#include "dag_data.hpp"

#include "actors/model/dag_graph.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/workflow/ranks.hpp"

#include <algorithm>

namespace malha::broker {
namespace {

std::optional<workflow::Network> network_of(const DagDetails* details, int resources,
                                            workflow::MeanTransfer mean) {
  if (details == nullptr || details->latencies.empty())
    return std::nullopt;
  const auto pairs = static_cast<std::size_t>(resources) * static_cast<std::size_t>(resources);
  const auto rows = [pairs](const std::vector<double>& values) {
    return values.size() == 1 ? std::vector<double>(pairs, values.front()) : values;
  };
  if (details->latencies.size() == 1 && details->bandwidths.size() == 1)
    return workflow::Network(resources, details->latencies.front(), details->bandwidths.front(), mean);
  return workflow::Network(resources, rows(details->latencies), rows(details->bandwidths), mean);
}

} // namespace

workflow::RunTimes DagData::run_times_of(const Job& dag) const {
  const std::size_t given = dag.details == nullptr ? 0 : dag.details->resources();
  if (given > 0 && given != speeds_.size())
    throw InputError("job " + std::to_string(dag.id) + " has run times for " + std::to_string(given) +
                     " resources, and the broker has " + std::to_string(speeds_.size()) +
                     "; valid: a platform with as many resources");
  if (given > 0)
    return {static_cast<int>(given), dag.details->run_times};
  std::vector<Flops> works;
  for (const auto& task : dag.tasks)
    works.push_back(task.work);
  return {std::move(works), speeds_};
}

void DagData::begin(const std::shared_ptr<const Job>& job) {
  const auto tasks = job->tasks.size();
  Dag dag{job,
          graph_with_data(*job),
          run_times_of(*job),
          network_of(job->details.get(), home(), mean_),
          {},
          std::vector<std::vector<int>>(tasks),
          std::vector<std::vector<int>>(tasks),
          std::vector<Seconds>(tasks, job->submitted),
          {},
          tasks};
  if (way_.through_home && dag.network &&
      job->details->latencies.size() + job->details->bandwidths.size() > 2)
    throw InputError("job " + std::to_string(job->id) +
                     " has a network between its hosts, which does not say how data get to the host of the "
                     "broker, and data=home sends them there; valid: one latency and one bandwidth for all");
  place_files(dag);
  if (may_lose())
    dag.states.resize(tasks);
  for (int task = 0; task < dag.graph.tasks(); ++task) {
    const auto level = static_cast<std::size_t>(dag.graph.level(task));
    dag.open_in_level.resize(std::max(dag.open_in_level.size(), level + 1));
    ++dag.open_in_level[level];
  }
  dags_.emplace(job->tasks.front().id, std::move(dag));
}

void DagData::place_files(Dag& dag) const {
  if (dag.job->details == nullptr)
    return;
  for (const auto& file : dag.job->details->files) {
    const int number = static_cast<int>(dag.files.size());
    dag.files.push_back({file.size, {}});
    dag.files.back().readers = static_cast<int>(file.consumers.size());
    if (file.producers.empty())
      dag.files.back().made.push_back({home(), dag.job->submitted});
    for (const TaskId task : file.producers)
      dag.outputs[static_cast<std::size_t>(task)].push_back(number);
    for (const TaskId task : file.consumers)
      dag.inputs[static_cast<std::size_t>(task)].push_back(number);
  }
}

const workflow::Network& DagData::network(TaskId task) const {
  const Dag& of = dag(task);
  if (of.network)
    return *of.network;
  if (!network_)
    network_.emplace(make_network_());
  return *network_;
}

/// A network that the source of a DAG describes does not have the home, from where data come at once then.
Seconds DagData::transfer(const Dag& of, Bytes size, int from, int to) const {
  return of.network && from == home() && !way_.through_home
             ? 0
             : network(of.job->tasks.front().id).time(size, from, to);
}

Seconds DagData::inputs_at(const Task& task, int resource, Seconds now, Sending sending) const {
  const Dag& of = dag(task.id);
  Seconds there = now;
  if (of.is_fetched(place(of, task), resource))
    return there;
  for (const int number : of.inputs[place(of, task)]) {
    const File& file = of.files[static_cast<std::size_t>(number)];
    there = std::max(there, arrival(of, file, resource, now, sending));
  }
  return there;
}

Seconds DagData::arrival(const Dag& of, const File& file, int resource, Seconds now, Sending sending) const {
  if (const auto copy = file.copies.find(resource); way_.keeps_copies && copy != file.copies.end())
    return copy->second.date;
  Seconds there = now;
  for (const auto& made : file.made) {
    const Seconds leaves = sending == Sending::when_made ? made.date : now;
    there = std::max(there, way_.through_home
                                ? std::max(leaves, made.date + transfer(of, file.size, made.place, home())) +
                                      transfer(of, file.size, home(), resource)
                                : leaves + transfer(of, file.size, made.place, resource));
  }
  return there;
}

std::vector<DagData::Missing> DagData::missing(const Task& task, int resource) const {
  const Dag& of = dag(task.id);
  std::vector<Missing> all;
  if (of.is_fetched(place(of, task), resource))
    return all;
  for (const int number : of.inputs[place(of, task)]) {
    const File& file = of.files[static_cast<std::size_t>(number)];
    if (file.size > 0 && !(way_.keeps_copies && file.copies.count(resource) > 0))
      for (const auto& made : file.made)
        if (made.place != resource || !way_.keeps_copies)
          all.push_back({made.place, file.size});
  }
  return all;
}

void DagData::ready(const Job& part, Seconds date) {
  Dag& of = dag(part.tasks.front().id);
  for (const auto& task : part.tasks) {
    of.ready_since[place(of, task)] = date;
    if (may_lose())
      release(of, static_cast<int>(place(of, task)));
  }
}

void DagData::started(const Task& task, int resource, Seconds now, Sending sending, Seconds start) {
  Dag& of = dag(task.id);
  for (const int number : of.inputs[place(of, task)]) {
    File& file = of.files[static_cast<std::size_t>(number)];
    if (!may_lose())
      file.copies.emplace(resource, Copy{start});
    else if (file.copies.count(resource) == 0)
      put(of, number, resource, {arrival(of, file, resource, now, sending), !are_reported_});
  }
}

void DagData::fetched(const Task& task, int resource, Seconds there) {
  Dag& of = dag(task.id);
  for (const int file : of.inputs[place(of, task)])
    of.files[static_cast<std::size_t>(file)].copies.emplace(resource, Copy{there});
  of.fetched[place(of, task)] = resource;
}

std::vector<Task> DagData::ended(const Task& task, int resource, Seconds end) {
  std::vector<Task> ready;
  const auto found = std::prev(dags_.upper_bound(task.id));
  Dag& of = found->second;
  const bool is_again = runs_again(task);
  for (const int number : of.outputs[place(of, task)]) {
    File& file = of.files[static_cast<std::size_t>(number)];
    const Made made{resource, end, static_cast<int>(place(of, task))};
    if (is_again)
      make_again(of, number, made, ready);
    else
      file.made.push_back(made);
    if (of.job->details->files[static_cast<std::size_t>(number)].producers.size() == 1)
      put(of, number, resource, {end}); // otherwise readers need what each of its producers made
    else if (may_lose() && file.size > 0)
      of.files_on[resource].push_back(number);
  }
  if (may_lose()) {
    of.states[place(of, task)] = {Stage::ended, true};
    for (const int number : of.inputs[place(of, task)])
      --of.files[static_cast<std::size_t>(number)].readers;
  }
  --of.open_in_level[static_cast<std::size_t>(level(task))];
  if (--of.left == 0)
    dags_.erase(found);
  return ready;
}

Seconds DagData::run_time(const Task& task, int resource) const {
  const Dag& of = dag(task.id);
  return of.job->details != nullptr && of.job->details->resources() > 0
             ? of.run_times.of(static_cast<int>(place(of, task)), resource)
             : malha::run_time(task, speeds_[static_cast<std::size_t>(resource)]);
}

Seconds DagData::ready_since(const Task& task) const {
  const Dag& of = dag(task.id);
  return of.ready_since[place(of, task)];
}

double DagData::rank(const Task& task) const {
  const Dag& of = dag(task.id);
  if (of.ranks.empty())
    of.ranks = workflow::upward_ranks({of.graph, of.run_times, network(task.id), 0, {}});
  return of.ranks[place(of, task)];
}

int DagData::level(const Task& task) const {
  const Dag& of = dag(task.id);
  return of.graph.level(static_cast<int>(place(of, task)));
}

int DagData::lowest_level(const Task& task) const {
  const auto& open = dag(task.id).open_in_level;
  return static_cast<int>(std::find_if(open.begin(), open.end(), [](int tasks) { return tasks > 0; }) -
                          open.begin());
}

} // namespace malha::broker

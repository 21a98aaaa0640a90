// SPDX-License-Identifier: MIT
// What failures of resources do to the files of DAGs. Each change costs a constant time for each task that
// makes or reads a file that is touched.
#include "dag_data.hpp"

#include <algorithm>

namespace malha::broker {
namespace {

std::size_t index(int number) { return static_cast<std::size_t>(number); }

} // namespace

/// Whether all that its producers made can be fetched somewhere.
bool DagData::is_whole(const Dag& dag, int number) const {
  const auto& made = dag.files[index(number)].made;
  const auto producers = dag.job->details->files[index(number)].producers.size();
  return made.size() >= producers &&
         std::none_of(made.begin(), made.end(), [](const Made& one) { return one.is_away; });
}

/// All parents of the task have ended, at least once.
void DagData::release(Dag& dag, int task) {
  State& state = dag.states[index(task)];
  state.stage = Stage::released;
  const auto& inputs = dag.inputs[index(task)];
  state.away = static_cast<int>(
      std::count_if(inputs.begin(), inputs.end(), [&](int file) { return !is_whole(dag, file); }));
  held_ += state.away > 0;
}

void DagData::put(Dag& dag, int number, int resource, const Copy& copy) {
  File& file = dag.files[index(number)];
  const bool is_new = file.copies.insert_or_assign(resource, copy).second;
  if (is_new && may_lose() && file.size > 0)
    dag.files_on[resource].push_back(number);
}

DagData::Loss DagData::lost(int resource, Seconds failed, Seconds now) {
  Loss loss;
  down_.insert(resource);
  for (auto& [first, dag] : dags_) {
    const auto on = dag.files_on.find(resource);
    if (on == dag.files_on.end())
      continue;
    const auto files = on->second;
    for (const int file : files)
      lose(dag, file, resource, {failed, now}, loss);
    if (losses_ == LostFiles::recompute) {
      dag.files_on.erase(on);
      run_again(dag, files, now, loss);
    }
  }
  std::sort(loss.held.begin(), loss.held.end());
  std::sort(loss.again.begin(), loss.again.end(), [](const Task& a, const Task& b) { return a.id < b.id; });
  return loss;
}

/// A copy that came before its place became the one from which the file is fetched came from elsewhere.
bool DagData::has_come(const Copy& copy, Seconds failed, Seconds place_since) {
  return copy.is_there && copy.date <= std::max(failed, place_since);
}

void DagData::lose(Dag& dag, int number, int resource, const Failure& failure, Loss& loss) {
  File& file = dag.files[index(number)];
  const bool was_whole = is_whole(dag, number);
  if (const auto copy = file.copies.find(resource);
      copy != file.copies.end() &&
      (losses_ == LostFiles::recompute || !has_come(copy->second, failure.date, 0)))
    file.copies.erase(copy);
  for (auto& made : file.made) {
    if (made.place != resource || made.is_away)
      continue;
    for (auto copy = file.copies.begin(); copy != file.copies.end();) // what was on its way does not come
      copy = has_come(copy->second, failure.date, made.since) ? std::next(copy) : file.copies.erase(copy);
    const auto other = std::find_if(file.copies.begin(), file.copies.end(),
                                    [this](const auto& copy) { return down_.count(copy.first) == 0; });
    made.is_away = other == file.copies.end();
    if (!made.is_away) {
      made.place = other->first;
      made.since = failure.known;
    }
  }
  if (!was_whole || is_whole(dag, number))
    return;
  for (const TaskId reader : dag.job->details->files[index(number)].consumers) {
    State& state = dag.states[static_cast<std::size_t>(reader)];
    if (state.stage == Stage::released && ++state.away == 1) {
      ++held_;
      loss.held.push_back(dag.job->tasks[static_cast<std::size_t>(reader)].id);
    }
  }
}

/// Tasks that made lost files run again if somebody still reads them, and so do their ancestors.
void DagData::run_again(Dag& dag, const std::vector<int>& files, Seconds now, Loss& loss) {
  std::vector<int> again;
  const auto need = [&](int number) {
    for (const auto& made : dag.files[index(number)].made)
      if (made.is_away && dag.states[index(made.producer)].stage == Stage::ended) {
        dag.states[index(made.producer)].stage = Stage::released;
        again.push_back(made.producer);
      }
  };
  for (const int file : files)
    if (dag.files[index(file)].readers > 0)
      need(file);
  for (std::size_t next = 0; next < again.size(); ++next) {
    const int task = again[next];
    release(dag, task);
    for (const int file : dag.inputs[index(task)]) {
      ++dag.files[index(file)].readers;
      need(file);
    }
    ++dag.left;
    ++dag.open_in_level[index(dag.graph.level(task))];
    dag.ready_since[index(task)] = now;
    if (dag.states[index(task)].away == 0)
      loss.again.push_back(dag.job->tasks[index(task)]);
  }
}

void DagData::make_again(Dag& dag, int number, const Made& made, std::vector<Task>& ready) {
  for (auto& one : dag.files[index(number)].made)
    if (one.producer == made.producer && one.is_away) {
      one = made;
      give_back(dag, number, ready);
    }
}

/// The readers of a file that is whole again need not wait for it.
void DagData::give_back(Dag& dag, int number, std::vector<Task>& ready) {
  if (!is_whole(dag, number))
    return;
  for (const TaskId reader : dag.job->details->files[index(number)].consumers) {
    State& state = dag.states[static_cast<std::size_t>(reader)];
    if (state.stage == Stage::released && --state.away == 0) {
      --held_;
      ready.push_back(dag.job->tasks[static_cast<std::size_t>(reader)]);
    }
  }
}

std::vector<Task> DagData::returned(int resource) {
  std::vector<Task> ready;
  down_.erase(resource);
  if (losses_ != LostFiles::survive)
    return ready;
  for (auto& [first, dag] : dags_)
    if (const auto on = dag.files_on.find(resource); on != dag.files_on.end())
      for (const int number : on->second) {
        File& file = dag.files[index(number)];
        const bool was_whole = is_whole(dag, number);
        for (auto& made : file.made)
          if (made.is_away && (made.place == resource || file.copies.count(resource) > 0)) {
            made.is_away = false;
            made.place = resource;
          }
        if (!was_whole)
          give_back(dag, number, ready);
      }
  return ready;
}

bool DagData::fetches_in_vain(const Task& task, int resource,
                              const std::function<std::optional<Seconds>(int)>& failed) const {
  const Dag& of = dag(task.id);
  for (const int number : of.inputs[place(of, task)]) {
    const File& file = of.files[index(number)];
    const auto copy = file.copies.find(resource);
    if (file.size == 0 || copy == file.copies.end())
      continue;
    for (const auto& made : file.made)
      if (made.place != resource && made.place != home())
        if (const auto date = failed(made.place); date && !has_come(copy->second, *date, made.since))
          return true;
  }
  return false;
}

void DagData::came(const Task& task, int resource, Seconds date) {
  Dag& of = dag(task.id);
  for (const int number : of.inputs[place(of, task)])
    if (auto& copies = of.files[index(number)].copies;
        copies.count(resource) > 0 && !copies[resource].is_there)
      copies[resource] = {date, true};
}

void DagData::left(const Task& task, int resource) {
  Dag& of = dag(task.id);
  for (const int number : of.inputs[place(of, task)]) {
    auto& copies = of.files[index(number)].copies;
    if (const auto copy = copies.find(resource); copy != copies.end() && !copy->second.is_there)
      copies.erase(copy);
  }
}

bool DagData::is_held(const Task& task) const {
  const Dag& of = dag(task.id);
  return may_lose() && of.states[place(of, task)].away > 0;
}

bool DagData::runs_again(const Task& task) const {
  const Dag& of = dag(task.id);
  return may_lose() && of.states[place(of, task)].has_ended;
}

} // namespace malha::broker

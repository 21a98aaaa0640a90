// SPDX-License-Identifier: MIT
#pragma once
#include "policies/broker/dag_times.hpp"
#include "policies/workflow/costs.hpp"
#include "policies/workflow/graph.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace malha::broker {

/// When the data of a DAG leave for the resource that reads them, if they go from resource to resource.
enum class Sending {
  when_assigned, ///< the reader fetches them when it gets its task ("lazy")
  when_made      ///< they leave at the end of the task that made them ("eager"); only plans know the reader
};

/// The way of files from who makes them to who reads them.
struct DataWay {
  bool through_home = false; ///< who makes a file sends it to the home at once; readers fetch it there
  bool keeps_copies = true;  ///< what a resource has read or made it keeps; or each task fetches all it reads
};

/// What becomes of the files on a resource when it fails.
enum class LostFiles {
  recompute, ///< they are gone: tasks whose files are still needed run again
  survive    ///< they are on a disk, and can be read again when the resource is back
};

/// The DAGs of a broker: where their data lie, how long transfers take, and how long tasks run. Transfers do
/// not slow each other. Data that no task makes lie at the home of the broker. Files of 0 B are precedences
/// alone: they are nowhere, and are not lost.
class DagData : public DagTimes {
public:
  /// `network` makes the network between the resources, by number, with the home as the last one. It is
  /// called for the first DAG that brings no network of its own. `mean`: how those that bring one take the
  /// mean time of a transfer.
  DagData(std::vector<FlopsPerSecond> speeds, workflow::MeanTransfer mean,
          std::function<workflow::Network()> network)
      : speeds_(std::move(speeds)), mean_(mean), make_network_(std::move(network)) {}

  /// Sets the way of files. The default is from resource to resource, with copies that are kept.
  void set(const DataWay& way) { way_ = way; }

  /// A DAG was submitted. Throws InputError if it brings run times for another number of resources, or a
  /// network that does not say how data get home, where they go.
  void begin(const std::shared_ptr<const Job>& dag);
  /// Its tasks became ready.
  void ready(const Job& part, Seconds date);
  /// The task has got the resource, where it begins at that date.
  void started(const Task& task, int resource, Seconds now, Sending sending, Seconds start);
  /// The task waits for the resource, which has its inputs, or fetches them until that date. No files may be
  /// lost.
  void fetched(const Task& task, int resource, Seconds there);
  /// Returns the tasks that waited for what it made again, and are ready now.
  std::vector<Task> ended(const Task& task, int resource, Seconds end);

  /// From now on resources may fail. `are_reported`: what a task fetches is there once `came` says so;
  /// otherwise at the date that follows from the network. Files are fetched from the place where they were
  /// made, or when that is lost, from the lowest resource that has them. Call it before the first DAG begins.
  void may_lose(LostFiles rule, bool are_reported) {
    losses_ = rule;
    are_reported_ = are_reported;
  }
  bool may_lose() const { return losses_.has_value(); }
  /// What a failure changes for tasks whose parents have all ended, each in the order of ids.
  struct Loss {
    std::vector<TaskId> held; ///< they were ready, and wait for files now
    std::vector<Task> again;  ///< they have ended, and must run again; they are ready
  };
  /// It is known at the date `now` that the resource has failed.
  Loss lost(int resource, Seconds failed, Seconds now);
  /// It is known that the resource is back. Returns the tasks that waited for its files, and are ready now.
  std::vector<Task> returned(int resource);
  /// Whether the task, which has the resource, fetches something from a place that fails before it comes.
  /// `failed` tells the date at which a place failed, if it is down.
  bool fetches_in_vain(const Task& task, int resource,
                       const std::function<std::optional<Seconds>(int)>& failed) const;
  /// Whether it fetches anything.
  bool fetches(const Task& task, int resource) const { return !missing(task, resource).empty(); }
  /// All that the task fetches is on the resource since that date.
  void came(const Task& task, int resource, Seconds date);
  /// The task left the resource before its end: the rest does not come, unless the network tells the dates.
  void left(const Task& task, int resource);
  /// Whether a task whose parents have all ended waits for files that failures took away.
  bool is_held(const Task& task) const;
  /// Whether the task has ended before, and runs again.
  bool runs_again(const Task& task) const;
  /// The number of tasks that are held.
  std::size_t held() const { return held_; }

  /// The date at which the resource has all inputs of the task, if it gets the task now.
  Seconds inputs_at(const Task& task, int resource, Seconds now, Sending sending) const;

  /// Inputs of a task that a resource does not have.
  struct Missing {
    int from; ///< resource, or the number behind the last one: the home
    Bytes size;
  };
  std::vector<Missing> missing(const Task& task, int resource) const;

  Seconds wait(const Task& task, int resource, Seconds now) const override {
    return inputs_at(task, resource, now, Sending::when_assigned) - now;
  }
  Seconds data_at(const Task& task, int resource) const override {
    return inputs_at(task, resource, 0, Sending::when_made);
  }
  Seconds run_time(const Task& task, int resource) const override;
  Seconds ready_since(const Task& task) const override;
  double rank(const Task& task) const override;
  int level(const Task& task) const override;
  int lowest_level(const Task& task) const override;

  /// The DAG of a task as planners see it.
  const workflow::Graph& graph(TaskId task) const { return dag(task).graph; }
  const workflow::RunTimes& run_times(TaskId task) const { return dag(task).run_times; }
  const workflow::Network& network(TaskId task) const;

private:
  struct Made {
    int place; ///< from which it is fetched
    Seconds date;
    int producer = -1;    ///< its task; -1: none
    bool is_away = false; ///< it is lost, or its place is down
    Seconds since = 0;    ///< the place is that of a copy since that date; 0: it was made there
  };
  struct Copy {
    Seconds date;         ///< from which on it is there
    bool is_there = true; ///< otherwise the date is an estimate
  };
  struct File {
    Bytes size;
    std::vector<Made> made;          ///< by each of its producers that has ended
    std::map<int, Copy> copies = {}; ///< by resource
    int readers = 0;                 ///< tasks that read it and have not ended; only if files may be lost
  };
  enum class Stage { waits_for_parents, released, ended };
  struct Failure {
    Seconds date, known; ///< known: when the broker knows of it
  };
  /// What becomes of a task where files may be lost.
  struct State {
    Stage stage = Stage::waits_for_parents;
    bool has_ended = false; ///< once, at least
    int away = 0;           ///< of a released task: files that it reads and nobody has
  };
  struct Dag {
    std::shared_ptr<const Job> job;
    workflow::Graph graph; ///< with the data between tasks
    workflow::RunTimes run_times;
    std::optional<workflow::Network> network; ///< of its source
    std::vector<File> files;
    std::vector<std::vector<int>> inputs, outputs; ///< files, by task
    std::vector<Seconds> ready_since;
    std::vector<int> open_in_level;                ///< tasks of each level that have not ended
    std::size_t left;                              ///< tasks that have not ended
    mutable std::vector<double> ranks = {};        ///< once asked for
    std::map<std::size_t, int> fetched = {};       ///< by task that waits for a resource: that resource
    std::vector<State> states = {};                ///< by task; only if files may be lost, like the next one
    std::map<int, std::vector<int>> files_on = {}; ///< by resource; it may have lost some since

    bool is_fetched(std::size_t task, int resource) const {
      const auto found = fetched.find(task);
      return found != fetched.end() && found->second == resource;
    }
  };

  int home() const { return static_cast<int>(speeds_.size()); }
  const Dag& dag(TaskId task) const { return std::prev(dags_.upper_bound(task))->second; }
  Dag& dag(TaskId task) { return std::prev(dags_.upper_bound(task))->second; }
  static std::size_t place(const Dag& dag, const Task& task) {
    return static_cast<std::size_t>(task.id - dag.job->tasks.front().id);
  }
  workflow::RunTimes run_times_of(const Job& dag) const;
  void place_files(Dag& dag) const;
  Seconds transfer(const Dag& dag, Bytes size, int from, int to) const;
  Seconds arrival(const Dag& dag, const File& file, int resource, Seconds now, Sending sending) const;
  void put(Dag& dag, int file, int resource, const Copy& copy);
  void make_again(Dag& dag, int file, const Made& made, std::vector<Task>& ready);
  void lose(Dag& dag, int file, int resource, const Failure& failure, Loss& loss);
  void run_again(Dag& dag, const std::vector<int>& files, Seconds now, Loss& loss);
  static bool has_come(const Copy& copy, Seconds failed, Seconds place_since);
  void give_back(Dag& dag, int file, std::vector<Task>& ready);
  void release(Dag& dag, int task);
  bool is_whole(const Dag& dag, int file) const;

  const std::vector<FlopsPerSecond> speeds_;
  const workflow::MeanTransfer mean_;
  const std::function<workflow::Network()> make_network_;
  DataWay way_;
  mutable std::optional<workflow::Network> network_; ///< of the platform
  std::map<TaskId, Dag> dags_;                       ///< by first task
  std::optional<LostFiles> losses_ = {};
  bool are_reported_ = false;
  std::set<int> down_ = {}; ///< resources that are known to be down
  std::size_t held_ = 0;
};

} // namespace malha::broker

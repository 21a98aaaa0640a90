// SPDX-License-Identifier: MIT
#pragma once
#include "policies/broker/dag_times.hpp"
#include "policies/workflow/costs.hpp"
#include "policies/workflow/graph.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>

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

/// The DAGs of a broker: where their data lie, how long transfers take, and how long tasks run. Transfers do
/// not slow each other. Data that no task makes lie at the home of the broker.
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
  void started(const Task& task, int resource, Seconds start);
  /// The task waits for the resource, which has its inputs, or fetches them until that date.
  void fetched(const Task& task, int resource, Seconds there);
  void ended(const Task& task, int resource, Seconds end);

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
    int place;
    Seconds date;
  };
  struct File {
    Bytes size;
    std::vector<Made> made;             ///< by each of its producers that has ended
    std::map<int, Seconds> copies = {}; ///< by resource: the date from which on it is there
  };
  struct Dag {
    std::shared_ptr<const Job> job;
    workflow::Graph graph; ///< with the data between tasks
    workflow::RunTimes run_times;
    std::optional<workflow::Network> network; ///< of its source
    std::vector<File> files;
    std::vector<std::vector<int>> inputs, outputs; ///< files, by task
    std::vector<Seconds> ready_since;
    std::vector<int> open_in_level;          ///< tasks of each level that have not ended
    std::size_t left;                        ///< tasks that have not ended
    mutable std::vector<double> ranks = {};  ///< once asked for
    std::map<std::size_t, int> fetched = {}; ///< by task that waits for a resource: that resource

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

  const std::vector<FlopsPerSecond> speeds_;
  const workflow::MeanTransfer mean_;
  const std::function<workflow::Network()> make_network_;
  DataWay way_;
  mutable std::optional<workflow::Network> network_; ///< of the platform
  std::map<TaskId, Dag> dags_;                       ///< by first task
};

} // namespace malha::broker

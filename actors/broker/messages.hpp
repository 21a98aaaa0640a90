// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/bag_listener.hpp"
#include "actors/model/message.hpp"
#include "actors/runtime/simgrid/task_runner.hpp"

#include <memory>
#include <variant>

namespace malha::broker {

/// Broker to worker: run the task.
struct StartTask {
  MALHA_MESSAGE("start", description + task.input);
  CopyNumber copy;
  Task task;
  Bytes description;               ///< of the task, without its input
  std::vector<Fetch> fetches = {}; ///< inputs of a task of a DAG that lie on other hosts
  /// The messages of the broker carry the data of DAGs, so that they are counted with them.
  bool counts_data = false;
};
/// Broker to worker: cancel the copy.
struct CancelTask {
  MALHA_MESSAGE("cancel", 1);
  CopyNumber copy;
};
/// Broker to worker: fetch the inputs of a task that waits for its resource.
struct FetchData {
  MALHA_MESSAGE("fetch", 1);
  TaskId task;
  std::vector<Fetch> fetches;
};
using WorkerMessage = std::variant<StartTask, CancelTask, FetchData>;

/// Worker to broker: all that the copy fetches has come at that date. It is only sent where hosts may fail.
struct DataCame {
  MALHA_MESSAGE("data_came", 1);
  CopyNumber copy;
  int resource;
  Seconds date;
};

/// Worker to broker: the copy has ended; its result.
struct TaskEnded {
  MALHA_MESSAGE("result", result);
  CopyNumber copy;
  int resource;
  Seconds start, end;
  Bytes result;
  std::shared_ptr<const void> row; ///< given by the recorder for the row that it expects
};

/// Worker to broker: the inputs of a task that waits for the resource are there.
struct InputsCame {
  MALHA_MESSAGE("inputs_came", 1);
  TaskId task;
  int resource;
  Seconds date;
};

/// Broker to itself: the clock of the simulation has gone on.
struct StepTaken {
  MALHA_MESSAGE("step", 0);
};

} // namespace malha::broker

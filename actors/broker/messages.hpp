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
};
/// Broker to worker: cancel the copy.
struct CancelTask {
  MALHA_MESSAGE("cancel", 1);
  CopyNumber copy;
};
using WorkerMessage = std::variant<StartTask, CancelTask>;

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

} // namespace malha::broker

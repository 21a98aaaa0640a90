// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/bag_listener.hpp"

#include <memory>
#include <variant>

namespace malha::broker {

/// Broker to worker: run the task.
struct StartTask {
  static constexpr const char* kind = "start";
  CopyNumber copy;
  Task task;
  Bytes description; ///< of the task, without its input
  Bytes size() const { return description + task.input; }
};
/// Broker to worker: cancel the copy.
struct CancelTask {
  static constexpr const char* kind = "cancel";
  CopyNumber copy;
  Bytes size() const { return 1; }
};
using WorkerMessage = std::variant<StartTask, CancelTask>;

/// Worker to broker: the copy has ended; its result.
struct TaskEnded {
  static constexpr const char* kind = "result";
  CopyNumber copy;
  int resource;
  Seconds start, end;
  Bytes result;
  std::shared_ptr<const void> row; ///< given by the recorder for the row that it expects
  Bytes size() const { return result; }
};

} // namespace malha::broker

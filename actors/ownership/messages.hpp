// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/pool_book.hpp"

#include <memory>
#include <variant>

namespace malha::ownership {

/// Pool to machine: run what is left of the task, from its image if there is one (OSEP, M8).
struct StartTask {
  static constexpr const char* kind = "start";
  CopyNumber run;
  Task rest;
  Bytes description; ///< of the task, besides its input
  Bytes image;
  Bytes size() const { return description + rest.input + image; }
};
/// Pool to machine: stop the run, and send its image if tasks keep their work (OSEP, M5).
struct StopTask {
  static constexpr const char* kind = "stop";
  CopyNumber run;
  Bytes description;
  Bytes size() const { return description; }
};
using MachineMessage = std::variant<StartTask, StopTask>;

/// Machine to pool: the run has ended its task, and this is the result (OSEP, M9).
struct TaskEnded {
  static constexpr const char* kind = "result";
  CopyNumber run;
  int machine;
  Seconds start, end;
  Bytes result;
  std::shared_ptr<const void> row; ///< expected by the recorder
  Bytes size() const { return result; }
};
/// Machine to pool: the run has stopped, and this is the image (OSEP, M6).
struct TaskStopped {
  static constexpr const char* kind = "image";
  CopyNumber run;
  int machine;
  Seconds end; ///< of writing the image
  Seconds ran; ///< time for which it computed at the full speed of the machine
  Bytes image;
  Bytes size() const { return image; }
};

} // namespace malha::ownership

// SPDX-License-Identifier: MIT
#pragma once
#include "actors/ownership/model/book.hpp"

#include <memory>
#include <variant>

namespace malha::ownership {

/// Pool to machine: run the rest of the task, from its image if there is one (OSEP, M8).
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
/// Pool to machine, after a recovery of the pool's host: what happened to the run?
struct AskRun {
  static constexpr const char* kind = "ask";
  CopyNumber run;
  Seconds start;    ///< as the pool knows it
  bool is_stopping; ///< it must stop if it still runs
  Bytes size() const { return 2 * 8 + 1; }
};
using MachineMessage = std::variant<StartTask, StopTask, AskRun>;

/// Machine to pool: the run has ended its task; the result (OSEP, M9).
struct TaskEnded {
  static constexpr const char* kind = "result";
  CopyNumber run;
  int machine;
  Seconds start, end;
  Bytes result;
  std::shared_ptr<const void> row; ///< expected by the recorder
  Bytes size() const { return result; }
};
/// Machine to pool: the run has stopped; the image (OSEP, M6).
struct TaskStopped {
  static constexpr const char* kind = "image";
  CopyNumber run;
  int machine;
  Seconds end; ///< of writing the image
  Seconds ran; ///< computing time, at the full speed of the machine
  Bytes image;
  Bytes size() const { return image; }
};

/// Machine to pool, as an answer: the machine does not run it, and has no result of it.
struct RunGivenUp {
  static constexpr const char* kind = "given_up";
  CopyNumber run;
  int machine;
  Seconds end; ///< date at which it was given up
  Bytes size() const { return 3 * 8; }
};

} // namespace malha::ownership

// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/message.hpp"
#include "actors/ownership/model/book.hpp"

#include <memory>
#include <variant>

namespace malha::ownership {

/// Pool to machine: run the rest of the task, from its image if there is one (OSEP, M8).
struct StartTask {
  MALHA_MESSAGE("start", description + rest.input + image);
  CopyNumber run;
  Task rest;
  Bytes description; ///< of the task, besides its input
  Bytes image;
};
/// Pool to machine: stop the run, and send its image if tasks keep their work (OSEP, M5).
struct StopTask {
  MALHA_MESSAGE("stop", description);
  CopyNumber run;
  Bytes description;
};
/// Pool to machine, after a recovery of the pool's host: what happened to the run?
struct AskRun {
  MALHA_MESSAGE("ask", 2 * 8 + 1);
  CopyNumber run;
  Seconds start;    ///< as the pool knows it
  bool is_stopping; ///< it must stop if it still runs
};
using MachineMessage = std::variant<StartTask, StopTask, AskRun>;

/// Machine to pool: the run has ended its task; the result (OSEP, M9).
struct TaskEnded {
  MALHA_MESSAGE("result", result);
  CopyNumber run;
  int machine;
  Seconds start, end;
  Bytes result;
  std::shared_ptr<const void> row; ///< expected by the recorder
};
/// Machine to pool: the run has stopped; the image (OSEP, M6).
struct TaskStopped {
  MALHA_MESSAGE("image", image);
  CopyNumber run;
  int machine;
  Seconds end; ///< of writing the image
  Seconds ran; ///< computing time, at the full speed of the machine
  Bytes image;
};

/// Machine to pool, as an answer: the machine does not run it, and has no result of it.
struct RunGivenUp {
  MALHA_MESSAGE("given_up", 3 * 8);
  CopyNumber run;
  int machine;
  Seconds end; ///< date at which it was given up
};

} // namespace malha::ownership

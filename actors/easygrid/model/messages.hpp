// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/message.hpp"
#include "load.hpp"
#include "manager_grid.hpp"

#include <variant>

/// The messages between managers that replace each other (docs/faults.md). The size of a message is the size
/// of its fields and one byte of tag. Tasks are sent as ids, since every manager knows the application; the
/// size of a package is the size of the input data of its tasks.
namespace malha::easygrid {

/// The sender of a message, and the term of a level in which it was sent. The term says which manager leads
/// the level.
struct Envelope {
  int from = 0;
  Level level = Level::site;
  int term = 0;
};

/// An ended task, and the manager of the host on which it ran.
struct EndedTask {
  TaskId task;
  int host;
};

inline constexpr Bytes envelope_size = tag_size + real_size;
inline Bytes size_of(const std::vector<TaskId>& tasks) {
  return real_size * static_cast<double>(tasks.size());
}
inline Bytes size_of(const std::vector<EndedTask>& tasks) {
  return 2 * real_size * static_cast<double>(tasks.size());
}

/// Leader to child: a heartbeat.
struct Beat : Envelope {
  MALHA_MESSAGE("beat", envelope_size);
};
/// Child to leader: what has ended since the last news. If nothing has, it is a heartbeat.
struct News : Envelope {
  MALHA_MESSAGE("news", envelope_size + 4 * real_size + size_of(ended));
  int site_term = 0; ///< to the global manager: the term in which the sender leads its site
  std::vector<EndedTask> ended = {};
  Load load = {};
  FlopsPerSecond capacity = 0; ///< of the host, or of all hosts of the site that are up
};
/// Child to a leader that does not know its tasks: all that the child holds, and all that has ended there.
struct Joining : Envelope {
  MALHA_MESSAGE("join", envelope_size + 4 * real_size + size_of(held) + size_of(ended));
  int site_term = 0;
  std::vector<TaskId> held = {};
  std::vector<EndedTask> ended = {};
  Load load = {};
  FlopsPerSecond capacity = 0;
};
/// New site manager to the global manager: the site has a leader, which waits for its hosts to join.
struct Gathering : Envelope {
  MALHA_MESSAGE("gathering", envelope_size + real_size);
  int site_term = 0;
};
/// Leader to a manager that it does not know as a child: join.
struct Invitation : Envelope {
  MALHA_MESSAGE("invitation", envelope_size);
};
/// To a sender of an old term: the current term.
struct Notice : Envelope {
  MALHA_MESSAGE("notice", envelope_size);
};
/// Leader to child: tasks to run.
struct Package : Envelope {
  MALHA_MESSAGE("task_package", real_size + package_size(tasks));
  std::vector<Task> tasks = {};
};
/// Leader to child: a request to give up a fraction of the ready work (perc_ask).
struct Asking : Envelope {
  MALHA_MESSAGE("request", envelope_size + real_size);
  double fraction = 0;
};
/// Child to leader: the tasks that it gives up on request, possibly none.
struct Given : Envelope {
  MALHA_MESSAGE("answer", real_size + package_size(tasks));
  std::vector<Task> tasks = {};
};
/// Leader to child: tasks that belong to other children. Tasks that already run continue.
struct Dropping : Envelope {
  MALHA_MESSAGE("drop", envelope_size + size_of(tasks));
  std::vector<TaskId> tasks = {};
};

using ManagerMessage =
    std::variant<Beat, News, Joining, Gathering, Invitation, Notice, Package, Asking, Given, Dropping>;

} // namespace malha::easygrid

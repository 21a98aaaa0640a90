// SPDX-License-Identifier: MIT
#pragma once
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
  static constexpr const char* kind = "beat";
  Bytes size() const { return envelope_size; }
};
/// Child to leader: what has ended since the last news. If nothing has, it is a heartbeat.
struct News : Envelope {
  static constexpr const char* kind = "news";
  int site_term = 0; ///< to the global manager: the term in which the sender leads its site
  std::vector<EndedTask> ended = {};
  Load load = {};
  FlopsPerSecond capacity = 0; ///< of the host, or of all hosts of the site that are up
  Bytes size() const { return envelope_size + 4 * real_size + size_of(ended); }
};
/// Child to a leader that does not know its tasks: all that the child holds, and all that has ended there.
struct Joining : Envelope {
  static constexpr const char* kind = "join";
  int site_term = 0;
  std::vector<TaskId> held = {};
  std::vector<EndedTask> ended = {};
  Load load = {};
  FlopsPerSecond capacity = 0;
  Bytes size() const { return envelope_size + 4 * real_size + size_of(held) + size_of(ended); }
};
/// New site manager to the global manager: the site has a leader, which waits for its hosts to join.
struct Gathering : Envelope {
  static constexpr const char* kind = "gathering";
  int site_term = 0;
  Bytes size() const { return envelope_size + real_size; }
};
/// Leader to a manager that it does not know as a child: join.
struct Invitation : Envelope {
  static constexpr const char* kind = "invitation";
  Bytes size() const { return envelope_size; }
};
/// To a sender of an old term: the current term.
struct Notice : Envelope {
  static constexpr const char* kind = "notice";
  Bytes size() const { return envelope_size; }
};
/// Leader to child: tasks to run.
struct Package : Envelope {
  static constexpr const char* kind = "task_package";
  std::vector<Task> tasks = {};
  Bytes size() const { return real_size + package_size(tasks); }
};
/// Leader to child: a request to give up a fraction of the ready work (perc_ask).
struct Asking : Envelope {
  static constexpr const char* kind = "request";
  double fraction = 0;
  Bytes size() const { return envelope_size + real_size; }
};
/// Child to leader: the tasks that it gives up on request, possibly none.
struct Given : Envelope {
  static constexpr const char* kind = "answer";
  std::vector<Task> tasks = {};
  Bytes size() const { return real_size + package_size(tasks); }
};
/// Leader to child: tasks that belong to other children. Tasks that already run continue.
struct Dropping : Envelope {
  static constexpr const char* kind = "drop";
  std::vector<TaskId> tasks = {};
  Bytes size() const { return envelope_size + size_of(tasks); }
};

using ManagerMessage =
    std::variant<Beat, News, Joining, Gathering, Invitation, Notice, Package, Asking, Given, Dropping>;

} // namespace malha::easygrid

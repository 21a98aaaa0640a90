// SPDX-License-Identifier: MIT
#pragma once
#include "load.hpp"

#include <variant>

/// The messages between managers that replace each other (docs/faults.md). The size of a message is that of
/// its fields and one byte of tag. Tasks are told by their ids, since every manager knows the application; a
/// package weighs what the input data of its tasks weighs.
namespace malha::easygrid {

/// The two levels that have a leader: a site has its site manager, the grid has the global manager.
enum class Level { site, grid };

/// Who sends a message, and in which term of which level. The term says who leads the level.
struct Envelope {
  int from = 0;
  Level level = Level::site;
  int term = 0;
};

/// A task that has ended, and the manager of the host on which it ran.
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

/// Leader to those it leads: it is there.
struct Beat : Envelope {
  static constexpr const char* kind = "beat";
  Bytes size() const { return envelope_size; }
};
/// To its leader: what has ended since the last news. It is a heartbeat where nothing has.
struct News : Envelope {
  static constexpr const char* kind = "news";
  int site_term = 0; ///< in which the sender leads its site, to the global manager
  std::vector<EndedTask> ended = {};
  Load load = {};
  FlopsPerSecond capacity = 0; ///< of the host, or of all hosts of the site that are there
  Bytes size() const { return envelope_size + 4 * real_size + size_of(ended); }
};
/// To a leader that does not know the sender's tasks: all that it has, and all that has ended there.
struct Joining : Envelope {
  static constexpr const char* kind = "join";
  int site_term = 0;
  std::vector<TaskId> held = {};
  std::vector<EndedTask> ended = {};
  Load load = {};
  FlopsPerSecond capacity = 0;
  Bytes size() const { return envelope_size + 4 * real_size + size_of(held) + size_of(ended); }
};
/// New site manager to the global manager: the site has a leader, who still asks its hosts what they have.
struct Gathering : Envelope {
  static constexpr const char* kind = "gathering";
  int site_term = 0;
  Bytes size() const { return envelope_size + real_size; }
};
/// Leader to one who is not, or not any more, among those it leads: join.
struct Invitation : Envelope {
  static constexpr const char* kind = "invitation";
  Bytes size() const { return envelope_size; }
};
/// To somebody who is behind: the term is a later one.
struct Notice : Envelope {
  static constexpr const char* kind = "notice";
  Bytes size() const { return envelope_size; }
};
/// Leader to one it leads: run these tasks.
struct Package : Envelope {
  static constexpr const char* kind = "task_package";
  std::vector<Task> tasks = {};
  Bytes size() const { return real_size + package_size(tasks); }
};
/// Leader to one it leads: give up a fraction of the ready work (perc_ask).
struct Asking : Envelope {
  static constexpr const char* kind = "request";
  double fraction = 0;
  Bytes size() const { return envelope_size + real_size; }
};
/// Answers a request with the tasks that are given up, which may be none.
struct Given : Envelope {
  static constexpr const char* kind = "answer";
  std::vector<Task> tasks = {};
  Bytes size() const { return real_size + package_size(tasks); }
};
/// Leader to one it leads: these tasks are others'. Those that already run go on.
struct Dropping : Envelope {
  static constexpr const char* kind = "drop";
  std::vector<TaskId> tasks = {};
  Bytes size() const { return envelope_size + size_of(tasks); }
};

using ManagerMessage =
    std::variant<Beat, News, Joining, Gathering, Invitation, Notice, Package, Asking, Given, Dropping>;

} // namespace malha::easygrid

// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/message.hpp"
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
  MALHA_MESSAGE("beat", envelope_size);
};
/// To its leader: what has ended since the last news. It is a heartbeat where nothing has.
struct News : Envelope {
  MALHA_MESSAGE("news", envelope_size + 4 * real_size + size_of(ended));
  int site_term = 0; ///< in which the sender leads its site, to the global manager
  std::vector<EndedTask> ended = {};
  Load load = {};
  FlopsPerSecond capacity = 0; ///< of the host, or of all hosts of the site that are there
};
/// To a leader that does not know the sender's tasks: all that it has, and all that has ended there.
struct Joining : Envelope {
  MALHA_MESSAGE("join", envelope_size + 4 * real_size + size_of(held) + size_of(ended));
  int site_term = 0;
  std::vector<TaskId> held = {};
  std::vector<EndedTask> ended = {};
  Load load = {};
  FlopsPerSecond capacity = 0;
};
/// New site manager to the global manager: the site has a leader, who still asks its hosts what they have.
struct Gathering : Envelope {
  MALHA_MESSAGE("gathering", envelope_size + real_size);
  int site_term = 0;
};
/// Leader to one who is not, or not any more, among those it leads: join.
struct Invitation : Envelope {
  MALHA_MESSAGE("invitation", envelope_size);
};
/// To somebody who is behind: the term is a later one.
struct Notice : Envelope {
  MALHA_MESSAGE("notice", envelope_size);
};
/// Leader to one it leads: run these tasks.
struct Package : Envelope {
  MALHA_MESSAGE("task_package", real_size + package_size(tasks));
  std::vector<Task> tasks = {};
};
/// Leader to one it leads: give up a fraction of the ready work (perc_ask).
struct Asking : Envelope {
  MALHA_MESSAGE("request", envelope_size + real_size);
  double fraction = 0;
};
/// Answers a request with the tasks that are given up, which may be none.
struct Given : Envelope {
  MALHA_MESSAGE("answer", real_size + package_size(tasks));
  std::vector<Task> tasks = {};
};
/// Leader to one it leads: these tasks are others'. Those that already run go on.
struct Dropping : Envelope {
  MALHA_MESSAGE("drop", envelope_size + size_of(tasks));
  std::vector<TaskId> tasks = {};
};

using ManagerMessage =
    std::variant<Beat, News, Joining, Gathering, Invitation, Notice, Package, Asking, Given, Dropping>;

} // namespace malha::easygrid

// SPDX-License-Identifier: MIT
#pragma once
#include "actors/easygrid/model/load.hpp"

#include <variant>

/// The messages between the managers of the three levels (tonelli2010, section 4.4.1). The size of a message
/// is the size of its fields and one byte of tag; the size of a task is the size of its input data. `host`
/// and `site` are the sender's number among all managers of its level; they add nothing to the size.
namespace malha::easygrid {

struct TaskPackage {
  static constexpr const char* kind = "task_package";
  std::vector<Task> tasks;
  Bytes size() const { return package_size(tasks); }
};
/// Asks for a fraction of the ready work (perc_ask).
struct Request {
  static constexpr const char* kind = "request";
  double fraction;
  Bytes size() const { return real_size + tag_size; }
};
struct End {
  static constexpr const char* kind = "end";
  Bytes size() const { return tag_size; }
};
/// The messages of a manager to the level below.
using Order = std::variant<TaskPackage, Request, End>;
using HostMessage = Order;

struct TaskEnded {
  static constexpr const char* kind = "task_ended";
  int host;
  TaskId task;
  Load load;
  Bytes size() const { return 3 * real_size + tag_size; }
};
struct Heartbeat {
  static constexpr const char* kind = "heartbeat";
  int host;
  Load load;
  Bytes size() const { return 2 * real_size + tag_size; }
};
/// The answer to a request: the tasks that are given up.
struct Ack {
  static constexpr const char* kind = "ack";
  std::vector<Task> tasks;
  Bytes size() const { return package_size(tasks); }
};
struct Nack {
  static constexpr const char* kind = "nack";
  Bytes size() const { return tag_size; }
};
struct EndAck {
  static constexpr const char* kind = "end_ack";
  Bytes size() const { return tag_size; }
};
/// The messages of a host manager to its site manager.
using HostReport = std::variant<TaskEnded, Heartbeat, Ack, Nack, EndAck>;
/// The messages to a site manager, from its hosts and from the global manager.
using SiteMessage = std::variant<TaskEnded, Heartbeat, Ack, Nack, EndAck, TaskPackage, Request, End>;

/// The number of tasks that have ended since the last report, and the load of the site.
struct SiteReport {
  static constexpr const char* kind = "site_report";
  int site;
  std::int64_t ended;
  Load load;
  Bytes size() const { return 3 * real_size + tag_size; }
};
using GridMessage = std::variant<SiteReport, Ack, Nack, EndAck>;

} // namespace malha::easygrid

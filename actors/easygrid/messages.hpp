// SPDX-License-Identifier: MIT
#pragma once
#include "actors/easygrid/model/load.hpp"
#include "actors/model/message.hpp"

#include <variant>

/// The messages between the managers of the three levels (tonelli2010, section 4.4.1). The size of a message
/// is that of its fields and one byte of tag. A task weighs what its input data weighs. `host` and `site` are
/// the sender's number among all managers of its level; they add nothing to the size.
namespace malha::easygrid {

struct TaskPackage {
  MALHA_MESSAGE("task_package", package_size(tasks));
  std::vector<Task> tasks;
};
/// Asks for a fraction of the ready work (perc_ask).
struct Request {
  MALHA_MESSAGE("request", real_size + tag_size);
  double fraction;
};
struct End {
  MALHA_MESSAGE("end", tag_size);
};
/// What a manager sends to the level below.
using Order = std::variant<TaskPackage, Request, End>;
using HostMessage = Order;

struct TaskEnded {
  MALHA_MESSAGE("task_ended", 3 * real_size + tag_size);
  int host;
  TaskId task;
  Load load;
};
struct Heartbeat {
  MALHA_MESSAGE("heartbeat", 2 * real_size + tag_size);
  int host;
  Load load;
};
/// Answers a request with the tasks that are given up.
struct Ack {
  MALHA_MESSAGE("ack", package_size(tasks));
  std::vector<Task> tasks;
};
struct Nack {
  MALHA_MESSAGE("nack", tag_size);
};
struct EndAck {
  MALHA_MESSAGE("end_ack", tag_size);
};
/// What a host manager sends to its site manager.
using HostReport = std::variant<TaskEnded, Heartbeat, Ack, Nack, EndAck>;
/// What a site manager receives, from its hosts and from the global manager.
using SiteMessage = std::variant<TaskEnded, Heartbeat, Ack, Nack, EndAck, TaskPackage, Request, End>;

/// How many tasks have ended since the last report, and what the site shows of itself.
struct SiteReport {
  MALHA_MESSAGE("site_report", 3 * real_size + tag_size);
  int site;
  std::int64_t ended;
  Load load;
};
using GridMessage = std::variant<SiteReport, Ack, Nack, EndAck>;

} // namespace malha::easygrid

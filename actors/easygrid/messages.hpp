// SPDX-License-Identifier: MIT
#pragma once
#include "actors/easygrid/model/load.hpp"
#include "actors/model/message.hpp"

#include <variant>

/// The messages between the managers of the three levels (tonelli2010, section 4.4.1). The size of a message
/// is the size of its fields and one byte of tag; the size of a task is the size of its input data. `host`
/// and `site` are the sender's number among all managers of its level; they add nothing to the size.
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
/// The messages of a manager to the level below.
using Order = std::variant<TaskPackage, Request, End>;
using HostMessage = Order;

struct TaskEnded {
  MALHA_MESSAGE("task_ended", 3 * real_size + output + tag_size);
  int host;
  TaskId task;
  Load load;
  bool is_in_dag = false;
  Bytes output = 0; ///< what a task of a DAG has made
};
struct Heartbeat {
  MALHA_MESSAGE("heartbeat", 2 * real_size + tag_size);
  int host;
  Load load;
};
/// The answer to a request: the tasks that are given up.
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
/// The messages of a host manager to its site manager.
using HostReport = std::variant<TaskEnded, Heartbeat, Ack, Nack, EndAck>;
/// The messages to a site manager, from its hosts and from the global manager.
using SiteMessage = std::variant<TaskEnded, Heartbeat, Ack, Nack, EndAck, TaskPackage, Request, End>;

/// The number of tasks that have ended since the last report, and the load of the site. Tasks of DAGs are
/// named, since others wait for them.
struct SiteReport {
  MALHA_MESSAGE("site_report", 3 * real_size + real_size * static_cast<double>(in_dags.size()) + tag_size);
  int site;
  std::int64_t ended;
  Load load;
  std::vector<TaskId> in_dags = {};
};
using GridMessage = std::variant<SiteReport, Ack, Nack, EndAck>;

} // namespace malha::easygrid

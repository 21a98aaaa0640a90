// SPDX-License-Identifier: MIT
#pragma once
#include "actors/easygrid/model/load.hpp"
#include "actors/model/message.hpp"

#include <variant>

/// The messages between the managers of an application with DAGs (tonelli2010, sections 2.1.1 to 2.1.3). The
/// source names the messages; their fields are ours. The size of a message is the size of its fields and one
/// byte of tag; a task that moves has the size of the inputs that it takes along. Hosts and sites have the
/// numbers of their managers, and the sender's number adds nothing to the size.
namespace malha::easygrid::dag {

template <class Element>
Bytes list_size(const std::vector<Element>& list, double reals) {
  return reals * real_size * static_cast<double>(list.size()) + tag_size;
}

/// A task on its way to a host, and the parents whose data it takes along.
struct Moving {
  TaskId task;
  std::vector<TaskId> has;
};
/// A task, and a date of it.
struct Dated {
  TaskId task;
  Seconds date;
};
/// A task, and the host that has it now.
struct NewPlace {
  TaskId task;
  int host;
};

/// Leader to child: tasks to run. `answers`: the global manager answers a wish of the site.
struct Package {
  MALHA_MESSAGE("task_package", bytes + tag_size);
  std::vector<Moving> tasks = {};
  Bytes bytes = 0; ///< that the tasks take along
  bool answers = false;
};
/// Host to host: what a task has made for other tasks.
struct Data {
  MALHA_MESSAGE("data", bytes + tag_size);
  TaskId maker = 0;
  std::vector<TaskId> readers = {};
  Bytes bytes = 0;
};
/// To hosts that have parents of tasks, or had the tasks: where these are now.
struct Moved {
  MALHA_MESSAGE("moved", list_size(tasks, 2));
  std::vector<NewPlace> tasks = {};
};
/// Leader to child: a request for these tasks. To a site: for another site.
struct Named {
  MALHA_MESSAGE("named_request", list_size(tasks, 1));
  std::vector<TaskId> tasks = {};
  int site = -1; ///< that would take them
};
/// Site manager to host: a request for a fraction of the ready work (perc_ask).
struct Asking {
  MALHA_MESSAGE("request", real_size + tag_size);
  double fraction = 0;
};
/// Child to leader: the tasks that it gives up, possibly none.
struct Given {
  MALHA_MESSAGE("answer", bytes + tag_size);
  int from = 0; ///< host, or site
  std::vector<Moving> tasks = {};
  Bytes bytes = 0;
  int site = -1; ///< as in the request of the global manager
};
/// Host to its site manager: what it has launched and what has ended since the last news, and its load. If
/// nothing has, it is a heartbeat.
struct News {
  MALHA_MESSAGE("news", 2 * real_size + list_size(launched, 2) + list_size(ended, 2) - tag_size);
  int host = 0;
  std::vector<Dated> launched = {};
  std::vector<Dated> ended = {};
  Load load = {};
};
/// Site manager to the global manager: the number of tasks that have ended since the last report, and the
/// expected or known ends (ft) of tasks with a parent or a child in another site.
struct SiteNews {
  MALHA_MESSAGE("site_report", real_size + list_size(finishes, 2));
  int site = 0;
  std::int64_t ended = 0;
  std::vector<Dated> finishes = {};
};
/// Site manager to the global manager: when do these tasks of other sites end?
struct FinishQuery {
  MALHA_MESSAGE("finish_query", list_size(tasks, 1));
  int site = 0;
  std::vector<TaskId> tasks = {};
};
struct FinishAnswer {
  MALHA_MESSAGE("finish_answer", list_size(tasks, 2));
  std::vector<Dated> tasks = {};
};
/// Site manager to the global manager: these tasks of other sites would end here at these dates.
struct Wish {
  MALHA_MESSAGE("foreign_request", list_size(tasks, 2));
  int site = 0;
  std::vector<Dated> tasks = {};
};
struct End {
  MALHA_MESSAGE("end", tag_size);
};
struct EndAck {
  MALHA_MESSAGE("end_ack", tag_size);
};

using HostMessage = std::variant<Package, Data, Moved, Named, Asking, End>;
/// The messages of a host to its site manager.
using HostReport = std::variant<News, Given, EndAck>;
/// The messages of the global manager to a site.
using SiteOrder = std::variant<Package, Named, Moved, FinishAnswer, End>;
using SiteMessage = std::variant<News, Given, EndAck, Package, Named, Moved, FinishAnswer, End>;
using GridMessage = std::variant<SiteNews, FinishQuery, Wish, Given, Moved, EndAck>;

} // namespace malha::easygrid::dag

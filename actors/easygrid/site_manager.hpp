// SPDX-License-Identifier: MIT
#pragma once
#include "scheduling.hpp"

#include <optional>

namespace malha::easygrid {

/// The site manager SM with its scheduler SDS (tonelli2010, Algs. 2, 5 and 6). It distributes tasks over the
/// hosts of its site, moves ready tasks between them, and ends them. Jobs enter here without a message,
/// because an EasyGrid application carries its own managers: its tasks are in the manager's memory. If there
/// is a global manager, SM receives the tasks and the end from it, reports the load of the site to it
/// (eqs. 2.4 and 2.5), and gives up tasks of all its hosts on request.
class SiteManager : public Actor {
public:
  static ActorDescriptor descriptor();

  explicit SiteManager(ActorContext& context);
  void run() override;
  void measure(Seconds) override { iteration_.measure(); }

private:
  void take(const TaskEnded& ended);
  void take(const Heartbeat& heartbeat);
  void take(const Ack& ack) { take_answer(ack.tasks); }
  void take(const Nack&) { take_answer({}); }
  void take(const EndAck&) { scheduling_.child_ended(); }
  void take(const TaskPackage& package);
  void take(const Request& request) { request_ = request; }
  void take(const End&) { ended_ = true; }
  void take_answer(const std::vector<Task>& given);
  /// Sets the load of a host from a monitoring message.
  void update(int host, const Load& load, const char* message);
  /// Whether SM serves a request of the global manager: it has arrived, or the hosts still answer. No event
  /// of the site starts meanwhile.
  bool serves_request() const { return request_ || answers_ > 0; }
  void ask_hosts();
  void report();

  ActorContext& context_;
  Iteration iteration_;
  Inbox<SiteMessage> inbox_;
  Scheduling scheduling_;
  const Seconds report_interval_;
  std::vector<Address<HostMessage>> children_; ///< the hosts of the site, in the order of the deployment
  /// By the number of a host manager; -1: it belongs to another site.
  std::vector<int> child_of_host_;
  /// The global manager; without one, the members below are not used.
  std::optional<Address<GridMessage>> global_;
  std::optional<Request> request_; ///< the global manager's request, until the hosts are asked
  std::size_t answers_ = 0;        ///< answers of hosts to that request that are still to come
  std::vector<Task> given_;        ///< tasks from the hosts that have answered
  std::size_t tasks_ended_ = 0;    ///< number since the last report
  std::vector<TaskId> in_dags_;    ///< those of them that are tasks of DAGs, if there is a global manager
  Seconds last_report_ = 0;
  bool ended_ = false;
};

} // namespace malha::easygrid

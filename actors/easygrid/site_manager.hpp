// SPDX-License-Identifier: MIT
#pragma once
#include "scheduling.hpp"

#include <optional>

namespace malha::easygrid {

/// SM with its scheduler SDS (tonelli2010, Algs. 2, 5 and 6): distributes tasks over the hosts of its site,
/// moves ready tasks between them, ends them. Jobs enter here: an EasyGrid application carries its own
/// managers and its tasks are in the manager's memory, so that no message brings them. Below a global manager
/// tasks come from there, as does the end; the site reports what it has done (eqs. 2.4 and 2.5) and gives
/// tasks of all its hosts when asked.
class SiteManager : public Actor {
public:
  static ActorDescriptor descriptor();

  explicit SiteManager(ActorContext& context);
  void run() override;

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
  /// What a monitoring message says of a host.
  void update(int host, const Load& load);
  /// Whether a request of the global manager is here, or out with the hosts: no event of the site starts
  /// then.
  bool serves_request() const { return request_ || answers_ > 0; }
  void ask_hosts();
  void report();
  Load load_of_site() const;

  ActorContext& context_;
  Iteration iteration_;
  Inbox<SiteMessage> inbox_;
  Scheduling scheduling_;
  const Seconds report_interval_;
  std::vector<Address<HostMessage>> children_; ///< the hosts of the site, in the order of the deployment
  std::vector<int> child_of_host_;             ///< by a host manager's number; -1: of another site
  std::optional<Address<GridMessage>> global_; ///< above, if there is one; what follows is for it
  std::optional<Request> request_;             ///< of the global manager, not yet passed on to the hosts
  std::size_t answers_ = 0;                    ///< of hosts to that request, still to come
  std::vector<Task> given_;                    ///< by the hosts that have answered
  std::size_t tasks_ended_ = 0;                ///< since the last report
  Seconds last_report_ = 0;
  bool ended_ = false;
};

} // namespace malha::easygrid

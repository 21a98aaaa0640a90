// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/task_journal.hpp"
#include "decisions.hpp"
#include "iteration.hpp"
#include "messages.hpp"

#include <optional>

namespace malha::easygrid {

/// The host manager HM with its scheduler HDS (tonelli2010, Algs. 1, 3 and 4). It launches the ready tasks of
/// its host, reports to the site manager, and gives up tasks on request.
class HostManager : public Actor {
public:
  static ActorDescriptor descriptor();

  explicit HostManager(ActorContext& context);
  void run() override;
  void measure(Seconds) override { iteration_.measure(); }

private:
  struct Running {
    Task task;
    std::unique_ptr<Execution> execution;
  };

  void iterate();
  void take_messages();
  void handle(HostMessage&& message);
  void add_ready(std::vector<Task>&& tasks);
  void answer_request(double fraction);
  void report_ended_tasks();
  void launch();
  void send_heartbeat();
  std::vector<Task> take_ready(const std::vector<std::size_t>& positions);
  Load load(double cpu_share) const;

  ActorContext& context_;
  Iteration iteration_;
  Inbox<HostMessage> inbox_;
  Address<SiteMessage, HostReport> manager_;
  const HostDecisions decisions_;
  const Seconds heartbeat_interval_;
  const bool launches_first_, ends_restart_heartbeats_, is_silent_when_idle_;
  const int number_;   ///< number among all host managers; its messages carry it
  const int resource_; ///< index of the host in the records
  TaskJournal tasks_;
  std::vector<Task> ready_; ///< lightest first; among equals, the highest id first
  Flops ready_work_ = 0;
  std::vector<Running> running_;
  /// The date from which the next heartbeat counts; nothing: before the first.
  std::optional<Seconds> heartbeat_from_;
  bool ended_ = false;
};

} // namespace malha::easygrid

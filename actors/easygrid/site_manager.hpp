// SPDX-License-Identifier: MIT
#pragma once
#include "iteration.hpp"
#include "messages.hpp"
#include "policies/easygrid/balance.hpp"
#include "policies/easygrid/distribution.hpp"

namespace malha::easygrid {

/// SM with its scheduler SDS (tonelli2010, Algs. 2, 5 and 6): distributes the application's tasks over the
/// hosts of its site, moves ready tasks between them, ends the application. Jobs enter here: an EasyGrid
/// application carries its own managers and its tasks are in the manager's memory, so that no message brings
/// them.
class SiteManager : public Actor {
public:
  static ActorDescriptor descriptor();

  explicit SiteManager(ActorContext& context);
  void run() override;

private:
  void admit_jobs();
  void distribute(const std::vector<Task>& tasks, const std::vector<Share>& shares);
  void handle(SiteMessage&& message);
  void end_event(const std::vector<Task>& given);
  void check_balance();
  bool all_tasks_ended();

  ActorContext& context_;
  Iteration iteration_;
  Inbox<SiteMessage> inbox_;
  PolicyUse<Distribution> distribution_;
  PolicyUse<Balance> balance_;
  const Seconds check_interval_;
  std::vector<Address<HostMessage>> children_; ///< the hosts of the site, in the order of the deployment
  std::vector<int> child_of_host_;             ///< by a host manager's number; -1: of another site
  std::vector<Share> powers_;                  ///< of the children, as the platform gives them
  std::vector<ChildLoad> loads_;               ///< of the children, as they last reported
  std::vector<Share> receivers_;               ///< of the event under way; empty: there is none
  Seconds last_check_ = 0;
  std::int64_t unfinished_ = 0;
  std::size_t end_acks_ = 0;
};

} // namespace malha::easygrid

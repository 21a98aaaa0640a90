// SPDX-License-Identifier: MIT
#pragma once
#include "leader.hpp"

namespace malha::easygrid {

/// The part of a manager that leads its site. It reports to the global manager, and passes requests of the
/// global manager on to the hosts.
class SiteLeader : public Leader {
public:
  explicit SiteLeader(ManagerState& manager) : Leader(manager, Level::site), last_report_(manager.now) {}

  /// Begins with the application: all hosts of the site are children.
  void begin();
  /// Begins as the successor of a site manager that failed.
  void take_over();

  using Leader::take;
  void take(const Given& given) override;
  void take(const Invitation&) { join(); }
  void take(const Package& package);
  void take(const Asking& asking) { request_ = asking.fraction; }
  void take(const Dropping& dropping);

  /// Gives up silent hosts, distributes tasks, and balances the load. Not to be called while it gathers.
  void coordinate();
  /// Sends the global manager all that the site has; or that the site has a leader, which still gathers.
  void join();
  /// Sends the global manager the ends since the last report, or a heartbeat if it is time.
  void report();
  /// Drops the request of a global manager that has failed. Tasks that hosts have given up for the request
  /// stay in the site.
  void forget_request();

private:
  int manager_of(int child) const override { return child; }
  int child_of(int sender) const override { return sender; }
  bool is_known(const News& news) const override { return book().has(news.from); }
  void count_end(const EndedTask& task) override { unreported_.push_back(task); }
  void count_event(bool is_accepted) override;
  void lose_answer(int child) override;

  void ask_hosts();
  void answer_request();

  std::vector<EndedTask> unreported_; ///< ends since the last report
  std::optional<double> request_;     ///< of the global manager, until the hosts are asked
  std::set<int> answering_;           ///< hosts whose answers to the request are still to come
  std::vector<TaskId> given_;         ///< tasks given up by the hosts that have answered
  Seconds last_report_;
};

} // namespace malha::easygrid

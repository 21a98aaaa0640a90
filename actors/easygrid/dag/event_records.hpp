// SPDX-License-Identifier: MIT
#pragma once
#include "directory.hpp"
#include "model/site_scheduler.hpp"

namespace malha::easygrid::dag {

/// Writes the events of a site manager: those of ready tasks into balance.csv, and each task that was to move
/// into dag_moves.csv.
class EventRecords {
public:
  explicit EventRecords(ActorContext& context) : context_(context) {}

  /// Notes the last report of a host.
  void take(const News& news);
  /// Writes what has happened, if reasons are wanted.
  void write(const SiteScheduler::Output& output);

private:
  struct Report {
    const char* message;
    Seconds date;
  };

  void write(const SiteScheduler::ReadyCheck& check) const;
  BalanceRow row_of(std::int64_t event, int host, const char* role) const;
  std::string name_of(int host) const;

  ActorContext& context_;
  std::map<int, Report> reports_; ///< by host
};

} // namespace malha::easygrid::dag

// SPDX-License-Identifier: MIT
#pragma once
#include "application.hpp"
#include "messages.hpp"
#include "policies/easygrid/mediation.hpp"

#include <map>
#include <utility>

namespace malha::easygrid::dag {

/// The scheduler of the grid, GDS, for tasks of DAGs (tonelli2010, section 2.1.3). It sends each site its
/// part of the initial plan. Then it starts no events: it knows when tasks at the borders of sites end, tells
/// it to sites that ask, and mediates when a site would take tasks of others.
class GridScheduler {
public:
  /// What is to be sent, and what is to be counted, since the output was last taken.
  struct Output {
    std::vector<std::pair<int, SiteOrder>> to_sites;
    int wishes = 0; ///< of sites
    int moved = 0;  ///< tasks that went to another site
  };

  /// `mediation` gives checked answers.
  GridScheduler(const Application& application, Mediation& mediation)
      : application_(application), mediation_(mediation) {}

  /// Sends out tasks that the application has got.
  void distribute(const std::vector<Task>& tasks);
  void take(const SiteNews& news);
  void take(const FinishQuery& query);
  void take(const Wish& wish, Seconds now);
  void take(const Given& given, Seconds now);
  void take(const Moved& moved);
  /// Whether all tasks that were sent out have ended.
  bool all_ended() const { return unfinished_ == 0; }
  Output take_output() { return std::exchange(output_, {}); }

private:
  /// What a site gets for its wish.
  struct Answer {
    int awaited = 0; ///< sites that have not answered
    Package package;
  };
  struct Move {
    int from, to; ///< sites
    Seconds date;
  };

  int site_of(TaskId task) const;
  Seconds finish_of(TaskId task) const;

  const Application& application_;
  Mediation& mediation_;
  Output output_;
  std::int64_t unfinished_ = 0;
  std::map<TaskId, Seconds> finishes_; ///< as sites have reported
  std::map<TaskId, Move> moves_;       ///< the last of each task that has changed its site
  std::map<int, Answer> answers_;      ///< under way, by site that has a wish
};

} // namespace malha::easygrid::dag

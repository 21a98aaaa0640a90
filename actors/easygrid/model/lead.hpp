// SPDX-License-Identifier: MIT
#pragma once
#include "book.hpp"

#include <optional>

namespace malha::easygrid {

/// What a site manager and a global manager have in common: those they lead, and what goes on with them.
struct Lead {
  /// A child has been asked for tasks, which these receive.
  struct Event {
    int giver;
    std::vector<Share> receivers;
  };

  Level level = Level::site;
  Book book = {};
  /// Until this date it waits for those who join it, and gives no tasks.
  std::optional<Seconds> gathers_until = {};
  std::optional<Event> event = {};
  Seconds last_check = 0;
  Seconds last_beat = 0;
};

struct SiteLead : Lead {
  std::vector<EndedTask> ended = {};  ///< since the last report
  std::optional<double> request = {}; ///< of the global manager, until it goes to the hosts
  std::set<int> answering = {};       ///< hosts whose answers to that request are still to come
  std::vector<TaskId> given = {};     ///< by those that have answered
};

struct GridLead : Lead {
  /// Who leads a site, and in which of its terms.
  struct Leader {
    int manager;
    int term;
  };

  std::map<int, Leader> leaders = {}; ///< of sites, as they have joined
  std::size_t admitted = 0;           ///< tasks of the application that it has looked at
};

} // namespace malha::easygrid

// SPDX-License-Identifier: MIT
#pragma once
#include "trial.hpp"

#include <functional>

namespace malha::chaos {

/// What a sweep does to messages.
enum class MessageSweep { late, lost };

/// Which cases a sweep has.
struct SweepRequest {
  std::vector<std::string> kill; ///< actors, or hosts; empty: all components
  bool pairs = false;            ///< two components crash, or two messages, instead of one
  std::optional<Seconds> down;   ///< how long a host that returns is down; nothing: a tenth of the run
  std::size_t most = 10'000;     ///< cases; of more, so many are drawn
  std::optional<MessageSweep> messages = {}; ///< these, instead of hosts
  std::optional<Seconds> late = {};          ///< how late messages are; nothing: several times
};

/// The names of the environment actors that a sweep of messages needs.
std::vector<std::string> environment_of(const SweepRequest& request);

/// The cases of one row of the table: components, or messages, of a kind with which the same goes wrong.
struct Group {
  std::string kind;
  std::string way; ///< "goes", "returns", "2 go", "lost", "late by 5 s"
};

/// Cases that are borne together, or refused together.
struct Family {
  std::size_t group;
  std::size_t cases;
  std::function<FaultCase(std::size_t)> at; ///< the case of that number, from 0
};

/// All that may go wrong.
struct CaseSpace {
  std::vector<Group> groups;
  std::vector<Family> families;

  /// The place of the group, which is added where it is new.
  std::size_t group_of(const std::string& kind, const std::string& way);
};

/// Just before each date of the record, at it, and just after it; all within the run.
std::vector<Seconds> dates_around(const Record& record);

/// How long hosts that recover are down.
Seconds down_of(const Record& record, const SweepRequest& request);

/// What may crash, and when: two components at most. Crashes for good leave as many resources as the largest
/// job needs. An actor with a parameter `faults` is on no more of the hosts that crash than that. Throws
/// InputError when nothing is left.
CaseSpace crash_cases(const Instance& instance, const Record& record, const SweepRequest& request);

struct PlannedCase {
  FaultCase faults;
  std::size_t group;
};

/// The cases of those families that `takes_part` says, in a fixed order: all, or `most` of them that the seed
/// draws.
std::vector<PlannedCase> cases_in(const CaseSpace& space, const std::vector<bool>& takes_part,
                                  std::size_t most, std::uint64_t seed);

} // namespace malha::chaos

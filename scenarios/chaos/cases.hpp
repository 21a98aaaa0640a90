// SPDX-License-Identifier: MIT
#pragma once
#include "trial.hpp"

#include <functional>

namespace malha::chaos {

/// Which cases a sweep has.
struct SweepRequest {
  std::string kill;            ///< an actor, or a host; "": all components
  bool pairs = false;          ///< two components crash, instead of one
  std::optional<Seconds> down; ///< how long a host that returns is down; nothing: a tenth of the run
  std::size_t most = 10'000;   ///< cases; of more, so many are drawn
};

/// The cases of one row of the table: components of a kind that crash in one way.
struct Group {
  std::string kind;
  std::string way; ///< "goes", "returns", "2 go", "2 return"
};

/// Two components of a record at most, which crash in the way of a group.
struct Crashing {
  std::vector<std::size_t> components;
  bool returns;
  std::size_t group;
};

/// All that may crash together, and when.
struct CaseSpace {
  std::vector<Group> groups;
  std::vector<Crashing> crashing;
  std::vector<Seconds> dates; ///< just before each date of the record, at it and just after it
  Seconds down;               ///< for how long, where hosts return

  /// The number of cases that one of `crashing` has.
  std::size_t cases_of(const Crashing& one) const;
};

/// What may crash. Crashes for good leave as many resources as the largest job needs. An actor with a
/// parameter `faults` is on no more of the hosts that crash than that. Throws InputError when nothing is
/// left.
CaseSpace case_space(const Instance& instance, const Record& record, const SweepRequest& request);

/// The first case of each of `crashing`.
CrashCase first_case(const CaseSpace& space, const Record& record, const Crashing& one);

struct PlannedCase {
  CrashCase crashes;
  std::size_t group;
};

/// The cases of those `crashing` that `takes_part` says, in a fixed order: all, or `most` of them that the
/// seed draws.
std::vector<PlannedCase> cases_in(const CaseSpace& space, const Record& record,
                                  const std::vector<bool>& takes_part, std::size_t most, std::uint64_t seed);

} // namespace malha::chaos

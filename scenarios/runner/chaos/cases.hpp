// SPDX-License-Identifier: MIT
#pragma once
#include "instance.hpp"

#include <functional>

namespace malha::chaos {

/// The fault of the messages of a sweep.
enum class MessageSweep { late, lost, doubled };

/// Selects the cases of a sweep.
struct SweepRequest {
  std::vector<std::string> kill; ///< actors, or hosts; empty: all components
  bool pairs = false;            ///< two components crash, or two messages, instead of one
  std::optional<Seconds> down;   ///< for how long a host that recovers is down; nothing: a tenth of the run
  std::size_t most = 10'000;     ///< cases; if there are more, this number is sampled
  std::optional<MessageSweep> messages = {}; ///< messages instead of hosts
  /// The delay of late messages, or of the second ones of doubled messages; nothing: several delays.
  std::optional<Seconds> late = {};
};

/// The names of the environment actors that a sweep of messages needs.
std::vector<std::string> environment_of(const SweepRequest& request);

/// A row of the table: the cases with the same fault of components, or of messages, of one kind.
struct Group {
  std::string kind;
  std::string way; ///< "goes", "returns", "2 go", "lost", "late by 5 s", "again after 5 s"
};

/// Cases that a run supports or refuses together.
struct Family {
  std::size_t group;
  std::size_t cases;
  std::function<FaultCase(std::size_t)> at; ///< the case of that number, from 0
};

/// All cases of a sweep.
struct CaseSpace {
  std::vector<Group> groups;
  std::vector<Family> families;

  /// The place of the group, which is added if it is new.
  std::size_t group_of(const std::string& kind, const std::string& way);
};

/// The dates of the crashes: just before, at and just after each date of the record, within the run.
std::vector<Seconds> dates_around(const Record& record);

/// For how long hosts that recover are down.
Seconds down_of(const Record& record, const SweepRequest& request);

/// The cases of crashes, of two components at most. At most `faults` hosts of an actor with this parameter
/// crash. Throws InputError if there is no case.
CaseSpace crash_cases(const Instance& instance, const Record& record, const SweepRequest& request);

struct PlannedCase {
  FaultCase faults;
  std::size_t group;
};

/// The cases of the families in `takes_part`, in a fixed order: all, or `most` of them, sampled with the
/// seed.
std::vector<PlannedCase> cases_in(const CaseSpace& space, const std::vector<bool>& takes_part,
                                  std::size_t most, std::uint64_t seed);

} // namespace malha::chaos

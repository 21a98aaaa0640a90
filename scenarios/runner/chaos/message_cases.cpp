// SPDX-License-Identifier: MIT
#include "message_cases.hpp"

#include "results/files/table.hpp"

#include <algorithm>

namespace malha::chaos {
namespace {

constexpr Seconds just_after = 1e-6; ///< the next message
constexpr Seconds minute = 60;       ///< after the end of the run: longer than others wait for an answer
using Faults = std::vector<MessageFault>;

/// Messages of one kind that are late in one way, lost, or doubled.
struct Kind {
  std::string kind;
  Faults faults;
};

/// The messages with which the same goes wrong, by kind, in the order in which kinds are first sent.
/// `lateness` says how late the message at a place of the record is; 0 where it is not.
template <class Lateness>
std::vector<Kind> kinds_of(const Record& record, bool are_doubled, Lateness lateness) {
  std::vector<Kind> kinds;
  for (std::size_t i = 0; i < record.messages.size(); ++i) {
    const Seconds late = lateness(i);
    if (!(late > 0))
      continue;
    const auto& kind = record.messages[i].kind;
    auto place = std::find_if(kinds.begin(), kinds.end(), [&](const auto& one) { return one.kind == kind; });
    if (place == kinds.end())
      place = kinds.insert(kinds.end(), {kind, {}});
    place->faults.push_back({static_cast<std::int64_t>(i + 1), late, are_doubled});
  }
  return kinds;
}

/// How late a message leaves after the next one to its receiver: of its own sender, if there is one; 0 where
/// none comes after it.
Seconds until_overtaken(const Record& record, std::size_t place) {
  const auto& message = record.messages[place];
  std::optional<Seconds> next;
  for (auto later = place + 1; later < record.messages.size(); ++later) {
    const auto& other = record.messages[later];
    if (other.to != message.to)
      continue;
    if (other.from == message.from)
      return other.date - message.date + just_after;
    if (!next)
      next = other.date - message.date + just_after;
  }
  return next.value_or(0);
}

void add_single(const std::vector<Kind>& kinds, const std::string& way, CaseSpace& space) {
  for (const auto& [kind, faults] : kinds)
    space.families.push_back({space.group_of(kind, way), faults.size(), [faults = faults](std::size_t i) {
                                return FaultCase{{}, {faults[i]}};
                              }});
}

/// Two messages of one kind.
Family pairs_within(const Faults& faults, std::size_t group) {
  const auto number = faults.size();
  return {group, number * (number - 1) / 2, [faults](std::size_t i) {
            std::size_t first = 0;
            for (auto others = faults.size() - 1; i >= others; --others, ++first)
              i -= others;
            return FaultCase{{}, {faults[first], faults[first + 1 + i]}};
          }};
}

Family pairs_between(const Faults& faults, const Faults& others, std::size_t group) {
  return {group, faults.size() * others.size(), [faults, others](std::size_t i) {
            auto first = faults[i / others.size()], second = others[i % others.size()];
            if (second.number < first.number)
              std::swap(first, second);
            return FaultCase{{}, {first, second}};
          }};
}

void add_pairs(const std::vector<Kind>& kinds, const std::string& way, CaseSpace& space) {
  for (auto one = kinds.begin(); one != kinds.end(); ++one) {
    if (one->faults.size() > 1)
      space.families.push_back(pairs_within(one->faults, space.group_of(one->kind, "2 " + way)));
    for (auto other = std::next(one); other != kinds.end(); ++other)
      space.families.push_back(pairs_between(one->faults, other->faults,
                                             space.group_of(one->kind + ", " + other->kind, "2 " + way)));
  }
}

} // namespace

CaseSpace message_cases(const Record& record, const SweepRequest& request) {
  const bool are_doubled = request.messages == MessageSweep::doubled;
  CaseSpace space;
  const auto add = [&](const std::string& way, const auto& lateness) {
    const auto kinds = kinds_of(record, are_doubled, lateness);
    request.pairs ? add_pairs(kinds, way, space) : add_single(kinds, way, space);
  };
  const auto add_late_by = [&](Seconds late) {
    add((are_doubled ? "again after " : "late by ") + shown(late, 4) + " s",
        [late](std::size_t) { return late; });
  };
  if (request.messages == MessageSweep::lost) {
    add("lost", [](std::size_t) { return never; });
  } else if (request.late) {
    add_late_by(*request.late);
  } else {
    if (are_doubled)
      add("again at once", [](std::size_t) { return just_after; });
    add(are_doubled ? "again after the next" : "overtaken",
        [&](std::size_t place) { return until_overtaken(record, place); });
    add_late_by(record.end() / 10);
    add_late_by(record.end() + minute);
  }
  if (space.families.empty())
    throw InputError("chaos: the run sends " + std::to_string(record.messages.size()) +
                     " messages between hosts; valid: a run with " +
                     (request.pairs ? "two, or without --pairs" : "one"));
  return space;
}

} // namespace malha::chaos

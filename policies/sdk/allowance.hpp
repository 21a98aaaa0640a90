// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>

namespace malha {

/// What a schedule shows only where an actor or a policy of the run declares it. Anywhere else `malha
/// validate` calls it a violation.
enum class Trait {
  copies,
  resumed_work,
  late_detection,
  late_cancellation,
  overrun,
  late_starts,
  torn_fragments,
  changing_heads,
  stops_within_shares
};

/// A trait as manifests name it.
struct TraitWord {
  const char* word;
  Trait trait;
  const char* meaning;
  const char* unit; ///< of its amount, or "" where it has none
};

/// All traits there are.
inline constexpr TraitWord trait_words[] = {
    {"copies", Trait::copies, "so many attempts of a task may run at once", "count"},
    {"resumed_work", Trait::resumed_work, "an attempt may go on with what earlier ones have computed", ""},
    {"late_detection", Trait::late_detection,
     "that a resource went down is known so much later, or when it is back; no next attempt starts before",
     "s"},
    {"late_cancellation", Trait::late_cancellation,
     "an attempt may run on after another one has ended its task, until that is known", ""},
    {"overrun", Trait::overrun, "a job may run longer than its walltime", ""},
    {"late_starts", Trait::late_starts,
     "a job may start, and report its end, some time after it is told to start", ""},
    {"torn_fragments", Trait::torn_fragments, "a fragment of a job may lie on several machines", ""},
    {"changing_heads", Trait::changing_heads, "a job may lose its place at the head of the queue", ""},
    {"stops_within_shares", Trait::stops_within_shares,
     "a task may stop for another user although its own holds no more than his share, or nobody is owed a "
     "machine",
     ""}};

/// What is known of a trait.
inline const TraitWord& word_of(Trait trait) {
  const auto* const found = std::find_if(std::begin(trait_words), std::end(trait_words),
                                         [&](const TraitWord& known) { return known.trait == trait; });
  if (found == std::end(trait_words))
    throw std::logic_error("a trait without a word");
  return *found;
}

/// A trait that an actor or a policy declares. Settings are values of its own parameters, of `transport`, or
/// "none" for an actor that is not deployed.
struct Allowance {
  Trait trait;
  std::map<std::string, std::string> when = {};   ///< it is shown under all of these settings
  std::map<std::string, std::string> unless = {}; ///< and under none of these
  std::string amount = "";                        ///< the parameter that says how many, or how long
};

} // namespace malha

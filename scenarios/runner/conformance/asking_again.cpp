// SPDX-License-Identifier: MIT
#include "asking_again.hpp"

namespace malha::conformance {
namespace {

bool is_no_view(const Tried& tried) { return tried.found && tried.found->row == "no view"; }

} // namespace

Trial AskingAgain::trial(const Json& example) const {
  auto whole = trial_of(plugin_, example);
  if (!example.contains("seed"))
    whole.seed = seed_;
  return whole;
}

std::optional<Tried> AskingAgain::tried(const Json& example, const TrialLimits& limits) const {
  try {
    return try_out({trial(example)}, limits).front();
  } catch (const NoView&) {
    return std::nullopt;
  }
}

bool AskingAgain::differs(const std::string& row, const Json& example) const {
  return row == "repeats"     ? repeats_differ(example)
         : row == "addresses" ? addresses_differ(example)
                              : state_differs(example);
}

std::string AskingAgain::sentence(const std::string& row) {
  static const std::map<std::string, std::string> sentences{
      {"repeats", "the same views are answered differently in another process: it looks at a clock, a random "
                  "device, or memory that nobody has written"},
      {"addresses",
       "the same views are answered differently where memory lies elsewhere: it goes by the order "
       "or the hash of addresses, or reads memory that nobody has written"},
      {"state", "the same views are answered differently after another instance was asked: it keeps state "
                "outside of its instances"}};
  return sentences.at(row);
}

bool AskingAgain::repeats_differ(const Json& example) const {
  auto with_twin = trial(example);
  with_twin.has_twin = true;
  const auto answered = try_out({with_twin}, limits_).front();
  return !answered.is_like_twin && !is_no_view(answered);
}

bool AskingAgain::addresses_differ(const Json& example) const {
  const auto plain = trial(example);
  auto one = plain, other = plain;
  one.shuffle = 1;
  other.shuffle = 2;
  return differ({plain, one, other});
}

bool AskingAgain::state_differs(const Json& example) const {
  const auto after = trial(example);
  auto fresh = after;
  fresh.sequences = {after.sequences.back()};
  return differ({after, fresh});
}

bool AskingAgain::differ(const std::vector<Trial>& trials) const {
  const auto all = try_out(trials, limits_);
  for (const auto& one : all) {
    if (is_no_view(one))
      return false;
    const bool has_both = !one.answers.empty() && !all.front().answers.empty();
    if (one.found.has_value() != all.front().found.has_value() ||
        (has_both && one.answers.back() != all.front().answers.back()))
      return true;
  }
  return false;
}

} // namespace malha::conformance

// SPDX-License-Identifier: MIT
#include "asking_again.hpp"

namespace malha::conformance {
namespace {

bool is_no_view(const SessionResult& result) { return result.found && result.found->row == "no view"; }

} // namespace

Session AskingAgain::session(const Json& example) const {
  auto whole = session_of(plugin_, example);
  if (!example.contains("seed"))
    whole.seed = seed_;
  return whole;
}

std::optional<SessionResult> AskingAgain::result(const Json& example, const SessionLimits& limits) const {
  try {
    return run_sessions({session(example)}, limits).front();
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
      {"repeats", "the same views are answered differently in another process: it reads a clock, a random "
                  "device, or uninitialised memory"},
      {"addresses", "the same views are answered differently at other memory addresses: it depends on the "
                    "order or the hash "
                    "of addresses, or reads uninitialised memory"},
      {"state", "the same views are answered differently after another instance was asked: it keeps state "
                "outside of its instances"}};
  return sentences.at(row);
}

bool AskingAgain::repeats_differ(const Json& example) const {
  auto with_twin = session(example);
  with_twin.has_twin = true;
  const auto answered = run_sessions({with_twin}, limits_).front();
  return !answered.is_like_twin && !is_no_view(answered);
}

bool AskingAgain::addresses_differ(const Json& example) const {
  constexpr int shuffles = 6; // two jobs, as a small example has, keep their order in half of them
  std::vector<Session> sessions(1 + shuffles, session(example));
  for (std::size_t shuffle = 1; shuffle < sessions.size(); ++shuffle)
    sessions[shuffle].shuffle = shuffle;
  return differ(sessions);
}

bool AskingAgain::state_differs(const Json& example) const {
  const auto after = session(example);
  auto fresh = after;
  fresh.sequences = {after.sequences.back()};
  return differ({after, fresh});
}

bool AskingAgain::differ(const std::vector<Session>& sessions) const {
  const auto all = run_sessions(sessions, limits_);
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

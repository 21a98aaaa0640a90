// SPDX-License-Identifier: MIT
#include "policy_check.hpp"

#include "drawn_sequences.hpp"
#include "foreign_memory.hpp"
#include "scenarios/runner/processes/real_time.hpp"
#include "smaller.hpp"

#include <algorithm>

namespace malha::conformance {
namespace {

/// How often an example is asked while it is made smaller; less often if its calls take too long or wait.
constexpr int most_tries = 1000, most_long_tries = 60, most_waiting_tries = 6;

/// The longest time of making an example smaller. It is long, so that the result does not depend on other
/// load.
constexpr Seconds patience_with_examples = 60;
constexpr double most_limits = 30; ///< of a call

/// The limit of a plugin under valgrind, as a multiple of the limit of a call.
constexpr double patience_with_valgrind = 100;

bool is_overdue(const Found& found) { return found.sentence.rfind("it does not answer", 0) == 0; }
bool waits(const Found& found) {
  return found.sentence.rfind("it does not answer:", 0) == 0 ||
         found.sentence.find("stop") != std::string::npos;
}

/// `smaller` with a limit of time.
Json smaller_soon(const Json& example, const std::function<bool(const Json&)>& shows, int most,
                  Seconds longest) {
  const auto until = real_time_now() + longest;
  return smaller(
      example, [&](const Json& candidate) { return real_time_now() < until && shows(candidate); }, most);
}

/// The places of results without a finding.
std::vector<std::size_t> places_of_good(const std::vector<SessionResult>& results) {
  std::vector<std::size_t> good;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (!results[i].found)
      good.push_back(i);
  return good;
}

} // namespace

PolicyCheck::PolicyCheck(PluginReport& report, const CheckOptions& options)
    : report_(report), options_(options), policy_(report.file, options.seed, options.limits) {}

void PolicyCheck::check(const Views& views) {
  draw(views);
  ask_all();
  for (std::size_t i = 0; i < first_.size(); ++i) {
    report_.calls += first_[i].calls;
    if (first_[i].found)
      note(*first_[i].found, cut(i, first_[i].found->view));
  }
  ask_again();
  if (options_.uses_valgrind)
    look_at_memory();
  else
    report_.not_looked_at["memory"] = "not asked for";
}

void PolicyCheck::check(const Json& example) {
  const auto session = policy_.session(example);
  need(!session.sequences.back().views.empty(), "it has no views");
  const auto result = run_sessions({session}, options_.limits).front();
  report_.views = static_cast<std::int64_t>(session.sequences.back().views.size());
  report_.calls = result.calls;
  if (result.found && result.found->row == "no view")
    throw NoView(result.found->sentence);
  report_.not_looked_at["memory"] = "not in a replay";
  if (!example.contains("before"))
    report_.not_looked_at["state"] = "the example has no instance that is asked before";
  if (result.found) {
    report_.findings.push_back({result.found->row, result.found->sentence, example});
    return skip({"repeats", "addresses", "state"}, "the example ends with what was found");
  }
  for (const std::string row : {"repeats", "addresses", "state"})
    if ((row != "state" || example.contains("before")) && policy_.differs(row, example)) {
      report_.findings.push_back({row, AskingAgain::sentence(row), example});
      return;
    }
}

/// Draws the views, and says in the report how many they are.
void PolicyCheck::draw(const Views& views) {
  sequences_ = drawn_sequences(views, report_.described.settings, options_.views, options_.seed);
  is_alone_ = views.is_alone;
  report_.are_runs = views.is_whole_run;
  report_.settings = sequences_.size();
  for (const auto& sequence : sequences_) {
    report_.views += static_cast<std::int64_t>(sequence.views.size());
    if (report_.are_runs)
      for (const auto& view : sequence.views)
        report_.longest_run = std::max(report_.longest_run, view.value("jobs", Json::array()).size());
  }
}

/// A policy that does not answer under its defaults is not waited for under other settings.
void PolicyCheck::ask_all() {
  std::vector<Session> sessions;
  for (const auto& sequence : sequences_)
    sessions.push_back({report_.file, {sequence}, options_.seed, true});
  first_ = run_sessions({sessions.front()}, options_.limits);
  if (first_.front().found && (is_overdue(*first_.front().found) || waits(*first_.front().found))) {
    sequences_.resize(1);
    return;
  }
  sessions.erase(sessions.begin());
  const auto others = run_sessions(sessions, options_.limits);
  first_.insert(first_.end(), others.begin(), others.end());
}

/// Asks what was answered well once more: where memory lies elsewhere, and by instances that follow each
/// other.
void PolicyCheck::ask_again() {
  const auto good = places_of_good(first_);
  if (good.empty())
    return skip({"repeats", "addresses", "state"}, "no setting is left under which it answers every view");
  if (good.front() == 0)
    report_.time = first_[0].time / static_cast<double>(std::max<std::int64_t>(1, first_[0].calls));
  for (const auto i : good)
    if (!first_[i].is_like_twin)
      return note_difference("repeats", json_of(sequences_[i]), {"addresses", "state"});
  std::vector<Session> sessions;
  Session together{report_.file, {}, options_.seed};
  for (const auto i : good) {
    sessions.push_back({report_.file, {sequences_[i]}, options_.seed, false, i + 1});
    together.sequences.push_back(sequences_[i]);
  }
  sessions.push_back(together);
  compare(good, run_sessions(sessions, options_.limits));
}

/// Of each good sequence there is a session with other addresses; then one of all together.
void PolicyCheck::compare(const std::vector<std::size_t>& good, const std::vector<SessionResult>& results) {
  const auto is_same = [&](const SessionResult& other, std::size_t place, std::size_t i) {
    return place < other.answers.size() && other.answers[place] == first_[i].answers.front();
  };
  for (std::size_t i = 0; i < good.size(); ++i)
    if (!is_same(results[i], 0, good[i]))
      return note_difference("addresses", json_of(sequences_[good[i]]), {"state"});
  for (std::size_t i = 0; i < good.size(); ++i)
    if (!is_same(results.back(), i, good[i])) {
      auto example = json_of(sequences_[good[i]]);
      example["before"] = Json::array();
      for (std::size_t before = 0; before < std::max<std::size_t>(i, 1); ++before)
        example["before"].push_back(json_of(sequences_[good[before]]));
      return note_difference("state", example, {});
    }
}

/// Looks at the first views of a setting under which it answers.
void PolicyCheck::look_at_memory() {
  constexpr std::size_t most = 20;
  const auto good = places_of_good(first_);
  if (good.empty())
    return skip({"memory"}, "no setting is left under which it answers every view");
  auto sequence = sequences_[good.front()];
  sequence.views.resize(std::min(sequence.views.size(), report_.are_runs ? most / views_of_a_run : most));
  const auto seen =
      memory_of(report_.file, complete(json_of(sequence)), patience_with_valgrind * options_.limits.time);
  if (!seen.not_looked_at.empty())
    report_.not_looked_at["memory"] = seen.not_looked_at;
  for (const auto& flaw : seen.flaws)
    report_.findings.push_back({"memory", flaw, nullptr});
}

/// Adds what was found while a policy was asked, with the smallest example, unless there is some of its row.
void PolicyCheck::note(const Found& found, const Json& example) {
  if (has(found.row))
    return;
  auto limits = options_.limits;
  const bool is_waiting = waits(found), is_long = is_overdue(found) || is_waiting;
  if (is_long)
    limits.time = std::max(0.1, limits.time / 10);
  const auto shows = [&](const Json& candidate) {
    const auto result = policy_.result(candidate, limits);
    return result && result->found && result->found->row == found.row;
  };
  const auto most = is_waiting ? most_waiting_tries : is_long ? most_long_tries : most_tries;
  const auto longest = is_long ? patience_with_examples
                               : std::clamp(most_limits * options_.limits.time, 3.0, patience_with_examples);
  const auto small = shows(example) ? smaller_soon(example, shows, most, longest) : example;
  const auto last = policy_.result(small, is_waiting ? limits : options_.limits);
  const bool is_shown = last && last->found && last->found->row == found.row;
  report_.findings.push_back({found.row, is_shown && !is_waiting ? last->found->sentence : found.sentence,
                              complete(is_shown ? small : example)});
}

/// Adds that answers differ, with the smallest example. Rows that it hides are not looked at.
void PolicyCheck::note_difference(const std::string& row, const Json& example,
                                  const std::vector<const char*>& hidden) {
  skip(hidden, "answers change without that");
  const auto shows = [&](const Json& candidate) {
    try {
      return policy_.differs(row, candidate);
    } catch (const NoView&) {
      return false;
    }
  };
  report_.findings.push_back(
      {row, AskingAgain::sentence(row),
       complete(shows(example) ? smaller_soon(example, shows, most_tries, patience_with_examples)
                               : example)});
}

void PolicyCheck::skip(const std::vector<const char*>& rows, const std::string& why) {
  for (const auto* row : rows)
    report_.not_looked_at[row] = why;
}

bool PolicyCheck::has(const std::string& row) const {
  return std::any_of(report_.findings.begin(), report_.findings.end(),
                     [&](const auto& finding) { return finding.row == row; });
}

/// The views of a sequence up to that one; of whole runs that one alone.
Json PolicyCheck::cut(std::size_t sequence, std::size_t view) const {
  auto shown = sequences_[sequence];
  shown.views.resize(std::min(view + 1, shown.views.size()));
  if (is_alone_ && !shown.views.empty())
    shown.views = {shown.views.back()};
  return json_of(shown);
}

Json PolicyCheck::complete(const Json& example) const {
  Json whole{{"policy", report_.described.name}, {"seed", options_.seed}};
  whole.update(example);
  return whole;
}

} // namespace malha::conformance

// SPDX-License-Identifier: MIT
#include "fault_case.hpp"

#include "actors/runtime/plan/environment.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace malha::chaos {
namespace {

/// Of the environment.
const std::string late_actor = "late_messages", lost_actor = "lost_messages",
                  doubled_actor = "doubled_messages";
const std::string lost_mark = ":lost", doubled_mark = ":twice";

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw InputError(
      "case '" + text + "': " + why +
      "; valid: HOST@DATE, or HOST@DATE+DOWN for a host that returns after DOWN s; NUMBER+S for a message "
      "that is S s late, NUMBER:lost, or NUMBER:twice+S for one that is sent again after S s; several with "
      "commas between them");
}

Seconds seconds_from(const std::string& text, const std::string& number) {
  const auto value = parse_number<Seconds>(number);
  if (!value || !std::isfinite(*value))
    refuse(text, "'" + number + "' is no time in s");
  if (!(*value > 0))
    refuse(text, "'" + number + "' is not above 0");
  return *value;
}

Crash crash_from(const std::string& text, const std::string& word) {
  const auto at = word.rfind('@');
  if (at == 0)
    refuse(text, "'" + word + "' names no host and date");
  const auto dates = word.substr(at + 1);
  auto plus = dates.find('+', 1);
  if (plus != std::string::npos && dates[plus - 1] == 'e') // as in 1e+20
    plus = dates.find('+', plus + 1);
  const bool returns = plus != std::string::npos;
  return {word.substr(0, at), seconds_from(text, returns ? dates.substr(0, plus) : dates),
          returns ? seconds_from(text, dates.substr(plus + 1)) : never};
}

/// One fault, without the mark that says which.
std::vector<MessageFault> message_from(const std::string& word) {
  const auto mark = word.find(':');
  const auto number = word.substr(0, mark), rest = mark == std::string::npos ? "" : word.substr(mark);
  if (rest == lost_mark)
    return lost_messages_from(number);
  if (rest.rfind(doubled_mark + "+", 0) == 0)
    return doubled_messages_from(number + rest.substr(doubled_mark.size()));
  return late_messages_from(word);
}

MessageFault message_from(const std::string& text, const std::string& word) {
  try {
    return message_from(word).at(0);
  } catch (const std::exception&) {
    refuse(text, "'" + word + "' names no host and date, and no message");
  }
}

const std::string& actor_of(const MessageFault& fault) {
  return fault.is_doubled ? doubled_actor : fault.late < never ? late_actor : lost_actor;
}

/// The faults of messages that this environment actor makes.
std::vector<MessageFault> those_of(const std::string& actor, const FaultCase& faults) {
  std::vector<MessageFault> some;
  for (const auto& fault : faults.messages)
    if (actor_of(fault) == actor)
      some.push_back(fault);
  return some;
}

void set_messages(SimulationPlan& plan, const std::string& actor, const FaultCase& of_all) {
  const auto faults = those_of(actor, of_all);
  for (auto& placed : plan.environment)
    if (environment_name(*placed.descriptor) == actor && !faults.empty())
      placed.parameters = Parameters(placed.descriptor->parameters, {{"messages", text_of(faults)}});
}

} // namespace

std::string text_of(const FaultCase& faults) {
  std::string text;
  const auto add = [&](const std::string& one) { text += (text.empty() ? "" : ",") + one; };
  for (const auto& [host, date, down] : faults.crashes)
    add(host + "@" + shortest(date) + (down < never ? "+" + shortest(down) : ""));
  for (const auto& fault : faults.messages)
    add(std::to_string(fault.number) + (fault.is_doubled ? doubled_mark : "") +
        (fault.late < never ? "+" + shortest(fault.late) : lost_mark));
  return text;
}

FaultCase case_from(const std::string& text) {
  FaultCase faults;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');)
    if (word.find('@') != std::string::npos)
      faults.crashes.push_back(crash_from(text, word));
    else
      faults.messages.push_back(message_from(text, word));
  if (faults.empty())
    refuse(text, "it has no fault");
  return faults;
}

std::vector<std::string> environment_of(const FaultCase& faults) {
  std::vector<std::string> names;
  for (const auto& actor : {late_actor, lost_actor, doubled_actor})
    if (!those_of(actor, faults).empty())
      names.push_back(actor);
  return names;
}

SimulationPlan with_faults(SimulationPlan plan, const FaultCase& faults) {
  auto& profiles = plan.platform.profiles;
  for (const auto& [host, date, down] : faults.crashes) {
    const auto earlier =
        std::find_if(profiles.begin(), profiles.end(), [&wanted = host](const auto& profile) {
          return profile.kind == Profile::Kind::host_state && profile.where == wanted;
        });
    if (earlier != profiles.end())
      throw InputError("case '" + text_of(faults) + "': host '" + host +
                       (earlier->is_loaded ? "' has a state profile of its own (" + earlier->place + ")"
                                           : "' is given twice") +
                       "; valid: other hosts");
    std::vector<Profile::Point> points{{date, 0}};
    if (down < never)
      points.push_back({date + down, 1});
    profiles.push_back(
        {Profile::Kind::host_state, host, points, never, "case '" + text_of(faults) + "'", false});
  }
  for (const auto& actor : {late_actor, lost_actor, doubled_actor})
    set_messages(plan, actor, faults);
  return plan;
}

} // namespace malha::chaos

// SPDX-License-Identifier: MIT
#include "crash_case.hpp"

#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace malha::chaos {
namespace {

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw InputError("case '" + text + "': " + why +
                   "; valid: HOST@DATE, or HOST@DATE+DOWN for a host that returns after DOWN s; several with "
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

} // namespace

std::string text_of(const CrashCase& crashes) {
  std::string text;
  for (const auto& [host, date, down] : crashes)
    text +=
        (text.empty() ? "" : ",") + host + "@" + shortest(date) + (down < never ? "+" + shortest(down) : "");
  return text;
}

CrashCase case_from(const std::string& text) {
  CrashCase crashes;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    const auto at = word.rfind('@');
    if (at == std::string::npos || at == 0)
      refuse(text, "'" + word + "' names no host and date");
    const auto dates = word.substr(at + 1);
    auto plus = dates.find('+', 1);
    if (plus != std::string::npos && dates[plus - 1] == 'e') // as in 1e+20
      plus = dates.find('+', plus + 1);
    const bool returns = plus != std::string::npos;
    crashes.push_back({word.substr(0, at), seconds_from(text, returns ? dates.substr(0, plus) : dates),
                       returns ? seconds_from(text, dates.substr(plus + 1)) : never});
  }
  if (crashes.empty())
    refuse(text, "it has no crash");
  return crashes;
}

SimulationPlan with_crashes(SimulationPlan plan, const CrashCase& crashes) {
  auto& profiles = plan.platform.profiles;
  for (const auto& [host, date, down] : crashes) {
    const auto earlier =
        std::find_if(profiles.begin(), profiles.end(), [&wanted = host](const auto& profile) {
          return profile.kind == Profile::Kind::host_state && profile.where == wanted;
        });
    if (earlier != profiles.end())
      throw InputError("case '" + text_of(crashes) + "': host '" + host +
                       (earlier->is_loaded ? "' has a state profile of its own (" + earlier->place + ")"
                                           : "' is there twice") +
                       "; valid: other hosts");
    std::vector<Profile::Point> points{{date, 0}};
    if (down < never)
      points.push_back({date + down, 1});
    profiles.push_back(
        {Profile::Kind::host_state, host, points, never, "case '" + text_of(crashes) + "'", false});
  }
  return plan;
}

} // namespace malha::chaos

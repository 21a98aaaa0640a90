// SPDX-License-Identifier: MIT
// Reads what a platform says of the power of a host.
#include "errors.hpp"
#include "numbers.hpp"
#include "power_profile.hpp"
#include "split.hpp"
#include "units.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace malha {
namespace {

constexpr FlopsPerSecond fastest_switch =
    1; ///< Batsim computes 1 flop in it; faster is a pstate to compute at

constexpr Watts most_watts = 9e9; ///< of one host; sums of whole nanowatts must not overflow

std::string without_blanks_around(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

/// Reads the properties of one host.
class PowerProperties {
public:
  PowerProperties(const std::string& host, const std::vector<FlopsPerSecond>& speeds, int first,
                  const std::map<std::string, std::string>& properties)
      : host_(host), speeds_(speeds), first_(first), properties_(properties) {}

  std::optional<PowerProfile> read(int cores) {
    if (!find("wattage_per_state")) {
      refuse_alone();
      return std::nullopt;
    }
    profile_.cores = cores;
    read_states();
    if (const auto* off = find("wattage_off"))
      profile_.off = watts("wattage_off", *off, *off);
    if (find("sleep_pstates"))
      read_sleep_pstates();
    else
      read_switches();
    if (!take_states())
      return std::nullopt;
    return std::move(profile_);
  }

private:
  const std::string* find(const std::string& property) const {
    const auto found = properties_.find(property);
    return found == properties_.end() ? nullptr : &found->second;
  }

  [[noreturn]] void fail(const std::string& what, const std::string& valid) const {
    throw InputError("host '" + host_ + "' has " + what + "; valid: " + valid);
  }
  [[noreturn]] void refuse(const std::string& property, const std::string& why,
                           const std::string& valid) const {
    fail(property + " '" + *find(property) + "'" + (why.empty() ? "" : ", " + why), valid);
  }

  /// Without its power, a host has no energy of which these could be a part.
  void refuse_alone() const {
    for (const auto& property : power_properties())
      if (find(property))
        fail(property + " and no wattage_per_state", "both, or neither");
  }

  Watts watts(const std::string& property, const std::string& value, const std::string& part) const {
    const auto number = parse_number<double>(without_blanks_around(part));
    if (!number || !(*number >= 0 && *number <= most_watts))
      refuse(property, part == value ? "" : "of which '" + without_blanks_around(part) + "' is no power",
             "numbers of watts, from 0 to 9e9");
    return *number;
  }

  /// One for each pstate of the host. `all_` has switches and pstates of speed 0, too.
  void read_states() {
    const std::string property = "wattage_per_state";
    const auto& value = *find(property);
    const auto parts = split(value, ',');
    if (parts.size() != speeds_.size())
      refuse(property,
             "with " + std::to_string(parts.size()) + " for " + std::to_string(speeds_.size()) +
                 (speeds_.size() == 1 ? " pstate" : " pstates"),
             "one Idle:Epsilon:AllCores or Idle:AllCores for each pstate");
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto numbers = split(parts[i], ':');
      if (numbers.size() != 2 && numbers.size() != 3)
        refuse(property,
               "of which '" + without_blanks_around(parts[i]) + "' has " + std::to_string(numbers.size()) +
                   (numbers.size() == 1 ? " number" : " numbers"),
               "Idle:Epsilon:AllCores or Idle:AllCores for each pstate");
      const Watts idle = watts(property, value, numbers.front());
      const Watts epsilon = numbers.size() == 3 ? watts(property, value, numbers[1]) : idle;
      all_.push_back({speeds_[i], idle, epsilon, watts(property, value, numbers.back())});
    }
  }

  int pstate(const std::string& property, const std::string& part) const {
    const auto number = parse_number<int>(without_blanks_around(part));
    if (!number || *number < 0 || static_cast<std::size_t>(*number) >= all_.size())
      refuse(property, "and no pstate '" + without_blanks_around(part) + "'",
             "numbers of pstates, from 0 to " + std::to_string(all_.size() - 1));
    return *number;
  }
  const PowerState& at(int number) const { return all_[static_cast<std::size_t>(number)]; }

  /// The pstate of a switch. The host is taken to be fully loaded in it, as SimGrid does at speed 0.
  int switching(const std::string& property, const std::string& part) {
    const int number = pstate(property, part);
    if (at(number).speed > fastest_switch)
      refuse(property,
             "and computes " + shortest(at(number).speed) + " flop/s in pstate " + std::to_string(number),
             "pstates of at most 1 flop/s for switches");
    taken_.insert(number);
    return number;
  }

  void read_sleep_pstates() {
    const std::string property = "sleep_pstates";
    for (const auto* other : {"boot", "shutdown"})
      if (find(other))
        fail(property + " and " + other, "either sleep_pstates, or boot and shutdown");
    std::set<int> sleeping, switches;
    for (const auto& group : split(*find(property), ',')) {
      const auto parts = split(group, ':');
      if (parts.size() != 3)
        refuse(property, "", "three pstates, such as 1:2:3: to sleep in, to go to sleep, and to boot");
      const int sleep = pstate(property, parts[0]);
      const int down = switching(property, parts[1]), up = switching(property, parts[2]);
      switches.insert({down, up});
      if (!sleeping.insert(sleep).second || down == up)
        refuse(property, "the same pstate twice", "different pstates");
      taken_.insert(sleep);
      if (profile_.can_sleep())
        continue; // more than one way to sleep
      profile_.off = at(sleep).idle;
      profile_.shutdown = {switch_time(down), at(down).all};
      profile_.boot = {switch_time(up), at(up).all};
    }
    for (const int one : sleeping)
      if (switches.count(one) > 0)
        refuse(property, "the same pstate twice", "different pstates");
  }

  /// Batsim computes 1 flop.
  Seconds switch_time(int number) const {
    const Seconds time = 1 / at(number).speed;
    if (!std::isfinite(time))
      refuse("sleep_pstates", "and computes nothing in pstate " + std::to_string(number),
             "pstates above 0 flop/s for switches, which take 1 / speed; or boot and shutdown");
    return time;
  }

  void read_switches() {
    const bool boots = find("boot") != nullptr;
    if (boots != (find("shutdown") != nullptr))
      fail(boots ? "boot and no shutdown" : "shutdown and no boot", "both, or neither");
    if (!boots)
      return;
    profile_.shutdown = read_switch("shutdown");
    profile_.boot = read_switch("boot");
  }

  PowerSwitch read_switch(const std::string& property) {
    const auto parts = split(*find(property), ':');
    const auto time =
        parts.size() == 2 ? parse_quantity(without_blanks_around(parts[1]), "s") : std::optional<double>();
    if (!time || !std::isfinite(*time) || *time < 0)
      refuse(property, "", "a pstate and a time in s, 0 or more, such as 3:150");
    return {*time, at(switching(property, parts[0])).all};
  }

  /// Leaves the pstates in which the host computes. Returns whether it ever computes.
  bool take_states() {
    if (std::all_of(speeds_.begin(), speeds_.end(), [](auto speed) { return speed == 0; }) && taken_.empty())
      return false;
    for (int number = 0; number < static_cast<int>(all_.size()); ++number) {
      if (!(at(number).speed > 0) || taken_.count(number) > 0)
        continue;
      if (number == first_)
        profile_.first = static_cast<int>(profile_.states.size());
      profile_.states.push_back(at(number));
      profile_.pstates.push_back(number);
    }
    const auto& those = profile_.pstates;
    if (std::find(those.begin(), those.end(), first_) != those.end())
      return true;
    std::vector<std::string> valid;
    for (const int one : those)
      valid.push_back(std::to_string(one));
    fail("pstate " + std::to_string(first_) + " at the start, in which it does not compute",
         "a pstate above speed 0 that is none for sleeping or switching: " + listed(valid));
  }

  const std::string& host_;
  const std::vector<FlopsPerSecond>& speeds_;
  const int first_;
  const std::map<std::string, std::string>& properties_;
  PowerProfile profile_;
  std::vector<PowerState> all_; ///< by pstate
  std::set<int> taken_;         ///< pstates for sleeping and switching
};

} // namespace

std::optional<PowerProfile> read_power_profile(const std::string& host, int cores,
                                               const std::vector<FlopsPerSecond>& speeds, int first,
                                               const std::map<std::string, std::string>& properties) {
  return PowerProperties(host, speeds, first, properties).read(cores);
}

std::optional<double> read_carbon_intensity(const std::string& host,
                                            const std::map<std::string, std::string>& properties) {
  const auto found = properties.find("carbon_intensity");
  if (found == properties.end())
    return std::nullopt;
  const auto number = parse_number<double>(without_blanks_around(found->second));
  if (!number || !std::isfinite(*number) || *number < 0)
    throw InputError("host '" + host + "' has carbon_intensity '" + found->second +
                     "'; valid: a finite number of g/kWh, 0 or more");
  return number;
}

const std::vector<std::string>& power_properties() {
  static const std::vector<std::string> names{"wattage_per_state", "wattage_off", "sleep_pstates", "boot",
                                              "shutdown"};
  return names;
}

} // namespace malha

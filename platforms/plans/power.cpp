// SPDX-License-Identifier: MIT
#include "power.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/near_names.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"
#include "policies/sdk/units.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace malha {
namespace {

/// Turns the parameters into what a host gets.
class Power {
public:
  Power(const std::string& platform, const Parameters& given) : platform_(platform), given_(given) {
    for (const auto* other : {"watts_off", "boot", "shutdown", "pstates"})
      if (!has("watts") && has(other))
        refuse(other, "with watts only");
    if (!has("watts"))
      return;
    if (has("pstates"))
      read_shares();
    read_watts();
    if (has("watts_off"))
      properties_["wattage_off"] =
          shortest(number("watts_off", given_.text("watts_off"), "W", "watts, 0 or more"));
    if (has("boot") != has("shutdown"))
      refuse(has("boot") ? "boot" : "shutdown", "boot and shutdown, or neither");
    if (has("boot")) {
      add_switch("boot");
      add_switch("shutdown");
    }
  }

  void give(PlatformPlan::Host& host) const {
    std::vector<FlopsPerSecond> speeds;
    for (const auto share : shares_) {
      speeds.push_back(host.speed * share);
      if (!std::isfinite(speeds.back()) || (speeds.back() == 0 && share > 0))
        refuse("pstates", "shares of " + shortest(host.speed) + " flop/s that a number can hold");
    }
    host.speed = speeds.front();
    host.further_speeds.assign(speeds.begin() + 1, speeds.end());
    for (const auto& [property, value] : properties_)
      host.properties[property] = value;
  }

  bool is_given() const { return !properties_.empty(); }

private:
  bool has(const std::string& parameter) const { return !given_.text(parameter).empty(); }

  [[noreturn]] void refuse(const std::string& parameter, const std::string& valid) const {
    throw InputError("platform '" + platform_ + "': parameter '" + parameter + "' cannot be '" +
                     given_.text(parameter) + "'; valid: " + valid);
  }

  double number(const std::string& parameter, const std::string& text, const std::string& unit,
                const std::string& valid) const {
    const auto value = parse_quantity(text, unit);
    if (!value || !std::isfinite(*value) || *value < 0)
      refuse(parameter, valid);
    return *value;
  }

  void read_shares() {
    const std::string valid = "numbers above 0, with ',' between them";
    shares_.clear();
    for (const auto& part : split(given_.text("pstates"), ',')) {
      shares_.push_back(number("pstates", part, "1", valid));
      if (shares_.back() == 0)
        refuse("pstates", valid);
    }
  }

  void read_watts() {
    const std::string valid =
        "Idle:Epsilon:AllCores or Idle:AllCores, in W, each 0 or more, with ',' between "
        "pstates";
    const auto states = split(given_.text("watts"), ',');
    if (states.size() != shares_.size())
      refuse("watts", "one Idle:Epsilon:AllCores or Idle:AllCores for each pstate, of which there " +
                          std::string(shares_.size() == 1 ? "is " : "are ") + std::to_string(shares_.size()));
    for (const auto& state : states) {
      const auto parts = split(state, ':');
      if (parts.size() != 2 && parts.size() != 3)
        refuse("watts", valid);
      std::string text;
      for (const auto& part : parts)
        text += (text.empty() ? "" : ":") + shortest(number("watts", part, "W", valid));
      add_wattage(text);
    }
  }

  void add_wattage(const std::string& of_a_pstate) {
    auto& all = properties_["wattage_per_state"];
    all += (all.empty() ? "" : ",") + of_a_pstate;
  }

  /// A pstate of speed 0, as SimGrid's example energy-boot has it, in which a host counts as fully loaded.
  void add_switch(const std::string& parameter) {
    const std::string valid = "a time in s and watts, each 0 or more, such as 150:120";
    const auto parts = split(given_.text(parameter), ':');
    if (parts.size() != 2)
      refuse(parameter, valid);
    const auto time = shortest(number(parameter, parts[0], "s", valid)),
               watts = shortest(number(parameter, parts[1], "W", valid));
    properties_[parameter] = std::to_string(shares_.size()) + ":" + time;
    shares_.push_back(0);
    add_wattage(watts + ":" + watts);
  }

  const std::string& platform_;
  const Parameters& given_;
  std::vector<double> shares_{1};                 ///< of a host's speed, by pstate
  std::map<std::string, std::string> properties_; ///< empty: none is said
};

} // namespace

std::vector<ParameterSpec> power_parameters() {
  return {
      text("watts", "",
           "power of a host, Idle:Epsilon:AllCores or Idle:AllCores in W, with ',' between pstates; \"\": "
           "not modelled"),
      text("watts_off", "", "power of a host that is off or sleeps, in W; \"\": 0"),
      text("boot", "", "how a host boots, time:watts, such as 150:120; \"\": hosts do not sleep"),
      text("shutdown", "", "how a host goes to sleep, time:watts, such as 7:110"),
      text("pstates", "",
           "speeds of the pstates, as shares of the host's speed, with ',' between them; the first is in "
           "use at the start; \"\": 1")};
}

std::vector<ParameterSpec> with_power_parameters(std::vector<ParameterSpec> all) {
  for (auto& one : power_parameters())
    all.push_back(std::move(one));
  return all;
}

bool is_of_power(const std::string& parameter) {
  static const auto all = power_parameters();
  return std::any_of(all.begin(), all.end(), [&](const auto& spec) { return spec.name == parameter; });
}

Parameters values_for(const std::vector<ParameterSpec>& generator,
                      const std::map<std::string, std::string>& given, const std::string& allowed_by) {
  std::vector<std::string> all, without_power;
  for (const auto& spec : generator) {
    all.push_back(spec.name);
    if (!is_of_power(spec.name))
      without_power.push_back(spec.name);
  }
  for (const auto& [name, value] : given) {
    if (std::find(all.begin(), all.end(), name) != all.end())
      continue;
    const auto near = near_names(name, all);
    const bool means_power = std::any_of(near.begin(), near.end(), is_of_power);
    throw std::invalid_argument("unknown parameter '" + name + "'" +
                                instead_of(name, means_power ? all : without_power, allowed_by));
  }
  return {generator, given, allowed_by};
}

void add_power(const std::string& platform, const Parameters& given, PlatformPlan& plan) {
  const Power power(platform, given);
  if (!power.is_given())
    return;
  for (auto& host : plan.hosts) {
    const auto role = host.properties.find("role");
    if (role == host.properties.end() || role->second == "worker")
      power.give(host);
  }
}

} // namespace malha

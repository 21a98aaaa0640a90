// SPDX-License-Identifier: MIT
#include "estimates.hpp"

#include "errors.hpp"
#include "numbers.hpp"

#include <boost/random/uniform_01.hpp>

#include <algorithm>

namespace malha {

ParameterSpec Estimates::parameter(const std::string& default_value) {
  return text(
      "estimates", default_value,
      "estimates of run times, which are also their limits: user, exact, factor:f (f times the run time), "
      "uniform:f (uniform between the run time and f + 1 times it) or same:s (s seconds, or the run time if "
      "that is longer)");
}

Estimates::Estimates(const std::string& text, RandomStreams& random)
    : stream_(random.stream("workload.estimates")) {
  const auto colon = text.find(':');
  const std::string rule = text.substr(0, colon);
  // No rule has a number below 0.
  const double number =
      colon == std::string::npos ? -1 : parse_number<double>(text.substr(colon + 1)).value_or(-1);
  if (text == "user" || text == "exact")
    rule_ = text == "user" ? Rule::user : Rule::exact;
  else if (rule == "factor" && number >= 1 && number <= 1e9)
    rule_ = Rule::factor;
  else if (rule == "uniform" && number >= 0 && number <= 1e9)
    rule_ = Rule::uniform;
  else if (rule == "same" && number > 0 && number <= 1e9)
    rule_ = Rule::same;
  else
    throw InputError("setting workload.estimates=" + text +
                     ": valid: user, exact, factor:f with f at least 1, uniform:f with f at least 0, "
                     "same:s with s above 0");
  number_ = std::max(number, 0.0);
}

Seconds Estimates::of(Seconds run_time, std::optional<Seconds> requested) {
  switch (rule_) {
  case Rule::user:
    return requested.value_or(run_time);
  case Rule::factor:
    return number_ * run_time;
  case Rule::uniform:
    return run_time * (1 + number_ * boost::random::uniform_01<>()(stream_));
  case Rule::same:
    return std::max(number_, run_time);
  default:
    return run_time;
  }
}

ParameterSpec reference_speed_parameter() {
  return real("reference_speed", 0, at_least(0), "flop/s",
              "speed at which run times are those of the source; 0: that of the platform's first worker");
}

FlopsPerSecond given_reference_speed(const Parameters& parameters) {
  return parameters.all().count("reference_speed") > 0 ? parameters.real("reference_speed") : 0;
}

} // namespace malha

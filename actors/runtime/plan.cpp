// SPDX-License-Identifier: MIT
#include "plan.hpp"

#include <algorithm>

namespace malha {

const std::vector<ParameterSpec>& run_parameters() {
  static const std::vector<ParameterSpec> specs{
      choice("transport", "network", {"network", "instant"},
             "messages cross the network of the platform, or cost nothing at all"),
      real("max_time", no_limit, above(0), "s",
           "the run is cut at this date; without it, it runs to its end"),
      choice("explain", "off", {"off", "on"}, "keep decisions.csv: why a job starts, or waits"),
      choice("series", "off", {"off", "on"},
             "keep the files of what is over time: series.csv and machine_states.csv of a cluster, "
             "user_series.csv of a pool"),
      real("warm_up", 0, at_least(0), "s", "jobs that are submitted before this date are not in the means"),
      real("cool_down", no_limit, above(0), "s",
           "jobs that are submitted at this date or later are not in the means"),
      choice("lookahead", "on", {"on", "off"},
             "an actor that is alone goes from date to date without SimGrid; the results are the same")};
  return specs;
}

bool SimulationPlan::has_message_faults() const {
  const auto asked = burdens_of(*this);
  return std::any_of(asked.begin(), asked.end(), [](const auto& one) {
    return one.burden == Burden::message_late || one.burden == Burden::message_lost;
  });
}

std::string switched_by(const PlatformSource& platform, const std::string& host) {
  for (const auto& profile : platform.profiles)
    if (profile.kind == Profile::Kind::host_state && profile.where == host)
      return " (" + profile.place + ")";
  return "";
}

} // namespace malha

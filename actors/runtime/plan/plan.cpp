// SPDX-License-Identifier: MIT
#include "plan.hpp"

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
      real("slowdown_threshold", 10, above(0), "s",
           "a run time below it counts as this in a bounded slowdown"),
      real("slowdown_speed", 0, at_least(0), "flop/s",
           "of the core on which a job would run alone, for bounded slowdowns; 0: that of the fastest "
           "resource"),
      real("short_job", 3600, at_least(0), "s",
           "run time alone of the longest job that is called short, for metrics by class"),
      integer("narrow_job", 8, between(0, 1e9), "count",
              "resources of the widest job that is called narrow, for metrics by class"),
      choice("lookahead", "on", {"on", "off"},
             "an actor that is alone goes from date to date without SimGrid; the results are the same")};
  return specs;
}

bool SimulationPlan::has_message_faults() const {
  return imposes(*this, Condition::message_late) || imposes(*this, Condition::message_lost) ||
         imposes(*this, Condition::message_doubled);
}

std::string switched_by(const PlatformSource& platform, const std::string& host) {
  for (const auto& profile : platform.profiles)
    if (profile.kind == Profile::Kind::host_state && profile.where == host)
      return " (" + profile.place + ")";
  return "";
}

} // namespace malha

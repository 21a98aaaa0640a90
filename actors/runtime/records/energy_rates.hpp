// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/actor.hpp"
#include "scenarios/workload/files/energy_series.hpp"

#include <deque>
#include <set>

namespace malha {

/// Adds the parameters of carbon, prices and a power cap to those of an actor that keeps the account of
/// energy.
std::vector<ParameterSpec> with_energy_rates(std::vector<ParameterSpec> parameters);

/// What a kWh of a host costs over time: grams of CO2, or a price. A number for all hosts, a file, or the
/// property `carbon_intensity` of hosts (SimGrid 4, plugin host_carbon_footprint). And the cap on the power
/// of all hosts.
class EnergyRates {
public:
  /// Reads the parameters of with_energy_rates. Throws InputError as read_energy_series does.
  explicit EnergyRates(ActorContext& actor);

  /// Throws InputError if a file has a series of a host that the platform does not have, or of none of these
  /// sites.
  void check_names(const std::set<std::string>& sites) const;
  /// A setting that needs the energy of hosts, as "carbon=90"; "": none does.
  std::string asks() const;
  /// The cap on the power of all machines; null: there is none.
  const StepSeries* cap() const { return cap_ ? &cap_->series.begin()->second : nullptr; }
  /// The rates of a host; null where nothing is said. They stay good as long as this does. Throws InputError
  /// if a rate is known of other hosts and not of this one.
  const StepSeries* carbon_of(const simgrid::s4u::Host& host, const std::string& site);
  const StepSeries* price_of(const simgrid::s4u::Host& host, const std::string& site) const;

private:
  ActorContext& actor_;
  std::optional<EnergySeries> carbon_, price_, cap_;
  std::deque<StepSeries> of_hosts_; ///< constant ones, from properties
  std::optional<bool> hosts_have_;  ///< the property; nothing before the first host
};

} // namespace malha

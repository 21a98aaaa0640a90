// SPDX-License-Identifier: MIT
#include "energy_rates.hpp"

#include "actors/runtime/simgrid/power.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/stage.hpp"
#include "policies/sdk/numbers.hpp"

namespace malha {
namespace {

/// The series of a file, or of a number; nothing if neither is given.
std::optional<EnergySeries> series_of(ActorContext& actor, const std::string& name, SeriesOf what,
                                      double none) {
  const auto& given = actor.parameters();
  const double number = given.real(name);
  const auto& file = given.text(name + "_file");
  const Seconds period = given.real(name + "_period");
  if (file.empty()) {
    if (period > 0)
      throw InputError(name + "_period=" + shortest(period) +
                       " repeats a series, and there is none; valid: with " + name + "_file");
    if (number == none)
      return std::nullopt;
    if (what == SeriesOf::intensities && number < 0)
      throw InputError(name + "=" + shortest(number) + " is below 0; valid: 0 or more, or " + shortest(none));
    return EnergySeries{EnergySeries::By::all, {{"", StepSeries({{0, number}}, std::nullopt)}}, {}};
  }
  if (number != none)
    throw InputError(name + "=" + shortest(number) + " and " + name + "_file=" + file +
                     " say the same in two ways; valid: one of them");
  auto series = read_energy_series(actor.simulation().file(file), what,
                                   period > 0 ? std::optional(period) : std::nullopt);
  for (const auto& note : series.notes)
    actor.simulation().add_note(name + "_file: " + note);
  return series;
}

const StepSeries* rate_of(const EnergySeries& series, const simgrid::s4u::Host& host, const std::string& site,
                          const std::string& what) {
  const auto* found = series.of(host.get_name(), site);
  if (found == nullptr)
    throw InputError(what + " has no series for host '" + host.get_name() + "' of site '" + site +
                     "'; valid: one for each host that runs jobs, for each site, or for all");
  return found;
}

} // namespace

std::vector<ParameterSpec> with_energy_rates(std::vector<ParameterSpec> parameters) {
  parameters.push_back(real("carbon", -1, at_least(-1), "g/kWh",
                            "CO2 of a kWh; -1: as the property carbon_intensity of hosts says, if it does"));
  parameters.push_back(file("carbon_file", "", "the same over time: CSV with time, value, and site or host"));
  parameters.push_back(
      real("carbon_period", 0, at_least(0), "s", "its values come again after that time; 0: never"));
  parameters.push_back(
      real("price", 0, between(-1e9, 1e9), "1/kWh", "price of a kWh; 0: costs are not counted"));
  parameters.push_back(file("price_file", "", "the same over time: CSV with time, value, and site or host"));
  parameters.push_back(
      real("price_period", 0, at_least(0), "s", "its values come again after that time; 0: never"));
  parameters.push_back(
      real("power_cap", 0, at_least(0), "W", "most power that all machines may draw; 0: there is no cap"));
  parameters.push_back(file("power_cap_file", "", "the same over time: CSV with time, value"));
  parameters.push_back(
      real("power_cap_period", 0, at_least(0), "s", "its values come again after that time; 0: never"));
  parameters.push_back(
      choice("power_cap_rule", "strict", {"strict", "count"},
             "a policy that lets machines draw more breaks a rule, or the time above the cap is "
             "counted"));
  return parameters;
}

EnergyRates::EnergyRates(ActorContext& actor)
    : actor_(actor), carbon_(series_of(actor, "carbon", SeriesOf::intensities, -1)),
      price_(series_of(actor, "price", SeriesOf::prices, 0)),
      cap_(series_of(actor, "power_cap", SeriesOf::powers, 0)) {
  if (cap_ && cap_->by != EnergySeries::By::all)
    throw InputError("power_cap_file=" + actor.parameters().text("power_cap_file") +
                     " has caps of sites or hosts; valid: columns time and value, for all machines at once");
  if (!cap_ && actor.parameters().text("power_cap_rule") != "strict")
    throw InputError(
        "power_cap_rule=" + actor.parameters().text("power_cap_rule") +
        " says what a power cap means, and there is none; valid: with power_cap or power_cap_file");
}

void EnergyRates::check_names(const std::set<std::string>& sites) const {
  for (const auto& [name, series] : {std::pair("carbon_file", &carbon_), std::pair("price_file", &price_)})
    if (*series)
      for (const auto& [of, steps] : (*series)->series) {
        const bool is_known =
            (*series)->by == EnergySeries::By::all ||
            ((*series)->by == EnergySeries::By::site ? sites.count(of) > 0
                                                     : simgrid::s4u::Host::by_name_or_null(of) != nullptr);
        if (!is_known)
          throw InputError(name + ("=" + actor_.parameters().text(name)) + " has a series of " +
                           ((*series)->by == EnergySeries::By::site ? "site '" : "host '") + of +
                           "', which the platform does not have; valid: " +
                           ((*series)->by == EnergySeries::By::site ? listed({sites.begin(), sites.end()})
                                                                    : "names of its hosts"));
      }
}

std::string EnergyRates::asks() const {
  for (const auto& [name, series] :
       {std::pair("carbon", &carbon_), std::pair("price", &price_), std::pair("power_cap", &cap_)})
    if (*series) {
      const auto& file = actor_.parameters().text(name + std::string("_file"));
      return file.empty() ? name + ("=" + shortest(actor_.parameters().real(name)))
                          : name + ("_file=" + file);
    }
  return actor_.parameters().text("node_load") == "one" ? "node_load=one" : "";
}

const StepSeries* EnergyRates::carbon_of(const simgrid::s4u::Host& host, const std::string& site) {
  if (carbon_)
    return rate_of(*carbon_, host, site, "carbon_file");
  const auto said = carbon_intensity_of(host);
  if (hosts_have_.value_or(said.has_value()) != said.has_value())
    throw InputError(
        "host '" + host.get_name() + "' has " + (said ? "a" : "no") +
        " carbon_intensity, unlike others that run jobs; valid: all of them or none, or setting carbon");
  hosts_have_ = said.has_value();
  return said ? &of_hosts_.emplace_back(std::vector<StepSeries::Step>{{0, *said}}, std::nullopt) : nullptr;
}

const StepSeries* EnergyRates::price_of(const simgrid::s4u::Host& host, const std::string& site) const {
  return price_ ? rate_of(*price_, host, site, "price_file") : nullptr;
}

} // namespace malha

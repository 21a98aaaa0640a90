// SPDX-License-Identifier: MIT
#include "power.hpp"

#include "policies/sdk/errors.hpp"
#include "results/files/files.hpp"
#include "rows.hpp"

#include <tuple>

namespace malha {
namespace {

constexpr PowerUse all_uses[] = {PowerUse::on, PowerUse::switching_off, PowerUse::off,
                                 PowerUse::switching_on};

double at_least_zero(const CsvReader& row, const std::string& column) {
  const double number = finite(row, column);
  if (number < 0)
    row.fail("'" + row.text(column) + "' in column '" + column + "' is below 0");
  return number;
}

std::optional<PowerSwitch> switch_in(const CsvReader& row, const std::string& what) {
  if (row.text(what + "_time").empty())
    return std::nullopt;
  return PowerSwitch{at_least_zero(row, what + "_time"), at_least_zero(row, what + "_power")};
}

/// What is the same in all rows of a host.
HostInFile host_in(const CsvReader& row, std::vector<int> resources) {
  HostInFile host;
  host.name = row.text("host");
  host.place = row.place();
  host.resources = std::move(resources);
  host.units = static_cast<int>(row.integer("units", 1, std::numeric_limits<int>::max()));
  if (host.units != static_cast<int>(host.resources.size()))
    row.fail("host '" + host.name + "' has " + counted(host.units, "unit") + ", and " +
             counted(static_cast<std::int64_t>(host.resources.size()), "resource") + " in resources.csv");
  host.cores_of_unit = at_least_zero(row, "cores_of_unit");
  host.profile.cores = static_cast<int>(row.integer("cores", 1, std::numeric_limits<int>::max()));
  host.profile.off = at_least_zero(row, "off");
  host.profile.boot = switch_in(row, "boot");
  host.profile.shutdown = switch_in(row, "shutdown");
  return host;
}

void add_state(const CsvReader& row, PowerProfile& profile) {
  profile.states.push_back({at_least_zero(row, "speed"), at_least_zero(row, "idle"),
                            at_least_zero(row, "epsilon"), at_least_zero(row, "all")});
  profile.pstates.push_back(static_cast<int>(row.integer("pstate", 0, std::numeric_limits<int>::max())));
}

/// Whether a host draws the same in two of its pstates.
bool draws_the_same(const PowerState& one, const PowerState& other) {
  return std::tie(one.idle, one.epsilon, one.all) == std::tie(other.idle, other.epsilon, other.all);
}

/// Chooses the pstate at the start by the speed of the resources. Returns whether the power is known then.
bool choose_first(PowerProfile& profile, FlopsPerSecond speed) {
  std::vector<std::size_t> fit;
  for (std::size_t state = 0; state < profile.states.size(); ++state)
    if (profile.states[state].speed == speed)
      fit.push_back(state);
  if (fit.empty())
    return false;
  profile.first = static_cast<int>(fit.front());
  return std::all_of(fit.begin(), fit.end(), [&](std::size_t state) {
    return draws_the_same(profile.states[state], profile.states[fit.front()]);
  });
}

void read_hosts(const std::filesystem::path& file, const Resources& resources, PowerRead& read) {
  std::map<std::string, std::vector<int>> resources_of;
  for (const auto& [index, resource] : resources)
    resources_of[resource.host].push_back(index);
  std::map<std::string, std::size_t> known;
  for (CsvReader row(file); row.next();) {
    const auto& name = row.text("host");
    const auto [at, is_new] = known.emplace(name, read.hosts.size());
    if (is_new)
      read.hosts.push_back(host_in(row, resources_of[name]));
    add_state(row, read.hosts[at->second].profile);
  }
  for (std::size_t host = 0; host < read.hosts.size(); ++host) {
    auto& one = read.hosts[host];
    for (const int index : one.resources)
      read.host_of[index] = host;
    if (!choose_first(one.profile, resources.at(one.resources.front()).speed))
      read.not_known.push_back("the speed of " + one.name +
                               " in resources.csv is not that of one pstate in " + one.place);
  }
}

PowerUse use_in(const CsvReader& row) {
  const auto& word = row.text("state");
  for (const auto use : all_uses)
    if (word == word_of(use))
      return use;
  row.fail("'" + word + "' in column 'state'; valid: on, switching_off, off, switching_on");
}

void read_turns(const std::filesystem::path& file, PowerRead& read) {
  std::map<std::string, std::size_t> known;
  for (std::size_t host = 0; host < read.hosts.size(); ++host)
    known[read.hosts[host].name] = host;
  for (CsvReader row(file); row.next();) {
    const auto host = known.find(row.text("host"));
    if (host == known.end())
      row.fail("host '" + row.text("host") + "' is not in host_power.csv");
    const auto& pstates = read.hosts[host->second].profile.pstates;
    const auto pstate = std::find(pstates.begin(), pstates.end(), row.integer("pstate"));
    if (pstate == pstates.end())
      row.fail("pstate " + row.text("pstate") + " of host '" + row.text("host") +
               "' is not in host_power.csv");
    read.turns.push_back({host->second, finite(row, "time"), use_in(row),
                          static_cast<std::size_t>(pstate - pstates.begin()), row.place()});
  }
}

} // namespace

const char* word_of(PowerUse use) {
  switch (use) {
  case PowerUse::switching_off:
    return "switching_off";
  case PowerUse::off:
    return "off";
  case PowerUse::switching_on:
    return "switching_on";
  default:
    return "on";
  }
}

Watts HostInFile::on(std::size_t state, int computing, double share) const {
  const auto& draws = profile.states[state];
  const double load = std::min(cores_of_unit * computing / profile.cores, 1.0) * std::min(share, 1.0);
  return computing == 0 ? draws.idle : draws.epsilon + load * (draws.all - draws.epsilon);
}

Watts HostInFile::most() const {
  Watts most = profile.off;
  for (const auto& draws : profile.states)
    most = std::max({most, draws.idle, draws.epsilon, draws.all});
  for (const auto& change : {profile.boot, profile.shutdown})
    most = std::max(most, change ? change->power : 0);
  return most;
}

PowerRead read_power(const std::filesystem::path& folder, const Resources& resources) {
  PowerRead read;
  read.is_modelled = is_written(folder / "host_power.csv");
  if (!read.is_modelled)
    return read;
  read_hosts(folder / "host_power.csv", resources, read);
  if (is_written(folder / "power_states.csv"))
    read_turns(folder / "power_states.csv", read);
  return read;
}

} // namespace malha

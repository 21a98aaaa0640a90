// SPDX-License-Identifier: MIT
#include "manager_directory.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "policies/sdk/numbers.hpp"
#include "sites.hpp"

#include <algorithm>
#include <set>

namespace malha::easygrid {
namespace {

const std::vector<Peer>& managers_of(const Stage& simulation) {
  const auto& managers = simulation.peers("easygrid/manager");
  if (managers.empty())
    throw InputError(
        "there is no easygrid/manager; valid: a deployment with one on each worker (easygrid.successors)");
  return managers;
}

std::vector<simgrid::s4u::Host*> hosts_of(const std::vector<Peer>& managers) {
  std::vector<simgrid::s4u::Host*> hosts;
  for (const auto& manager : managers)
    hosts.push_back(manager.host);
  return hosts;
}

std::vector<std::string> sites_of(const std::vector<Peer>& managers) {
  std::vector<std::string> sites;
  for (const auto& manager : managers)
    sites.push_back(manager.parameters.text("site"));
  return sites;
}

std::vector<FlopsPerSecond> powers_of(const std::vector<Peer>& managers) {
  std::vector<FlopsPerSecond> powers;
  for (const auto& manager : managers)
    powers.push_back(power_of(manager));
  return powers;
}

} // namespace

ManagerDirectory& ManagerDirectory::of(ActorContext& context) {
  return context.simulation().shared<ManagerDirectory>("easygrid/roster", context.simulation());
}

ManagerDirectory::ManagerDirectory(Stage& simulation)
    : attempts(simulation, hosts_of(managers_of(simulation)), sites_of(managers_of(simulation)),
               static_cast<int>(managers_of(simulation).front().parameters.integer("nt"))),
      managers_(managers_of(simulation)), grid_(site_numbers(), powers_of(managers_)) {
  const auto& parameters = managers_.front().parameters;
  grid_.beat_interval = parameters.real("heartbeat_interval");
  grid_.missed_beats = static_cast<int>(parameters.integer("missed_heartbeats"));
  grid_.check_interval = parameters.real("check_interval");
  check_hosts();
  check_patience(simulation);
}

bool ManagerDirectory::has_managers() const {
  return std::any_of(managers_.begin(), managers_.end(),
                     [](const Peer& manager) { return manager.host->is_on(); });
}

/// Sites are numbered in the order of their first managers in the deployment.
std::vector<int> ManagerDirectory::site_numbers() const {
  std::map<std::string, int> numbers;
  std::vector<int> of_managers;
  for (const auto& site : sites_of(managers_))
    of_managers.push_back(numbers.emplace(site, static_cast<int>(numbers.size())).first->second);
  return of_managers;
}

void ManagerDirectory::check_hosts() const {
  std::set<const simgrid::s4u::Host*> hosts;
  for (const auto& manager : managers_)
    if (!hosts.insert(manager.host).second)
      throw InputError("two easygrid/manager are on host '" + manager.host->get_name() +
                       "', and would crash together; valid: each on a host of its own");
}

/// A manager that is up sends its heartbeat in the first iteration after the interval, and the other manager
/// receives it in its own next iteration.
void ManagerDirectory::check_patience(const Stage& simulation) const {
  const Seconds iteration = managers_.front().parameters.real("monitor_interval");
  for (int number = 0; number < grid_.managers(); ++number) {
    const int site = grid_.site_of[static_cast<std::size_t>(number)];
    const int first = grid_.leader(Level::site, site, 0);
    const int above = number == first ? grid_.leader(Level::grid, site, 0) : first;
    if (above == number)
      continue;
    simulation.network().check_route(manager(number).host, manager(above).host);
    const Seconds travel =
        std::max(simulation.network().longest_way(manager(number).host, manager(above).host),
                 simulation.network().longest_way(manager(above).host, manager(number).host));
    const Seconds silence = grid_.beat_interval + 2 * iteration + travel;
    if (grid_.patience() <= silence)
      throw InputError("missed_heartbeats times heartbeat_interval is " + shortest(grid_.patience()) +
                       " s, and managers on '" + manager(number).host->get_name() + "' and '" +
                       manager(above).host->get_name() +
                       "' that are up may receive nothing from each other " + "for " + shortest(silence) +
                       " s; valid: more than that");
  }
}

} // namespace malha::easygrid

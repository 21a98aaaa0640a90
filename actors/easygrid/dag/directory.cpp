// SPDX-License-Identifier: MIT
#include "directory.hpp"

#include "actors/runtime/simgrid/estimated_network.hpp"

#include <limits>

namespace malha::easygrid::dag {
namespace {

std::vector<FlopsPerSecond> speeds_of(const Stage& stage) {
  std::vector<FlopsPerSecond> speeds;
  for (const auto& host : stage.peers(host_manager))
    speeds.push_back(host.host->get_speed());
  return speeds;
}

std::vector<int> sites_of(const Stage& stage) {
  std::map<std::string, int> numbers;
  for (const auto& site : stage.peers(site_manager))
    numbers.emplace(site.parameters.text("site"), site.number);
  std::vector<int> sites;
  for (const auto& host : stage.peers(host_manager)) {
    const auto& site = host.parameters.text("site");
    const auto found = numbers.find(site);
    if (found == numbers.end())
      throw InputError("site '" + site + "' must have one " + site_manager + "; it has 0");
    sites.push_back(found->second);
  }
  return sites;
}

/// Under instant transport data take no time.
workflow::Network network_of(const Stage& stage) {
  std::vector<simgrid::s4u::Host*> hosts;
  for (const auto& host : stage.peers(host_manager))
    hosts.push_back(host.host);
  if (stage.transport() == Transport::instant)
    return {static_cast<int>(hosts.size()), 0, std::numeric_limits<double>::infinity()};
  return estimated_network(stage, hosts);
}

} // namespace

Directory& Directory::of(ActorContext& context) {
  return context.simulation().shared<Directory>("easygrid/dag_directory", context.simulation());
}

Directory::Directory(Stage& stage) : application(speeds_of(stage), sites_of(stage), network_of(stage)) {
  for (const auto& site : stage.peers(site_manager))
    if (hosts_of(site.number).empty())
      throw InputError("site '" + site.parameters.text("site") + "' has no " + host_manager);
}

void Directory::count_data(ActorContext& from, const Peer& to, Bytes bytes) const {
  if (from.host() != to.host)
    count_transferred(from.simulation().recorder(), bytes);
}

void Directory::count_data(ActorContext& from, const Peer& to, const std::vector<Moving>& tasks) const {
  for (const auto& moving : tasks)
    if (application.task(moving.task).is_in_dag)
      count_data(from, to, application.carried(moving.task, moving.has));
}

std::vector<int> Directory::hosts_of(int site) const {
  std::vector<int> hosts;
  for (int host = 0; host < application.hosts(); ++host)
    if (application.site(host) == site)
      hosts.push_back(host);
  return hosts;
}

} // namespace malha::easygrid::dag

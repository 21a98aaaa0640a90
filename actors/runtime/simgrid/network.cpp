// SPDX-License-Identifier: MIT
#include "network.hpp"

#include "actors/model/message_faults.hpp"
#include "actors/runtime/records/run_status.hpp"
#include "channel.hpp"
#include "policies/sdk/numbers.hpp"
#include "receiver.hpp"
#include "versions.hpp"

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <limits>

namespace malha {
namespace s4u = simgrid::s4u;

namespace {

/// What the profiles of a link make of its latency, and of the time of one byte beyond that of the link as it
/// is, at their worst. The latency in the network model of the run.
Seconds slowest(const s4u::Link& link, const std::vector<Profile>& profiles, double factor) {
  Seconds latency = link.get_latency(), byte = 0;
  for (const auto& profile : profiles) {
    if (profile.where != link.get_name())
      continue;
    if (profile.kind == Profile::Kind::link_latency && profile.points.front().date <= 0)
      latency = 0; // the link never has its own
    for (const auto& point : profile.points)
      if (profile.kind == Profile::Kind::link_latency)
        latency = std::max(latency, point.value);
      else if (profile.kind == Profile::Kind::link_bandwidth)
        byte = std::max(byte, 1 / point.value);
  }
  return latency * factor + byte;
}

} // namespace

Network::Network(const SimulationPlan& plan, const Grid& grid, bool hosts_may_change)
    : grid_(grid), profiles_(plan.platform.profiles),
      transport_(plan.run.text("transport") == "instant" ? Transport::instant : Transport::network),
      may_lose_messages_(imposes(plan, Condition::message_lost)), hosts_may_change_(hosts_may_change),
      faults_(plan.has_message_faults() ? std::make_unique<MessageFaults>() : nullptr) {}

Network::~Network() = default;

Channel& Network::channel(const std::string& name) {
  if (const auto found = channels_.find(name); found != channels_.end())
    return *found->second;
  auto made = std::make_unique<Channel>();
  made->name = name;
  made->waits_for = waits_for_message + (" in mailbox '" + name + "'");
  made->queues = transport_ == Transport::instant;
  made->arrivals = s4u::Semaphore::create(0);
  if (transport_ == Transport::network)
    made->mailbox = s4u::Mailbox::by_name(name);
  // Another actor may have made it during those calls: then that one stays.
  return *channels_.emplace(name, std::move(made)).first->second;
}

MessageRow& Network::row(const std::string& kind, const std::string& layer) {
  auto& row = rows_[{kind, layer}];
  row.kind = kind;
  row.layer = layer;
  return row;
}

void Network::check_route(s4u::Host* a, s4u::Host* b) const {
  if (transport_ == Transport::instant)
    return;
  if ((a != b && grid_.links() == 0) || !grid_.routes())
    throw InputError("platform '" + grid_.name() +
                     "' has no links, and transport=network needs them; valid: a "
                     "platform with links, or --set transport=instant");
  for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
    std::vector<s4u::Link*> links;
    double latency = 0;
    std::string reason;
    run_status->note_input("platform '" + grid_.name() + "': the route from '" + from->get_name() + "' to '" +
                           to->get_name() + "'");
    try {
      from->route_to(to, links, &latency);
    } catch (const std::exception& error) {
      reason = std::string(" (") + error.what() + ")";
    }
    run_status->note_input("");
    if (links.empty() && latency <= 0)
      throw InputError(
          "platform '" + grid_.name() + "' has no route from '" + from->get_name() + "' to '" +
          to->get_name() + "'" + reason +
          (a == b ? "; valid: with a loopback, such as loopback_bw and loopback_lat of <cluster>" : ""));
  }
}

std::pair<Seconds, double> Network::route(const s4u::Host* from, const s4u::Host* to) const {
  double latency = 0, bandwidth = std::numeric_limits<double>::infinity();
  std::vector<s4u::Link*> links;
  if (grid_.links() > 0 && grid_.routes())
    try {
      from->route_to(to, links, &latency);
    } catch (const std::exception&) { // the message below says it
      links.clear();
    }
  if (links.empty())
    throw InputError("platform '" + grid_.name() + "' has no route with a link from '" + from->get_name() +
                     "' to '" + to->get_name() +
                     "', and data of workflows go there; valid: a platform with links");
  for (const auto* link : links)
    bandwidth = std::min(bandwidth, link->get_bandwidth());
  return {latency, bandwidth};
}

Seconds Network::longest_way(const s4u::Host* from, const s4u::Host* to) const {
  if (transport_ == Transport::instant)
    return 0;
  double latency = 0;
  std::vector<s4u::Link*> links;
  from->route_to(to, links, &latency);
  const auto factor = latency_factor();
  if (profiles_.empty())
    return latency * factor;
  Seconds way = latency;
  for (const auto* link : links)
    way -= link->get_latency(); // what is left is of the zones
  way = std::max(0.0, way) * factor;
  for (const auto* link : links)
    way += slowest(*link, profiles_, factor);
  return way;
}

void Network::check_detector(s4u::Host* host, const std::vector<s4u::Host*>& others,
                             const std::string& detection_delay) const {
  const auto delay = parse_number<double>(detection_delay);
  if (transport_ == Transport::instant || !hosts_may_change_ || !delay || *delay <= 0)
    return;
  for (auto* other : others) {
    check_route(host, other);
    if (const Seconds way = longest_way(other, host); *delay < way)
      throw InputError("detection_delay is " + detection_delay + " s, and the shortest message from '" +
                       other->get_name() + "' to '" + host->get_name() + "' takes " + shortest(way) +
                       " s; valid: at least that, or 0, for a detector that needs no messages");
  }
}

} // namespace malha

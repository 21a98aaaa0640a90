// SPDX-License-Identifier: MIT
#pragma once
#include <simgrid/s4u.hpp>
#include <xbt/config.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

/// Calls of SimGrid that differ between its versions. All other files of Malha reach them through this one,
/// which is written for SimGrid 3.32.
namespace malha {

/// Starts an actor on a host.
inline simgrid::s4u::ActorPtr add_actor(const std::string& name, simgrid::s4u::Host* host,
                                        const std::function<void()>& code) {
  return simgrid::s4u::Actor::create(name, host, code);
}

/// Registers a callback for every host that is turned on or off, for the rest of the run.
inline void on_switch(const std::function<void(const simgrid::s4u::Host&)>& callback) {
  simgrid::s4u::Host::on_state_change_cb(callback);
}

/// Waits until one of the activities has ended.
inline void wait_for_any(const std::vector<simgrid::s4u::ActivityPtr>& activities) {
  simgrid::s4u::Activity::wait_any(activities);
}

/// Whether one of the activities ends in that time.
inline bool ends_within(const std::vector<simgrid::s4u::ActivityPtr>& activities, double timeout) {
  return simgrid::s4u::Activity::wait_any_for(activities, timeout) >= 0;
}

/// The factor by which the network model of the run stretches each latency.
inline double latency_factor() { return simgrid::config::get_value<double>("network/latency-factor"); }

/// Lets SimGrid look for files that a platform names in that folder.
inline void set_folder_of_profiles(const std::filesystem::path& folder) {
  simgrid::config::set_value<std::string>("path", (folder / "").string());
}

/// Makes a zone in which all hosts are joined in the middle. Without a parent it is the whole platform.
inline simgrid::s4u::NetZone* add_star_zone(const std::string& name,
                                            const simgrid::s4u::NetZone* parent = nullptr) {
  auto* zone = simgrid::s4u::create_star_zone(name);
  return parent == nullptr ? zone : zone->set_parent(parent);
}

/// Makes a zone that is the whole platform, with a route of its own for each two hosts.
inline simgrid::s4u::NetZone* add_full_zone(const std::string& name) {
  return simgrid::s4u::create_full_zone(name);
}

inline simgrid::s4u::Link* add_link(simgrid::s4u::NetZone& zone, const std::string& name, double bandwidth) {
  return zone.create_link(name, bandwidth);
}

inline simgrid::s4u::Host* add_host(simgrid::s4u::NetZone& zone, const std::string& name, double speed) {
  return zone.create_host(name, speed);
}

/// Makes the router by which a zone is joined to others.
inline simgrid::kernel::routing::NetPoint* add_router(simgrid::s4u::NetZone& zone, const std::string& name) {
  return zone.create_router(name);
}

/// Adds a route, and its way back, from a host to another one, or to the middle of its star (null).
inline void add_route(simgrid::s4u::NetZone& zone, const simgrid::s4u::Host& from,
                      const simgrid::s4u::Host* to, const simgrid::s4u::Link* link) {
  zone.add_route(from.get_netpoint(), to == nullptr ? nullptr : to->get_netpoint(), nullptr, nullptr,
                 {simgrid::s4u::LinkInRoute(link)}, true);
}

/// A zone, and the router by which it is joined to others.
struct JoinedZone {
  simgrid::s4u::NetZone* zone;
  simgrid::kernel::routing::NetPoint* router;
};

/// Adds a route of two links, and its way back, between two zones.
inline void join_zones(simgrid::s4u::NetZone& parent, const JoinedZone& from, const JoinedZone& to,
                       const simgrid::s4u::Link* first, const simgrid::s4u::Link* second) {
  parent.add_route(from.zone->get_netpoint(), to.zone->get_netpoint(), from.router, to.router,
                   {simgrid::s4u::LinkInRoute(first), simgrid::s4u::LinkInRoute(second)}, true);
}

} // namespace malha

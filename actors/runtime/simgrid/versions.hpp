// SPDX-License-Identifier: MIT
#pragma once
#include <simgrid/s4u.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// Calls of SimGrid that differ between its versions, from 3.32 to 4.1. All other files of Malha reach them
/// through this one; versions.cpp and kernel.cpp alone ask which version it is.
namespace malha {

/// Starts an actor on a host.
simgrid::s4u::ActorPtr add_actor(const std::string& name, simgrid::s4u::Host* host,
                                 const std::function<void()>& code);

/// Registers a callback for every host that is turned on or off, for the rest of the run.
void on_switch(const std::function<void(const simgrid::s4u::Host&)>& callback);

/// Waits until one of the activities has ended. Throws what a failed activity throws.
void wait_for_any(const std::vector<simgrid::s4u::ActivityPtr>& activities);

/// Whether one of the activities ends in that time. Throws what a failed activity throws.
bool ends_within(const std::vector<simgrid::s4u::ActivityPtr>& activities, double timeout);

/// Whether a message that has arrived in a mailbox stays there when its sender's host fails before it is
/// taken. It stays before SimGrid 3.36, and is lost since.
bool mailboxes_keep_what_arrived();

/// Starts a transfer between two hosts, for which the caller waits. One of 0 bytes takes the latency; before
/// SimGrid 3.34 it starts when somebody waits for it alone.
simgrid::s4u::CommPtr start_transfer(simgrid::s4u::Host* from, simgrid::s4u::Host* to, std::uint64_t bytes);

/// Starts a transfer between two hosts, and calls `ended` once: with true when all has arrived, with false
/// when the transfer has failed, or one of the hosts is down at its end. `ended` is called in SimGrid's own
/// loop: it may change plain data and release semaphores. Only if mailboxes do not keep what arrived.
void start_transfer(simgrid::s4u::Host* from, simgrid::s4u::Host* to, std::uint64_t bytes,
                    const std::function<void(bool)>& ended);

/// Whether an actor that waits for one activity begins a sleep on its host, as it does before SimGrid 3.36.
/// To wait for one of several begins none.
bool waiting_begins_a_sleep();

/// The factor by which the network model of the run stretches the latency of the smallest messages.
double latency_factor();

/// Lets SimGrid look for files that a platform names in that folder.
void set_folder_of_profiles(const std::filesystem::path& folder);

/// Makes a zone in which all hosts are joined in the middle, in another zone or at the top of the platform.
simgrid::s4u::NetZone* add_star_zone(const std::string& name, simgrid::s4u::NetZone* parent = nullptr);

/// Makes a zone at the top of the platform, with a route of its own for each two hosts.
simgrid::s4u::NetZone* add_full_zone(const std::string& name);

simgrid::s4u::Link* add_link(simgrid::s4u::NetZone& zone, const std::string& name, double bandwidth);
/// Makes a host with these speeds by pstate, the first of which it has at the start.
simgrid::s4u::Host* add_host(simgrid::s4u::NetZone& zone, const std::string& name,
                             const std::vector<double>& speeds);

/// Makes the router by which a zone that is not sealed yet is joined to others.
simgrid::kernel::routing::NetPoint* add_router(simgrid::s4u::NetZone& zone, const std::string& name);

/// Adds a route, and its way back, from a host to another one, or to the middle of its star (null).
void add_route(simgrid::s4u::NetZone& zone, const simgrid::s4u::Host& from, const simgrid::s4u::Host* to,
               const simgrid::s4u::Link* link);

/// A zone, and the router by which it is joined to others.
struct JoinedZone {
  simgrid::s4u::NetZone* zone;
  simgrid::kernel::routing::NetPoint* router;
};

/// Adds a route of two links, and its way back, between two zones.
void join_zones(simgrid::s4u::NetZone& parent, const JoinedZone& from, const JoinedZone& to,
                const simgrid::s4u::Link* first, const simgrid::s4u::Link* second);

} // namespace malha

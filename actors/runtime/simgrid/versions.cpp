// SPDX-License-Identifier: MIT
#include "versions.hpp"

#include <simgrid/version.h>
#include <xbt/config.hpp>

#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace malha {
namespace s4u = simgrid::s4u;

s4u::ActorPtr add_actor(const std::string& name, s4u::Host* host, const std::function<void()>& code) {
#if SIMGRID_VERSION < 40000
  return s4u::Actor::create(name, host, code);
#elif SIMGRID_VERSION < 40100
  return s4u::Engine::get_instance()->add_actor(name, host, code);
#else
  return host->add_actor(name, code);
#endif
}

void on_switch(const std::function<void(const s4u::Host&)>& callback) {
#if SIMGRID_VERSION < 33400
  s4u::Host::on_state_change_cb(callback);
#else
  s4u::Host::on_onoff_cb(callback);
#endif
}

#if SIMGRID_VERSION < 33500

void wait_for_any(const std::vector<s4u::ActivityPtr>& activities) { s4u::Activity::wait_any(activities); }

bool ends_within(const std::vector<s4u::ActivityPtr>& activities, double timeout) {
  return s4u::Activity::wait_any_for(activities, timeout) >= 0;
}

#else

void wait_for_any(const std::vector<s4u::ActivityPtr>& activities) {
  s4u::ActivitySet(activities).wait_any();
}

bool ends_within(const std::vector<s4u::ActivityPtr>& activities, double timeout) {
  try {
    s4u::ActivitySet(activities).wait_any_for(timeout);
    return true;
  } catch (const simgrid::TimeoutException&) {
    return false;
  }
}

#endif

s4u::CommPtr start_transfer(s4u::Host* from, s4u::Host* to, std::uint64_t bytes) {
  auto comm = s4u::Comm::sendto_async(from, to, bytes);
#if SIMGRID_VERSION >= 33400
  if (bytes == 0) // SimGrid leaves it until somebody waits for it alone
    comm->start();
#endif
  return comm;
}

#if SIMGRID_VERSION < 33600

bool mailboxes_keep_what_arrived() { return true; }

void start_transfer(s4u::Host*, s4u::Host*, std::uint64_t, const std::function<void(bool)>&) {
  throw std::logic_error("a transfer of its own where mailboxes keep what arrived");
}

#else

bool mailboxes_keep_what_arrived() { return false; }

namespace {

/// A transfer until its end, which SimGrid does not keep by itself.
struct Transfer {
  s4u::Host *from, *to;
  std::function<void(bool)> ended;
  s4u::CommPtr comm;

  void end(bool is_whole) {
    // SimGrid looks at the transfer once more after its callbacks: it stays until the next one ends.
    static s4u::CommPtr last;
    if (comm == nullptr)
      return;
    last = std::move(comm);
    ended(is_whole && from->is_on() && to->is_on());
  }
};

} // namespace

void start_transfer(s4u::Host* from, s4u::Host* to, std::uint64_t bytes,
                    const std::function<void(bool)>& ended) {
  auto comm = s4u::Comm::sendto_init();
  const auto transfer = std::make_shared<Transfer>(Transfer{from, to, ended, comm});
  comm->on_this_completion_cb(
      [transfer](const s4u::Comm& over) { transfer->end(over.get_remaining() <= 0); });
  comm->set_payload_size(bytes)->set_source(from)->set_destination(to);
  if (bytes == 0)
    comm->start();
  else if (comm->get_remaining() <= 0) // a link was down at the start, of which SimGrid says nothing
    transfer->end(false);
}

#endif

bool waiting_begins_a_sleep() { return SIMGRID_VERSION < 33600; }

double latency_factor() {
#if SIMGRID_VERSION < 33400
  return simgrid::config::get_value<double>("network/latency-factor");
#else
  // One factor, or "size:factor;size:factor", each for messages of that size and more.
  std::istringstream pieces(simgrid::config::get_value<std::string>("network/latency-factor"));
  double least = std::numeric_limits<double>::infinity(), factor = 1;
  for (std::string piece; std::getline(pieces, piece, ';');) {
    const auto colon = piece.find(':');
    const double size = colon == std::string::npos ? 0 : std::stod(piece.substr(0, colon));
    if (size < least) {
      least = size;
      factor = std::stod(colon == std::string::npos ? piece : piece.substr(colon + 1));
    }
  }
  return factor;
#endif
}

void set_folder_of_profiles(const std::filesystem::path& folder) {
  simgrid::config::set_value<std::string>("path", (folder / "").string());
}

#if SIMGRID_VERSION < 40000

s4u::NetZone* add_star_zone(const std::string& name, s4u::NetZone* parent) {
  auto* zone = s4u::create_star_zone(name);
  return parent == nullptr ? zone : zone->set_parent(parent);
}

s4u::NetZone* add_full_zone(const std::string& name) { return s4u::create_full_zone(name); }

s4u::Link* add_link(s4u::NetZone& zone, const std::string& name, double bandwidth) {
  return zone.create_link(name, bandwidth);
}

s4u::Host* add_host(s4u::NetZone& zone, const std::string& name, const std::vector<double>& speeds) {
  return zone.create_host(name, speeds);
}

simgrid::kernel::routing::NetPoint* add_router(s4u::NetZone& zone, const std::string& name) {
  return zone.create_router(name);
}

void add_route(s4u::NetZone& zone, const s4u::Host& from, const s4u::Host* to, const s4u::Link* link) {
  zone.add_route(from.get_netpoint(), to == nullptr ? nullptr : to->get_netpoint(), nullptr, nullptr,
                 {s4u::LinkInRoute(link)}, true);
}

void join_zones(s4u::NetZone& parent, const JoinedZone& from, const JoinedZone& to, const s4u::Link* first,
                const s4u::Link* second) {
  parent.add_route(from.zone->get_netpoint(), to.zone->get_netpoint(), from.router, to.router,
                   {s4u::LinkInRoute(first), s4u::LinkInRoute(second)}, true);
}

#else

// The zone that is the whole platform is made by SimGrid itself.
s4u::NetZone* add_star_zone(const std::string& name, s4u::NetZone* parent) {
  return (parent == nullptr ? s4u::Engine::get_instance()->get_netzone_root() : parent)
      ->add_netzone_star(name);
}

s4u::NetZone* add_full_zone(const std::string& name) {
  return s4u::Engine::get_instance()->get_netzone_root()->add_netzone_full(name);
}

s4u::Link* add_link(s4u::NetZone& zone, const std::string& name, double bandwidth) {
  return zone.add_link(name, bandwidth);
}

s4u::Host* add_host(s4u::NetZone& zone, const std::string& name, const std::vector<double>& speeds) {
  return zone.add_host(name, speeds);
}

simgrid::kernel::routing::NetPoint* add_router(s4u::NetZone& zone, const std::string& name) {
  auto* router = zone.add_router(name);
  zone.set_gateway(router);
  return router;
}

void add_route(s4u::NetZone& zone, const s4u::Host& from, const s4u::Host* to, const s4u::Link* link) {
  zone.add_route(&from, to, {s4u::LinkInRoute(link)}, true);
}

void join_zones(s4u::NetZone& parent, const JoinedZone& from, const JoinedZone& to, const s4u::Link* first,
                const s4u::Link* second) {
  parent.add_route(from.zone, to.zone, {s4u::LinkInRoute(first), s4u::LinkInRoute(second)}, true);
}

#endif

} // namespace malha

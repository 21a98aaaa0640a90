// SPDX-License-Identifier: MIT
#include "platform.hpp"

#include "policies/sdk/errors.hpp"

#include <fnmatch.h>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>

#include <algorithm>
#include <typeinfo>
#include <unordered_set>

namespace malha {
namespace {

namespace s4u = simgrid::s4u;

void build(const PlatformPlan& plan) {
  auto* zone = plan.star ? s4u::create_star_zone("grid") : s4u::create_full_zone("grid");
  std::vector<s4u::Host*> hosts;
  for (const auto& planned : plan.hosts) {
    auto* host = zone->create_host(planned.name, planned.speed)->set_core_count(planned.cores);
    for (const auto& [id, value] : planned.properties)
      host->set_property(id, value);
    hosts.push_back(host->seal());
  }
  std::vector<s4u::Link*> links;
  for (const auto& planned : plan.links)
    links.push_back(zone->create_link(planned.name, planned.bandwidth)
                        ->set_latency(planned.latency)
                        ->set_sharing_policy(planned.fat_pipe ? s4u::Link::SharingPolicy::FATPIPE
                                                              : s4u::Link::SharingPolicy::SHARED)
                        ->seal());
  if (plan.star)
    for (std::size_t i = 0; i < hosts.size(); ++i)
      zone->add_route(hosts[i]->get_netpoint(), nullptr, nullptr, nullptr, {s4u::LinkInRoute(links[i])},
                      true);
  for (const auto& route : plan.routes)
    zone->add_route(hosts[route.from]->get_netpoint(), hosts[route.to]->get_netpoint(), nullptr, nullptr,
                    {s4u::LinkInRoute(links[route.link])}, true);
  zone->seal();
}

/// On an unknown routing, SimGrid aborts.
void check_routings(const XmlFile& xml, const pugi::xml_node& node) {
  static const std::vector<std::string> valid{"Cluster", "Dijkstra", "DijkstraCache", "Floyd",
                                              "Full",    "None",     "Vivaldi",       "Wifi"};
  for (const auto zone : node.children("zone")) {
    const auto routing = xml.required(zone, "routing");
    if (std::find(valid.begin(), valid.end(), routing) == valid.end())
      xml.fail(zone, "routing '" + routing + "' is unknown; valid: " + listed(valid));
    check_routings(xml, zone);
  }
}

/// A misspelt role would change in silence who is a master and who a worker.
void check_roles(const std::vector<s4u::Host*>& hosts, const std::string& place) {
  static const std::vector<std::string> valid{"master", "worker", "compute_node", "storage"};
  for (const auto* host : hosts)
    if (const char* role = host->get_property("role");
        role != nullptr && std::find(valid.begin(), valid.end(), role) == valid.end())
      throw InputError(place + ": host '" + host->get_name() + "' has an unknown role '" + role +
                       "'; valid: " + listed(valid));
}

} // namespace

PlatformSource read_platform_file(const std::filesystem::path& file) {
  const XmlFile xml(file);
  const auto root = xml.root("platform");
  if (const auto version = xml.required(root, "version"); version != "4.1" && version != "4")
    xml.fail(root, "version '" + version + "' is too old; valid: 4.1");
  if (!root.child("zone") && !root.child("cluster"))
    xml.fail(root, "has no <zone>");
  check_routings(xml, root);
  PlatformSource source{file.stem().string(), file};
  source.profiles = read_profiles(xml, source.profile_files);
  return source;
}

Grid::Grid(const PlatformSource& source, RandomStreams& random, s4u::Engine& engine) : name_(source.name) {
  std::string place = "platform '" + name_ + "'";
  // A host is announced at each seal, and its zone seals it again.
  s4u::Host::on_creation_cb([this, known = std::unordered_set<s4u::Host*>()](s4u::Host& host) mutable {
    if (known.insert(&host).second)
      hosts_.push_back(&host);
  });
  if (const auto* file = std::get_if<std::filesystem::path>(&source.from)) {
    place = file->string();
    try {
      engine.load_platform(file->string());
    } catch (const std::exception& error) {
      throw InputError(file->string() + ": SimGrid refuses it: " + error.what());
    }
  } else {
    const auto& generated = std::get<PlatformSource::Generated>(source.from);
    build(generated.generator->plan(generated.parameters, random));
  }
  engine.seal_platform();
  links_ = engine.get_filtered_links([](const s4u::Link* link) { return link->get_name() != "__loopback__"; })
               .size();
  if (hosts_.empty())
    throw InputError(place + ": has no host");
  check_roles(hosts_, place);
}

std::vector<s4u::Host*> Grid::with_property(const std::string& name,
                                            const std::vector<std::string>& values) const {
  std::vector<s4u::Host*> found;
  for (auto* host : hosts_)
    if (const char* property = host->get_property(name);
        property != nullptr && std::find(values.begin(), values.end(), property) != values.end())
      found.push_back(host);
  return found;
}

std::vector<s4u::Host*> Grid::with_role(const std::string& role) const {
  const auto masters = with_property("role", {"master"});
  const auto workers = with_property("role", {"worker", "compute_node"});
  const auto stores = with_property("role", {"storage"});
  if (role == "master")
    return masters.empty() && workers.empty() ? std::vector{hosts_.front()} : masters;
  if (!workers.empty())
    return workers;
  std::vector<s4u::Host*> others;
  std::copy_if(hosts_.begin(), hosts_.end(), std::back_inserter(others),
               [&](auto* host) { return std::find(masters.begin(), masters.end(), host) == masters.end(); });
  return others;
}

bool Grid::routes() const {
  // To ask for a route would abort, and the library does not export the type for a dynamic_cast.
  const auto& zone = *hosts_.front()->get_englobing_zone()->get_impl();
  return std::string(typeid(zone).name()).find("EmptyZone") == std::string::npos;
}

std::string Grid::some_names() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < hosts_.size() && i < 5; ++i)
    names.push_back(hosts_[i]->get_name());
  return listed(names) + (hosts_.size() > 5 ? ", … (" + std::to_string(hosts_.size()) + " hosts)" : "");
}

std::vector<s4u::Host*> Grid::select(const std::string& selector) const {
  std::vector<s4u::Host*> found;
  if (!selector.empty() && selector.front() == '@') {
    const auto equals = selector.find('=');
    const std::string name = selector.substr(1, equals - 1);
    const std::string value = equals == std::string::npos ? "" : selector.substr(equals + 1);
    if (equals == std::string::npos || name.empty() ||
        (name == "role" && value != "master" && value != "worker"))
      throw std::invalid_argument("'" + selector +
                                  "' is not a selector; valid: @role=master, @role=worker, @property=value");
    found = name == "role" ? with_role(value) : with_property(name, {value});
  } else {
    for (auto* host : hosts_)
      if (fnmatch(selector.c_str(), host->get_cname(), 0) == 0)
        found.push_back(host);
  }
  if (found.empty())
    throw std::invalid_argument(
        (selector.find_first_of("@*?[") == std::string::npos ? "unknown host '" : "no host for '") +
        selector + "'; platform '" + name_ + "' has " + some_names());
  return found;
}

} // namespace malha

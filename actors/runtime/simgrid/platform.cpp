// SPDX-License-Identifier: MIT
#include "platform.hpp"

#include "kernel.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/near_names.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/plain_text.hpp"
#include "power.hpp"
#include "versions.hpp"

#include <simgrid/s4u.hpp>

#include <fnmatch.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <unordered_set>

namespace malha {
namespace {

namespace s4u = simgrid::s4u;

constexpr const char* folder_of_memory = "/proc/self/fd/"; ///< where files in memory have names

std::vector<s4u::Link*> create_links(const PlatformPlan& plan, s4u::NetZone& zone) {
  std::vector<s4u::Link*> links;
  for (const auto& planned : plan.links)
    links.push_back(add_link(zone, planned.name, planned.bandwidth)
                        ->set_latency(planned.latency)
                        ->set_sharing_policy(planned.fat_pipe ? s4u::Link::SharingPolicy::FATPIPE
                                                              : s4u::Link::SharingPolicy::SHARED)
                        ->seal());
  return links;
}

/// Creates the hosts of a plan from `first` on in their zone, with the routes that stay in it. `hosts` are
/// those before.
void fill(s4u::NetZone& zone, const PlatformPlan& plan, std::size_t number,
          const std::vector<s4u::Link*>& links, std::vector<s4u::Host*>& hosts) {
  const std::size_t first = hosts.size(), end = first + number;
  for (std::size_t i = first; i < end; ++i) {
    const auto& planned = plan.hosts[i];
    std::vector<double> speeds{planned.speed};
    speeds.insert(speeds.end(), planned.further_speeds.begin(), planned.further_speeds.end());
    auto* host = add_host(zone, planned.name, speeds)->set_core_count(planned.cores);
    for (const auto& [id, value] : planned.properties)
      host->set_property(id, value);
    hosts.push_back(host->seal());
    if (plan.star)
      add_route(zone, *host, nullptr, links[i]);
  }
  for (const auto& route : plan.routes)
    if (route.from >= first && route.from < end)
      add_route(zone, *hosts[route.from], hosts[route.to], links[route.link]);
}

/// Creates the zones of a plan, and joins every two of them by their channels.
void fill_zones(s4u::NetZone& grid, const PlatformPlan& plan, const std::vector<s4u::Link*>& links) {
  std::vector<s4u::Host*> hosts;
  std::vector<JoinedZone> zones;
  for (const auto& planned : plan.zones) {
    auto* zone = add_star_zone(planned.name, &grid);
    fill(*zone, plan, planned.hosts, links, hosts);
    zones.push_back({zone, add_router(*zone, planned.centre())});
    zone->seal();
  }
  for (std::size_t from = 0; from < zones.size(); ++from)
    for (std::size_t to = from + 1; to < zones.size(); ++to)
      join_zones(grid, zones[from], zones[to], links[plan.zones[from].channel],
                 links[plan.zones[to].channel]);
}

void build(const PlatformPlan& plan) {
  const bool has_zones = !plan.zones.empty();
  auto* grid = plan.star && !has_zones ? add_star_zone("grid") : add_full_zone("grid");
  const auto links = create_links(plan, *grid);
  std::vector<s4u::Host*> hosts;
  if (has_zones)
    fill_zones(*grid, plan, links);
  else
    fill(*grid, plan, plan.hosts.size(), links, hosts);
  grid->seal();
}

/// A misspelt role would change in silence who is a master and who a worker.
void check_roles(const std::vector<s4u::Host*>& hosts, const std::string& place) {
  static const std::vector<std::string> valid{"master", "front", "worker", "compute_node", "storage"};
  for (const auto* host : hosts)
    if (const char* role = host->get_property("role");
        role != nullptr && std::find(valid.begin(), valid.end(), role) == valid.end())
      throw InputError(place + ": host '" + host->get_name() + "' has an unknown role '" + role + "'" +
                       instead_of(role, valid));
}

constexpr double least_amount = 1e-9, most_amount = 1e30; ///< of speeds (f/s) and bandwidths (B/s)
constexpr Seconds most_latency = 1e9;

/// Units can take a number out of the range in which times can be reckoned.
void check_amounts(const s4u::Host& host, const std::string& place) {
  for (unsigned long state = 0; state < host.get_pstate_count(); ++state)
    if (const double speed = host.get_pstate_speed(state);
        speed != 0 && !(speed >= least_amount && speed <= most_amount))
      throw InputError(place + ": host '" + host.get_name() + "' has speed " + shortest(speed) +
                       " f; valid: 0, or from " + shortest(least_amount) + " to " + shortest(most_amount));
}

void check_amounts(const s4u::Link& link, const std::string& place) {
  const std::string has = place + ": link '" + link.get_name() + "' has ";
  if (const double bandwidth = link.get_bandwidth(); !(bandwidth >= least_amount && bandwidth <= most_amount))
    throw InputError(has + "bandwidth " + shortest(bandwidth) + " B/s; valid: from " +
                     shortest(least_amount) + " to " + shortest(most_amount));
  if (const double latency = link.get_latency(); !(latency >= 0 && latency <= most_latency))
    throw InputError(has + "latency " + shortest(latency) + " s; valid: from 0 to " + shortest(most_latency));
}

/// The platform's file was checked with its lines. This is for generated platforms, and for speeds in units
/// that only SimGrid knows.
void check_power_of(const s4u::Host& host, const std::string& place) {
  try {
    power_profile_of(host);
    carbon_intensity_of(host);
  } catch (const InputError& error) {
    throw InputError(place + ": " + error.what());
  }
}

/// A file in memory, which SimGrid can open by its name.
class MemoryFile {
public:
  explicit MemoryFile(const std::string& text) : descriptor_(memfd_create("platform", MFD_CLOEXEC)) {
    for (std::size_t written = 0; written < text.size();) {
      const auto more = write(descriptor_, text.data() + written, text.size() - written);
      if (more <= 0)
        throw std::runtime_error("a platform cannot be kept in memory");
      written += static_cast<std::size_t>(more);
    }
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string name() const { return folder_of_memory + std::to_string(descriptor_); }

private:
  int descriptor_;
};

/// Loads the file, or what stands for it.
void load(const std::filesystem::path& file, const PlatformSource& source, s4u::Engine& engine) {
  try {
    if (!source.text_without_options) {
      engine.load_platform(file.string());
      return;
    }
    // Profiles lie beside the file.
    set_folder_of_profiles(file.parent_path());
    const MemoryFile memory(*source.text_without_options);
    engine.load_platform(memory.name());
  } catch (const std::bad_alloc&) {
    throw InputError(file.string() + ": SimGrid needs more memory for it than there is");
  } catch (const std::exception& error) {
    throw InputError(file.string() + ": SimGrid refuses it: " + in_words_of(file, error.what()));
  }
}

/// SimGrid reads some names otherwise than we do: it takes ends of lines as they are, bytes of other
/// encodings, and references to letters as Latin-1. They stand in records, which are lines in UTF-8.
void check_names(const std::vector<s4u::Host*>& hosts, const s4u::Engine& engine, const std::string& place) {
  const auto check = [&place](const std::string& whose, const std::string& text) {
    if (const auto what = forbidden_in(text, true))
      throw InputError(place + ": " + whose + " has " + *what +
                       "; valid: a text of one line in UTF-8, without references such as &#233;");
  };
  for (const auto* host : hosts) {
    check("the name of a host", host->get_name());
    for (const auto* property : {"role", "owner", "site", "site_role"})
      if (const char* value = host->get_property(property))
        check("property '" + std::string(property) + "' of host '" + host->get_name() + "'", value);
  }
  for (const auto* link : engine.get_all_links())
    check("the name of a link", link->get_name());
}

/// Lets hosts follow the profiles of their states that are not in the platform's file.
void add_states(const std::vector<Profile>& profiles, const s4u::Engine& engine) {
  for (const auto& profile : profiles) {
    if (profile.is_loaded || profile.kind != Profile::Kind::host_state)
      continue;
    std::string lines;
    for (const auto& point : profile.points)
      lines += shortest(point.date) + " " + shortest(point.value) + "\n";
    kernel::set_state_profile(*engine.host_by_name(profile.where), lines);
  }
}

/// A store, or the front of a cluster.
bool is_no_node(const s4u::Host* host) {
  const char* role = host->get_property("role");
  return role != nullptr && (std::string(role) == "storage" || std::string(role) == "front");
}

} // namespace

std::string in_words_of(const std::filesystem::path& file, std::string said) {
  for (auto at = said.find(folder_of_memory); at != std::string::npos;
       at = said.find(folder_of_memory, at + file.string().size())) {
    const auto end = said.find_first_not_of("0123456789", at + std::strlen(folder_of_memory));
    said.replace(at, std::min(end, said.size()) - at, file.string());
  }
  return said;
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
    load(*file, source, engine);
  } else {
    const auto& generated = std::get<PlatformSource::Generated>(source.from);
    build(generated.generator->plan(generated.parameters, random));
  }
  engine.seal_platform();
  add_states(source.profiles, engine);
  for (const auto* link : engine.get_all_links())
    if (link->get_name() != "__loopback__") {
      ++links_;
      if (link->get_sharing_policy() != s4u::Link::SharingPolicy::WIFI)
        check_amounts(*link, place);
    }
  if (hosts_.empty())
    throw InputError(place + ": has no host");
  check_names(hosts_, engine, place);
  for (const auto* host : hosts_) {
    check_amounts(*host, place);
    check_power_of(*host, place);
  }
  for (const auto& rate : source.wifi_rates)
    engine.link_by_name(rate.link)->set_host_wifi_rate(engine.host_by_name(rate.station), rate.level);
  check_roles(hosts_, place);
  find_roles();
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

std::vector<s4u::Host*> Grid::marked_masters() const {
  auto masters = with_property("role", {"master"});
  if (masters.empty())
    std::copy_if(hosts_.begin(), hosts_.end(), std::back_inserter(masters), [](const auto* host) {
      return host->get_name() == "master_host" && host->get_property("role") == nullptr;
    });
  return masters;
}

void Grid::find_roles() {
  masters_ = marked_masters();
  const auto marked = with_property("role", {"worker", "compute_node"});
  for (auto* host : marked.empty() ? hosts_ : marked)
    if (!is_no_node(host) && host->get_speed() > 0 &&
        std::find(masters_.begin(), masters_.end(), host) == masters_.end())
      workers_.push_back(host);
  if (masters_.empty() && marked.empty() && !workers_.empty())
    masters_ = {workers_.front()};
}

std::vector<std::string> Grid::notes() const {
  std::vector<std::string> notes;
  const auto masters = marked_masters();
  if (!masters.empty() && masters.front()->get_property("role") == nullptr)
    notes.push_back("host 'master_host' has no role; as in Batsim, it is the master and no node");
  std::vector<std::string> idle;
  for (const auto* host : hosts_)
    if (!(host->get_speed() > 0) && !is_no_node(host) &&
        std::find(masters.begin(), masters.end(), host) == masters.end())
      idle.push_back("'" + host->get_name() + "'");
  if (idle.size() == 1)
    notes.push_back("host " + idle.front() + " has speed 0 and is no node");
  else if (const auto number = idle.size(); number > 1) {
    idle.resize(std::min<std::size_t>(number, 5));
    notes.push_back(std::to_string(number) + " hosts have speed 0 and are no nodes: " + listed(idle) +
                    (number > idle.size() ? ", …" : ""));
  }
  return notes;
}

bool Grid::routes() const { return kernel::has_routing(*hosts_.front()->get_englobing_zone()); }

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
        (name == "role" && value != "master" && value != "worker" && value != "front"))
      throw std::invalid_argument(
          "'" + selector +
          "' is not a selector; valid: @role=master, @role=front, @role=worker, @property=value");
    if (name == "role" && value != "front")
      found = value == "worker" ? workers_ : masters_;
    else
      found = with_property(name, {value});
  } else if (selector.find_first_of("*?[\\") == std::string::npos) {
    // A name. A deployment may have thousands of them, so that it is not looked for among all hosts.
    if (auto* host = s4u::Host::by_name_or_null(selector); host != nullptr)
      found.push_back(host);
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

// SPDX-License-Identifier: MIT
// What we look at in a platform file before SimGrid does.
#include "actors/runtime/simgrid/platform.hpp"
#include "actors/runtime/simgrid/simgrid_library.hpp"
#include "platform_power.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/near_names.hpp"
#include "policies/sdk/numbers.hpp"

#include <strings.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <sstream>

namespace malha {
namespace {

constexpr std::size_t most_hosts = 1000000;

/// Full routing keeps a table of all pairs, Floyd's also reckons with the cube of its members.
constexpr std::size_t most_members_full = 20000, most_members_floyd = 3000;

std::vector<std::string> parts_of(const std::string& text, const char* separators) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0;;) {
    const auto end = text.find_first_of(separators, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos)
      return parts;
    begin = end + 1;
  }
}

/// SimGrid takes the names of routings in any case.
bool is_routing(const std::string& text, const char* name) { return strcasecmp(text.c_str(), name) == 0; }

/// A number with a unit, or a list of them, that SimGrid reads with strtod: not finite and negative ones,
/// too.
struct Amount {
  const char* element;
  const char* attribute;
  const char* separators = "";
  bool may_be_0 = true;
};

const std::vector<Amount> amounts_with_units{
    {"host", "speed", ","},
    {"cluster", "speed", ","},
    {"cluster", "bw", "", false},
    {"cluster", "lat"},
    {"cluster", "bb_bw"},
    {"cluster", "bb_lat"},
    {"cluster", "limiter_link"},
    {"cluster", "loopback_bw"},
    {"cluster", "loopback_lat"},
    {"cabinet", "speed"},
    {"cabinet", "bw", "", false},
    {"cabinet", "lat"},
    {"peer", "speed"},
    {"peer", "bw_in", "", false},
    {"peer", "bw_out", "", false},
    {"peer", "lat"},
    {"link", "bandwidth", ";,", false},
    {"link", "latency"},
    {"backbone", "bandwidth", "", false},
    {"backbone", "latency"},
    {"disk", "read_bw", "", false},
    {"disk", "write_bw", "", false},
};

class PlatformReader {
public:
  explicit PlatformReader(const std::filesystem::path& file) : xml_(file), root_(xml_.root("platform")) {}

  PlatformSource read() {
    check_version();
    if (!root_.child("zone") && !root_.child("AS") && !root_.child("cluster"))
      xml_.fail(root_, "has no <zone>");
    for (const auto node : elements_of(root_))
      check(node);
    PlatformSource source{xml_.path().stem().string(), xml_.path()};
    source.profiles = read_profiles(xml_, source.profile_files);
    source.wifi_rates = std::move(wifi_rates_);
    take_options(source);
    if (!power_note_.empty())
      source.notes.push_back(power_note_);
    return source;
  }

private:
  void check_version() const {
    const auto version = xml_.required(root_, "version");
    const auto number = parse_number<double>(version);
    if (!number || !(*number >= 4))
      xml_.fail(root_, "version '" + version +
                           "' is too old; valid: 4.1, to which simgrid_update_xml brings "
                           "old files");
    if (*number > 4.1)
      xml_.fail(root_, "version '" + version + "' is newer than " + simgrid_name() + "; valid: 4 to 4.1");
  }

  void check(const pugi::xml_node& node) {
    const std::string name = node.name();
    if (name == "config")
      read_config(node);
    if (name == "random")
      xml_.fail(node, "<random> does nothing in " + simgrid_name() + "; valid: without it");
    if (name == "actor" || name == "process")
      xml_.fail(node, "<" + name + "> in a platform; valid: in a deployment");
    if (name == "zone" || name == "AS")
      check_zone(node);
    if (name == "link" || name == "link_ctn" || name == "zoneRoute" || name == "ASroute")
      check_wifi(node);
    if (name == "cabinet" || name == "backbone" || name == "host_link")
      check_member_of_cluster(node);
    if (name == "cluster" || name == "cabinet")
      hosts_ += radicals(node);
    if (name == "host" || name == "peer")
      ++hosts_;
    if (hosts_ > most_hosts)
      xml_.fail(node, "the platform has more than " + std::to_string(most_hosts) + " hosts");
    for (const auto& amount : amounts_with_units)
      if (name == amount.element)
        check_amount(node, amount);
    check_whole_numbers(node);
    if (name == "host" || name == "cluster")
      note_power(check_power(xml_, node));
    check_coordinates(node);
    check_topology(node);
  }

  /// The hosts of a platform are most often alike: the first remark is enough.
  void note_power(const std::string& remark) {
    if (power_note_.empty())
      power_note_ = remark;
  }

  /// SimGrid aborts on an unknown routing.
  void check_zone(const pugi::xml_node& node) {
    static const std::vector<std::string> valid{"Cluster", "Dijkstra", "DijkstraCache", "Floyd",
                                                "Full",    "None",     "Vivaldi",       "Wifi"};
    const auto routing = xml_.required(node, "routing");
    if (std::none_of(valid.begin(), valid.end(),
                     [&](const auto& one) { return is_routing(routing, one.c_str()); }))
      xml_.fail(node, "routing '" + routing + "' is unknown" + instead_of(routing, valid));
    const std::size_t most = is_routing(routing, "Full")    ? most_members_full
                             : is_routing(routing, "Floyd") ? most_members_floyd
                                                            : most_hosts;
    std::size_t members = 0;
    for (const auto* kind : {"host", "router", "zone", "AS", "cluster", "peer"})
      members +=
          static_cast<std::size_t>(std::distance(node.children(kind).begin(), node.children(kind).end()));
    if (members > most)
      xml_.fail(node, "routing '" + routing + "' keeps a table of all pairs, and the zone has " +
                          std::to_string(members) + " members; valid: at most " + std::to_string(most) +
                          ", or another routing, such as Cluster");
    if (is_routing(routing, "Wifi"))
      add_wifi_rates(node);
  }

  /// SimGrid reads options before anything else, and of a second value it takes no notice.
  void read_config(const pugi::xml_node& config) {
    xml_.allow(config, {"id"}, {"prop"});
    if (config.parent() != root_)
      xml_.fail(config, "<config> in a <" + std::string(config.parent().name()) + ">; valid: in <platform>");
    for (auto before = config.previous_sibling(); before; before = before.previous_sibling())
      if (before.type() == pugi::node_element && std::string(before.name()) != "config")
        xml_.fail(config, "<config> stands behind a <" + std::string(before.name()) +
                              ">; valid: <config> before all others");
    for (const auto prop : config.children("prop")) {
      xml_.allow(prop, {"id", "value"}, {});
      const auto key = xml_.required(prop, "id"), value = xml_.required(prop, "value");
      if (!option_keys_.insert(key).second)
        xml_.fail(prop, "<config> sets option '" + key + "' twice; valid: once");
      if (changes_nothing(key))
        ignored_.push_back(key);
      else
        options_.push_back({(key + ":").append(value), xml_.place(prop)});
    }
    configs_.push_back(config);
  }

  /// The program sets contexts itself. Coordinates need no option any more. No actor uses MPI, and of its
  /// options only the factors matter, which the network models SMPI and IB use.
  static bool changes_nothing(const std::string& key) {
    const auto begins = [&key](const std::string& kind) { return key.rfind(kind, 0) == 0; };
    return begins("contexts/") || key == "network/coordinates" ||
           (begins("smpi/") && !begins("smpi/bw") && !begins("smpi/lat") && !begins("smpi/IB"));
  }

  void take_options(PlatformSource& source) {
    if (configs_.empty())
      return;
    source.options = std::move(options_);
    source.text_without_options = std::make_shared<const std::string>(xml_.text_without(configs_));
    if (!ignored_.empty())
      source.notes.push_back("<config> is not heeded where it changes no result: " + listed(ignored_));
  }

  /// SimGrid crashes or aborts during the run if the link of a Wifi zone is used as any other link.
  void check_wifi(const pugi::xml_node& node) {
    const std::string name = node.name();
    if (name == "zoneRoute" || name == "ASroute") {
      check_wifi_gateway(node, "src", "gw_src");
      check_wifi_gateway(node, "dst", "gw_dst");
      return;
    }
    const auto id = xml_.required(node, "id");
    if (name == "link_ctn") {
      if (wifi_zones().links.count(id) > 0)
        xml_.fail(node,
                  "a route over '" + id +
                      "', the link of a Wifi zone; valid: other links, since the hosts of the zone reach "
                      "it without a route");
    } else if (is_wifi(node.parent())) {
      for (const auto* profile : {"bandwidth_file", "latency_file", "state_file"})
        if (!xml_.optional(node, profile).empty())
          xml_.fail(node, "link '" + id + "' of a Wifi zone has a " + profile + ", which " + simgrid_name() +
                              " does not support; valid: none");
    } else if (xml_.optional(node, "sharing_policy") == "WIFI") {
      xml_.fail(node, "link '" + id + "' is a WIFI link in a <" + node.parent().name() + "> of routing '" +
                          xml_.optional(node.parent(), "routing") +
                          "'; valid: in a zone of routing Wifi, which joins its hosts");
    }
  }

  void check_wifi_gateway(const pugi::xml_node& route, const char* zone, const char* gateway) {
    const auto found = wifi_zones().access_points.find(xml_.required(route, zone));
    if (found != wifi_zones().access_points.end() && xml_.required(route, gateway) != found->second)
      xml_.fail(route, std::string(gateway) + " '" + xml_.required(route, gateway) +
                           "' is not the access point of Wifi zone '" + found->first +
                           "'; valid: the host or router that <prop id=\"access_point\"> of the zone names");
  }

  bool is_wifi(const pugi::xml_node& zone) const {
    return is_routing(xml_.optional(zone, "routing"), "Wifi");
  }

  struct WifiZones {
    std::map<std::string, std::string> access_points; ///< by zone; "": it names none
    std::set<std::string> links;
  };
  /// They are found when they are asked for first.
  const WifiZones& wifi_zones() {
    if (wifi_zones_)
      return *wifi_zones_;
    wifi_zones_.emplace();
    for (const auto zone : elements_of(root_))
      if (is_wifi(zone)) {
        const auto access_point = zone.find_child_by_attribute("prop", "id", "access_point");
        wifi_zones_->access_points[xml_.required(zone, "id")] = access_point.attribute("value").value();
        for (const auto link : zone.children("link"))
          wifi_zones_->links.insert(xml_.required(link, "id"));
      }
    return *wifi_zones_;
  }

  /// SimGrid forgets them elsewhere, or gives them to the next zone that is a cluster.
  void check_member_of_cluster(const pugi::xml_node& node) const {
    const auto parent = node.parent();
    if (!is_routing(xml_.optional(parent, "routing"), "Cluster"))
      xml_.fail(node, "<" + std::string(node.name()) + "> in a <" + parent.name() + "> of routing '" +
                          xml_.optional(parent, "routing") + "'; valid: in a zone of routing Cluster");
  }

  void add_wifi_rates(const pugi::xml_node& zone) {
    const auto link = zone.child("link");
    if (!link)
      return;
    const auto rates = parts_of(link.attribute("bandwidth").value(), ";,").size();
    for (const auto host : zone.children("host")) {
      const auto said = host.find_child_by_attribute("prop", "id", "wifi_rate");
      const auto level = said         ? parse_number<int>(xml_.required(said, "value"))
                         : rates == 1 ? std::optional(0)
                                      : std::nullopt;
      if (!level || *level < 0 || static_cast<std::size_t>(*level) >= rates)
        xml_.fail(host, "host '" + xml_.required(host, "id") + "' is on a Wifi link of " +
                            std::to_string(rates) + " bandwidths and does not say which is its own; valid: " +
                            "<prop id=\"wifi_rate\" value=\"0\"/> for the first, and so on");
      wifi_rates_.push_back({xml_.required(host, "id"), xml_.required(link, "id"), *level});
    }
  }

  /// How many hosts "0-3,7" makes.
  std::size_t radicals(const pugi::xml_node& node) const {
    const auto radical = xml_.required(node, "radical");
    std::size_t number = 0;
    for (const auto& part : parts_of(radical, ",")) {
      const auto dash = part.find('-');
      const auto first = parse_number<std::size_t>(part.substr(0, dash));
      const auto last = dash == std::string::npos ? first : parse_number<std::size_t>(part.substr(dash + 1));
      if (!first || !last || *first > *last || *last > 1000000000)
        refuse(node, "radical", "numbers and ranges, such as 0-3,7");
      number += *last - *first + 1;
    }
    return number;
  }

  void check_amount(const pugi::xml_node& node, const Amount& amount) const {
    const std::string value = node.attribute(amount.attribute).value();
    if (value.empty())
      return;
    for (const auto& part : parts_of(value, amount.separators)) {
      char* rest = nullptr;
      const double number = std::strtod(part.c_str(), &rest);
      const bool is_number = rest != part.c_str(); // otherwise SimGrid says so
      if (is_number && (!std::isfinite(number) || number < 0 || (number == 0 && !amount.may_be_0)))
        refuse(node, amount.attribute,
               amount.may_be_0 ? "a finite number, 0 or more" : "a finite number above 0");
    }
  }

  /// SimGrid takes the digits with which the text begins.
  void check_whole_numbers(const pugi::xml_node& node) const {
    if (const auto core = node.attribute("core")) {
      const auto number = parse_number<int>(core.value());
      if (!number || *number < 1 || *number > 1000000)
        refuse(node, "core", "an integer from 1 to 1000000");
    }
    if (const auto pstate = node.attribute("pstate")) {
      const auto number = parse_number<double>(pstate.value());
      const auto states = parts_of(node.attribute("speed").value(), ",").size();
      if (!number || *number != std::floor(*number) || *number < 0 || *number >= static_cast<double>(states))
        refuse(node, "pstate",
               "an integer from 0 to " + std::to_string(states - 1) + ", the number of a speed");
    }
  }

  void check_coordinates(const pugi::xml_node& node) const {
    const std::string coordinates = node.attribute("coordinates").value();
    std::istringstream words(coordinates);
    int axis = 0;
    for (std::string word; words >> word; ++axis) {
      const auto number = parse_number<double>(word);
      if (!number || !(std::abs(*number) <= 1e9) || (axis == 2 && *number < 0))
        refuse(node, "coordinates", "x, y and a height of 0 or more, in ms");
    }
  }

  /// Whether the numbers fit each other, SimGrid says.
  void check_topology(const pugi::xml_node& node) const {
    const std::string numbers = node.attribute("topo_parameters").value();
    if (numbers.empty() && xml_.optional(node, "topology", "FLAT") != "FLAT")
      refuse(node, "topo_parameters", "the numbers of topology " + xml_.required(node, "topology"));
    if (numbers.empty())
      return;
    for (const auto& part : parts_of(numbers, ",;"))
      if (const auto number = parse_number<int>(part); !number || *number < 1 || *number > 1000000)
        refuse(node, "topo_parameters", "integers above 0 between , and ;");
  }

  [[noreturn]] void refuse(const pugi::xml_node& node, const std::string& attribute,
                           const std::string& valid) const {
    const std::string name = node.name();
    xml_.fail(node, name + " '" + xml_.required(node, "id") + "': " + attribute + " cannot be '" +
                        node.attribute(attribute.c_str()).value() + "'; valid: " + valid);
  }

  XmlFile xml_;
  pugi::xml_node root_;
  std::size_t hosts_ = 0;
  std::vector<PlatformSource::WifiRate> wifi_rates_;
  std::optional<WifiZones> wifi_zones_;
  std::vector<pugi::xml_node> configs_;
  std::vector<PlatformSource::Option> options_;
  std::set<std::string> option_keys_;
  std::vector<std::string> ignored_; ///< keys of options
  std::string power_note_;           ///< "": none
};

} // namespace

std::vector<std::string> PlatformSource::simgrid_options() const {
  std::vector<std::string> texts;
  for (const auto& option : options)
    texts.push_back(option.text);
  return texts;
}

PlatformSource read_platform_file(const std::filesystem::path& file) { return PlatformReader(file).read(); }

} // namespace malha

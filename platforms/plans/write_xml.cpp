// SPDX-License-Identifier: MIT
#include "write_xml.hpp"

#include "policies/sdk/numbers.hpp"

#include <pugixml.hpp>

namespace malha {
namespace {

/// What an XML zone holds of a plan.
struct Part {
  pugi::xml_node zone;
  std::size_t first, end; ///< its hosts
};

pugi::xml_node append_named(pugi::xml_node parent, const char* tag, const std::string& id) {
  auto node = parent.append_child(tag);
  node.append_attribute("id") = id.c_str();
  return node;
}

void write_hosts(const PlatformPlan& plan, Part part) {
  for (std::size_t i = part.first; i < part.end; ++i) {
    const auto& host = plan.hosts[i];
    auto node = append_named(part.zone, "host", host.name);
    auto speeds = shortest(host.speed) + "f";
    for (const auto speed : host.further_speeds)
      speeds += "," + shortest(speed) + "f";
    node.append_attribute("speed") = speeds.c_str();
    node.append_attribute("core") = host.cores;
    for (const auto& [id, value] : host.properties)
      append_named(node, "prop", id).append_attribute("value") = value.c_str();
  }
}

void write_link(const PlatformPlan::Link& link, pugi::xml_node zone) {
  auto node = append_named(zone, "link", link.name);
  node.append_attribute("bandwidth") = (shortest(link.bandwidth) + "Bps").c_str();
  node.append_attribute("latency") = (shortest(link.latency) + "s").c_str();
  if (link.fat_pipe)
    node.append_attribute("sharing_policy") = "FATPIPE";
}

/// Writes how the hosts are joined to each other, or to their centre.
void write_routes(const PlatformPlan& plan, Part part) {
  if (plan.star)
    for (std::size_t host = part.first; host < part.end; ++host) {
      auto node = append_named(part.zone, "host_link", plan.hosts[host].name);
      node.append_attribute("up") = plan.links[host].name.c_str();
      node.append_attribute("down") = plan.links[host].name.c_str();
    }
  for (const auto& route : plan.routes)
    if (route.from >= part.first && route.from < part.end) {
      auto node = part.zone.append_child("route");
      node.append_attribute("src") = plan.hosts[route.from].name.c_str();
      node.append_attribute("dst") = plan.hosts[route.to].name.c_str();
      append_named(node, "link_ctn", plan.links[route.link].name);
    }
}

/// Writes the zones of a plan, and the channels between every two of them. SimGrid wants zones before links,
/// so that a zone has the links that its hosts are first to use.
void write_zones(const PlatformPlan& plan, pugi::xml_node grid) {
  std::vector<bool> is_written(plan.links.size());
  std::size_t first = 0;
  for (const auto& planned : plan.zones) {
    Part part{append_named(grid, "zone", planned.name), first, first + planned.hosts};
    part.zone.append_attribute("routing") = "Cluster";
    write_hosts(plan, part);
    append_named(part.zone, "router", planned.centre());
    const auto write_once = [&](std::size_t link) {
      if (!is_written[link])
        write_link(plan.links[link], part.zone);
      is_written[link] = true;
    };
    for (std::size_t host = part.first; host < part.end; ++host)
      write_once(host);
    for (const auto& route : plan.routes)
      if (route.from >= part.first && route.from < part.end)
        write_once(route.link);
    write_routes(plan, part);
    first = part.end;
  }
  for (const auto& zone : plan.zones)
    write_link(plan.links[zone.channel], grid);
  for (auto from = plan.zones.begin(); from != plan.zones.end(); ++from)
    for (auto to = from + 1; to != plan.zones.end(); ++to) {
      auto node = grid.append_child("zoneRoute");
      node.append_attribute("src") = from->name.c_str();
      node.append_attribute("dst") = to->name.c_str();
      node.append_attribute("gw_src") = from->centre().c_str();
      node.append_attribute("gw_dst") = to->centre().c_str();
      append_named(node, "link_ctn", plan.links[from->channel].name);
      append_named(node, "link_ctn", plan.links[to->channel].name);
    }
}

} // namespace

void write_xml(const PlatformPlan& plan, std::ostream& out) {
  pugi::xml_document document;
  document.append_child(pugi::node_doctype).set_value("platform SYSTEM \"https://simgrid.org/simgrid.dtd\"");
  auto platform = document.append_child("platform");
  platform.append_attribute("version") = "4.1";
  auto grid = append_named(platform, "zone", "grid");
  grid.append_attribute("routing") = plan.star && plan.zones.empty() ? "Cluster" : "Full";
  if (plan.zones.empty()) {
    Part whole{grid, 0, plan.hosts.size()};
    write_hosts(plan, whole);
    for (const auto& link : plan.links)
      write_link(link, grid);
    write_routes(plan, whole);
  } else {
    write_zones(plan, grid);
  }
  document.save(out, "  ");
}

} // namespace malha

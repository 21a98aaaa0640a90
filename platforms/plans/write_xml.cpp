// SPDX-License-Identifier: MIT
#include "write_xml.hpp"

#include "policies/sdk/numbers.hpp"

#include <pugixml.hpp>

namespace malha {
namespace {

void write_hosts(const PlatformPlan& plan, pugi::xml_node zone) {
  for (const auto& host : plan.hosts) {
    auto node = zone.append_child("host");
    node.append_attribute("id") = host.name.c_str();
    node.append_attribute("speed") = (shortest(host.speed) + "f").c_str();
    node.append_attribute("core") = host.cores;
    for (const auto& [id, value] : host.properties) {
      auto property = node.append_child("prop");
      property.append_attribute("id") = id.c_str();
      property.append_attribute("value") = value.c_str();
    }
  }
}

void write_links(const PlatformPlan& plan, pugi::xml_node zone) {
  for (const auto& link : plan.links) {
    auto node = zone.append_child("link");
    node.append_attribute("id") = link.name.c_str();
    node.append_attribute("bandwidth") = (shortest(link.bandwidth) + "Bps").c_str();
    node.append_attribute("latency") = (shortest(link.latency) + "s").c_str();
    if (link.fat_pipe)
      node.append_attribute("sharing_policy") = "FATPIPE";
  }
}

} // namespace

void write_xml(const PlatformPlan& plan, std::ostream& out) {
  pugi::xml_document document;
  document.append_child(pugi::node_doctype).set_value("platform SYSTEM \"https://simgrid.org/simgrid.dtd\"");
  auto platform = document.append_child("platform");
  platform.append_attribute("version") = "4.1";
  auto zone = platform.append_child("zone");
  zone.append_attribute("id") = "grid";
  zone.append_attribute("routing") = plan.star ? "Cluster" : "Full";
  write_hosts(plan, zone);
  write_links(plan, zone);
  if (plan.star)
    for (std::size_t host = 0; host < plan.hosts.size(); ++host) {
      auto node = zone.append_child("host_link");
      node.append_attribute("id") = plan.hosts[host].name.c_str();
      node.append_attribute("up") = plan.links[host].name.c_str();
      node.append_attribute("down") = plan.links[host].name.c_str();
    }
  for (const auto& route : plan.routes) {
    auto node = zone.append_child("route");
    node.append_attribute("src") = plan.hosts[route.from].name.c_str();
    node.append_attribute("dst") = plan.hosts[route.to].name.c_str();
    node.append_child("link_ctn").append_attribute("id") = plan.links[route.link].name.c_str();
  }
  document.save(out, "  ");
}

} // namespace malha

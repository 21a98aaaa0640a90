// SPDX-License-Identifier: MIT
#include "energy_asked.hpp"

#include "actors/runtime/records/energy_records.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/workload/files/xml.hpp"

#include <algorithm>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// The first of the names that is a metric of energy; "": none is.
std::string metric_of_energy(const std::vector<std::string>& metrics) {
  static const auto known = EnergyRecords::metrics();
  const auto found = std::find_if(metrics.begin(), metrics.end(), [](const auto& name) {
    return std::any_of(known.begin(), known.end(), [&](const auto& metric) { return metric.name == name; });
  });
  return found == metrics.end() ? "" : *found;
}

/// Whether an actor counts the energy of all workers. One that has a part of them may need no others.
bool counts_all_nodes(const std::vector<PlacedActor>& actors) {
  return std::any_of(actors.begin(), actors.end(), [](const PlacedActor& placed) {
    const auto& metrics = placed.descriptor->metrics;
    if (std::none_of(metrics.begin(), metrics.end(), [](const auto& one) { return one.name == "energy"; }))
      return false;
    const auto& given = placed.parameters.all();
    const auto nodes = given.find("nodes"), site = given.find("site");
    return nodes != given.end() && nodes->second == "@role=worker" &&
           (site == given.end() || site->second.empty() || site->second.front() == '@');
  });
}

std::string property(const pugi::xml_node& host, const std::string& name) {
  for (const auto prop : host.children("prop"))
    if (prop.attribute("id").value() == name)
      return prop.attribute("value").value();
  return "";
}

/// The hosts of a platform that run jobs, as a Grid finds them, as far as its file shows it.
std::vector<pugi::xml_node> workers_in(const XmlFile& xml) {
  std::vector<pugi::xml_node> marked, others;
  for (const auto& node : elements_of(xml.root("platform"))) {
    const std::string name = node.name(), role = property(node, "role");
    if ((name != "host" && name != "cluster") || parse_number<double>(node.attribute("speed").value()) == 0)
      continue;
    if (role == "worker" || role == "compute_node")
      marked.push_back(node);
    else if (role.empty() && std::string(node.attribute("id").value()) != "master_host")
      others.push_back(node);
  }
  return marked.empty() ? others : marked;
}

} // namespace

void check_energy_asked(const std::vector<std::string>& metrics, const SimulationPlan& plan) {
  const auto metric = metric_of_energy(metrics);
  if (metric.empty() || !counts_all_nodes(plan.deployment.actors))
    return;
  const auto needs = ", which metric '" + metric + "' needs; valid: ";
  if (const auto* generated = std::get_if<PlatformSource::Generated>(&plan.platform.from)) {
    const auto& given = generated->parameters.all();
    if (const auto watts = given.find("watts"); watts != given.end() && watts->second.empty())
      throw InputError("platform '" + plan.platform.name + "': no host has a wattage_per_state" + needs +
                       "with platform.watts, or other metrics");
    return;
  }
  const XmlFile xml(std::get<fs::path>(plan.platform.from));
  for (const auto& node : workers_in(xml))
    if (property(node, "wattage_per_state").empty())
      xml.fail(node, std::string(node.name()) + " '" + node.attribute("id").value() +
                         "' has no wattage_per_state" + needs +
                         "power profiles of all hosts that run jobs, or other metrics");
}

} // namespace malha

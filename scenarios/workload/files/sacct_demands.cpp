// SPDX-License-Identifier: MIT
#include "sacct_demands.hpp"

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

constexpr double bytes_of_a_megabyte = 1048576;
constexpr double most_devices = 1e15; ///< more is damage

/// What stands behind a prefix; "" where the name has another one.
std::string behind_prefix(const std::string& name, const std::string& prefix) {
  return name.rfind(prefix, 0) == 0 ? name.substr(prefix.size()) : "";
}

std::int64_t whole_amount(double amount) { return std::llround(std::min(std::ceil(amount), most_devices)); }

/// Slurm counts devices of a type a second time under the device: gres/gpu=4,gres/gpu:a100=4 are four. What
/// is left is of any type.
void leave_out_what_is_typed(std::map<std::string, std::int64_t>& devices) {
  auto all = devices;
  for (const auto& [name, number] : devices)
    if (const auto colon = name.find(':'); colon != std::string::npos)
      all[name.substr(0, colon)] -= number;
  devices.clear();
  for (const auto& [name, number] : all)
    if (number > 0)
      devices[name] = number;
}

} // namespace

double nodes_of(const SacctRow& row) {
  const double asked = cluster::amount_of(row.requested, "node");
  return asked > 0 ? asked : static_cast<double>(row.nodes.value_or(0));
}

double cpus_of(const SacctRow& row) {
  const double asked = cluster::amount_of(row.requested, "cpu");
  return asked > 0 ? asked : static_cast<double>(row.cpus.value_or(0));
}

SacctDemands demands_of(const SacctRow& row) {
  Demands demands;
  bool is_rounded = false;
  const double nodes = std::max(nodes_of(row), 1.0);
  for (const auto& [name, amount] : row.requested) {
    const auto device = behind_prefix(name, "gres/"), licence = behind_prefix(name, "license/");
    if (amount <= 0)
      continue;
    if (name == "mem")
      demands.memory = amount * bytes_of_a_megabyte / nodes;
    if (!licence.empty())
      demands.licences[licence] = whole_amount(amount);
    if (device.empty())
      continue;
    demands.devices[device] = whole_amount(amount / nodes);
    is_rounded = is_rounded || std::ceil(amount / nodes) * nodes != amount;
  }
  leave_out_what_is_typed(demands.devices);
  if (demands.memory <= 0 && demands.devices.empty() && demands.licences.empty())
    return {};
  return {std::make_shared<const Demands>(std::move(demands)), is_rounded};
}

std::string text_of_devices(const Demands& demands) {
  std::string text;
  for (const auto& [name, number] : demands.devices)
    text += (text.empty() ? "" : ",") + name + ':' + std::to_string(number);
  return text;
}

} // namespace malha

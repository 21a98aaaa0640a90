// SPDX-License-Identifier: MIT
#include "suitable_nodes.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/node_features.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace malha::cluster {
namespace {

constexpr Bytes bytes_of_a_mib = 1 << 20;

} // namespace

SuitableNodes::SuitableNodes(const std::vector<Machine>& machines, Stock stock,
                             std::map<std::string, IndexSet> partitions, Features features)
    : machines_(machines), stock_(std::move(stock)), partitions_(std::move(partitions)),
      features_(std::move(features)) {
  for (const auto& machine : machines_)
    all_.insert(IndexSet(machine.first, machine.cpus));
}

std::optional<std::vector<int>> SuitableNodes::taken_by(const Job& job) const {
  if (job.demands == nullptr)
    return std::vector<int>{};
  std::vector<int> takes(stock_.names.size());
  const auto take = [&](const std::string& name, double amount) {
    const auto found = std::find(stock_.names.begin(), stock_.names.end(), name);
    if (found == stock_.names.end())
      return false;
    auto& sum = takes[static_cast<std::size_t>(found - stock_.names.begin())];
    sum = static_cast<int>(std::min<double>(sum + amount, std::numeric_limits<int>::max()));
    return true;
  };
  if (job.demands->memory > 0)
    take("memory", std::ceil(job.demands->memory / bytes_of_a_mib));
  for (const auto& [name, number] : job.demands->devices) {
    const auto colon = name.find(':');
    const bool is_typed = colon != std::string::npos;
    if (const auto amount = static_cast<double>(number);
        number > 0 && (!take(name, amount) || (is_typed && !take(name.substr(0, colon), amount))))
      return std::nullopt;
  }
  const bool takes_any = std::any_of(takes.begin(), takes.end(), [](auto amount) { return amount > 0; });
  return takes_any ? takes : std::vector<int>{};
}

/// Those of its partition.
const IndexSet& SuitableNodes::nodes_of(const Job& job) const {
  if (partitions_.empty())
    return all_;
  const auto found = partitions_.find(job.partition);
  if (found != partitions_.end())
    return found->second;
  std::vector<std::string> names;
  for (const auto& [name, nodes] : partitions_)
    if (!name.empty())
      names.push_back(name);
  throw InputError("job " + std::to_string(job.id) +
                   (job.partition.empty() ? " names no partition, and the cluster has no default one"
                                          : " is for partition '" + job.partition.str() +
                                                "', which the cluster does not have") +
                   "; valid: " + listed(names));
}

/// Those that its nodes must have.
std::vector<std::string> SuitableNodes::features_of(const Job& job) const {
  if (job.constraint.empty())
    return {};
  const auto begin = "job " + std::to_string(job.id) + " asks for nodes with '" + job.constraint.str() + "'";
  if (features_.empty())
    throw InputError(begin + ", and no node has features; valid: a property features of hosts, such as "
                             "big,fast, or setting slurm_conf");
  try {
    return required_features(job.constraint.str());
  } catch (const std::invalid_argument& error) {
    throw InputError(begin + "; valid: " + error.what());
  }
}

bool SuitableNodes::suits(std::size_t machine, const std::vector<int>& takes,
                          const std::vector<std::string>& features) const {
  for (std::size_t i = 0; i < takes.size(); ++i)
    if (takes[i] > stock_.of_machines[machine][i])
      return false;
  return std::all_of(features.begin(), features.end(),
                     [&](const auto& feature) { return features_[machine].count(feature) > 0; });
}

const IndexSet* SuitableNodes::of(const Job& job, const std::vector<int>& takes) {
  if (partitions_.empty() && takes.empty() && job.constraint.empty())
    return nullptr;
  const auto& all = nodes_of(job);
  const auto features = features_of(job);
  const auto [found, is_new] = found_.try_emplace(
      {partitions_.empty() ? std::string() : job.partition.str(), job.constraint.str(), takes});
  auto& nodes = found->second;
  for (std::size_t machine = 0; is_new && machine < machines_.size(); ++machine)
    if (suits(machine, takes, features))
      nodes.insert(all.within(machines_[machine].first, machines_[machine].cpus));
  return nodes.size() == all_.size() ? nullptr : &nodes;
}

} // namespace malha::cluster

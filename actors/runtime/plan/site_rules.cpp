// SPDX-License-Identifier: MIT
#include "site_rules.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/near_names.hpp"
#include "scenarios/workload/files/slurm_limits.hpp"
#include "scenarios/workload/files/slurm_qos.hpp"
#include "site_shares.hpp"

namespace malha {
namespace {

void add_note(ReadSiteRules& read, const std::filesystem::path& file, const std::vector<std::string>& keys) {
  if (!keys.empty())
    read.notes.push_back(file.filename().string() + ": keys without effect here: " + listed(keys));
}

std::vector<std::string> names_of_keys(const std::vector<KeyWithoutEffect>& keys) {
  std::vector<std::string> names;
  for (const auto& key : keys)
    names.push_back(key.key);
  return names;
}

void read_accounts(const SiteFiles& files, ReadSiteRules& read) {
  if (files.accounts.empty()) {
    if (!files.usage.empty())
      throw InputError(files.usage.string() + ": is usage of no accounts; valid: a file of accounts, too");
    return;
  }
  auto shares = read_shares(files.accounts, files.usage);
  read.rules.limits = limits_of(shares.shares.accounts);
  read.rules.shares.emplace(std::move(shares.shares));
  std::vector<std::string> keys;
  for (auto& key : shares.keys_without_effect)
    if (is_key_of_limit(key))
      read.has_limits = true;
    else
      keys.push_back(std::move(key));
  add_note(read, files.accounts, keys);
}

/// Throws InputError if the partition names a QOS that the site has not.
void check_qos(const SlurmConf& conf, const cluster::Partition& partition,
               const std::map<std::string, cluster::Qos>& known) {
  std::set<std::string> named = partition.deny_qos;
  if (partition.allow_qos)
    named.insert(partition.allow_qos->begin(), partition.allow_qos->end());
  if (!partition.qos.empty())
    named.insert(partition.qos);
  std::vector<std::string> names;
  for (const auto& [name, qos] : known)
    names.push_back(name);
  for (const auto& name : named)
    if (known.count(name) == 0)
      throw InputError(conf.places.at(partition.name) + ": partition '" + partition.name +
                       "' names the unknown QOS '" + name + "'" + instead_of(name, names));
}

void read_conf(const SiteFiles& files, ReadSiteRules& read) {
  if (files.slurm_conf.empty())
    return;
  read.slurm_conf = read_slurm_conf(files.slurm_conf);
  const auto& conf = *read.slurm_conf;
  read.rules.partitions = conf.partitions;
  read.rules.licences = conf.licences;
  for (const auto& node : conf.nodes)
    read.rules.nodes[node.name] = {node.weight, {node.features.begin(), node.features.end()}};
  if (!files.qos.empty())
    for (const auto& [name, partition] : conf.partitions)
      check_qos(conf, partition, read.rules.qos);
  add_note(read, files.slurm_conf,
           names_of_keys(keys_without_effect(conf, {"AccountingStorageEnforce", "ClusterName", "DefMemPerCPU",
                                                    "DefMemPerNode", "GresTypes", "Licenses", "MaxMemPerNode",
                                                    "NodeName.Feature", "NodeName.Features",
                                                    "NodeName.Weight", "NodeSet", "PartitionName."})));
}

/// Leaves out all limits where slurm.conf does not enforce them.
void drop_limits_that_are_not_enforced(const SiteFiles& files, ReadSiteRules& read) {
  if (!read.slurm_conf ||
      read.slurm_conf->enforced.count("limits") + read.slurm_conf->enforced.count("safe") > 0)
    return;
  if (files.accounts.empty() && files.qos.empty())
    return;
  for (auto& limits : read.rules.limits)
    limits = {};
  for (auto& [name, qos] : read.rules.qos)
    qos.limits = {};
  read.notes.push_back(
      files.slurm_conf.filename().string() +
      ": AccountingStorageEnforce has neither limits nor safe, so that limits of accounts and "
      "QOSes have no effect");
}

} // namespace

ReadSiteRules read_site_rules(const SiteFiles& files) {
  ReadSiteRules read;
  read_accounts(files, read);
  if (!files.qos.empty()) {
    auto said = read_qos(files.qos);
    read.rules.qos = std::move(said.qos);
    add_note(read, files.qos, names_of_keys(said.without_effect));
  }
  read_conf(files, read);
  drop_limits_that_are_not_enforced(files, read);
  return read;
}

} // namespace malha

// SPDX-License-Identifier: MIT
#include "slurm_conf.hpp"

#include "field_values.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/host_names.hpp"
#include "policies/sdk/near_names.hpp"
#include "slurm_conf_keys.hpp"
#include "slurm_conf_rows.hpp"

#include <boost/algorithm/string/predicate.hpp>

namespace malha {
namespace {

using IdleKeys = std::vector<std::string>;

/// Puts the rows of slurm.conf together.
class ConfDraft {
public:
  void take(const SlurmConfRow& row) {
    const auto& [key, value] = row.values.front();
    if (boost::iequals(key, "NodeName"))
      take_nodes(row, value);
    else if (boost::iequals(key, "PartitionName"))
      take_partition(row, value);
    else if (boost::iequals(key, "NodeSet"))
      take_node_set(row, value);
    else if (boost::iequals(key, "DownNodes")) {
      ++conf().ignored["DownNodes"];
      take_values(row, 1, "DownNodes.", KeysOf<SlurmClusterDraft>{}, {"Reason", "State"}, cluster_);
    } else if (row.values.size() > 1)
      fail(row.place, malha::quoted(row.values[1].first) + " stands behind " + malha::quoted(key) +
                          "; valid: one key in a row that begins with neither NodeName nor PartitionName");
    else
      take_values(row, 0, "", slurm_keys(), idle_slurm_keys(), cluster_);
  }

  SlurmConf finish() {
    check_gres();
    for (auto& [name, draft] : partitions_)
      finish_partition(draft);
    return std::move(conf());
  }

private:
  SlurmConf& conf() { return cluster_.conf; }

  /// Reads the values of a row from that place on into the subject. `of` goes before the keys in counts:
  /// "NodeName.".
  template <class Subject>
  void take_values(const SlurmConfRow& row, std::size_t from, const std::string& of,
                   const KeysOf<Subject>& keys, const IdleKeys& idle, Subject& subject) {
    std::set<std::string> seen;
    for (auto at = row.values.begin() + static_cast<std::ptrdiff_t>(from); at != row.values.end(); ++at) {
      const auto &written = at->first, &text = at->second;
      IdleKeys names = idle;
      for (const auto& [key, takes] : keys)
        names.push_back(key);
      const auto known = std::find_if(names.begin(), names.end(),
                                      [&](const auto& name) { return boost::iequals(name, written); });
      if (known == names.end())
        fail(row.place, "unknown key " + malha::quoted(written) +
                            instead_of(written, names, "the manual page slurm.conf of Slurm 22.05"));
      const auto found = keys.find(*known);
      const auto name = of + *known;
      if (!seen.insert(name).second || (of.empty() && found != keys.end() && conf().keys.count(name) > 0))
        fail(row.place, malha::quoted(*known) + " is set again; valid: once");
      ++(found != keys.end() ? conf().keys : conf().ignored)[name];
      if (found != keys.end())
        at_place(row.place, [&] { found->second(subject, SlurmValue(*known, text)); });
    }
  }

  void take_nodes(const SlurmConfRow& row, const std::string& names) {
    const bool is_default = boost::iequals(names, "DEFAULT");
    auto draft = default_node_;
    draft.ignored.clear();
    take_values(row, 1, "NodeName.", slurm_node_keys(), idle_slurm_node_keys(), draft);
    for (const auto& value : draft.ignored)
      ++conf().ignored[value];
    if (is_default) {
      default_node_ = std::move(draft);
      return;
    }
    at_place(row.place, [&] {
      auto node = node_of(draft);
      for (auto& name : host_names(names)) {
        if (!nodes_.emplace(name, row.place).second)
          throw std::invalid_argument("node " + malha::quoted(name) + " is there already, in " +
                                      nodes_.at(name) + "; valid: each node once");
        node.name = std::move(name);
        conf().nodes.push_back(node);
      }
    });
  }

  void take_partition(const SlurmConfRow& row, const std::string& name) {
    auto draft = default_partition_;
    draft.ignored.clear();
    take_values(row, 1, "PartitionName.", slurm_partition_keys(), idle_slurm_partition_keys(), draft);
    for (const auto& value : draft.ignored)
      ++conf().ignored[value];
    if (boost::iequals(name, "DEFAULT")) {
      default_partition_ = std::move(draft);
      return;
    }
    if (name.find_first_of(",:=[]") != std::string::npos)
      fail(row.place, malha::quoted(name) + " is no name of a partition; valid: a name without , : = [ ]");
    if (draft.nodes.empty())
      fail(row.place, "partition " + malha::quoted(name) +
                          " has no nodes; valid: Nodes=ALL, or names such as Nodes=n[1-4]");
    if (!conf().places.emplace(name, row.place).second)
      fail(row.place, "partition " + malha::quoted(name) + " is there already, in " + conf().places.at(name) +
                          "; valid: each partition once");
    draft.partition.name = name;
    partitions_.emplace(name, std::move(draft));
  }

  void take_node_set(const SlurmConfRow& row, const std::string& name) {
    const bool has_one = row.values.size() == 2;
    const auto key = has_one ? row.values[1].first : "";
    if (!boost::iequals(key, "Nodes") && !boost::iequals(key, "Feature"))
      fail(row.place, "node set " + malha::quoted(name) +
                          " has other keys than one; valid: NodeSet=NAME Nodes=n[1-4], or Feature=WORD");
    if (!node_sets_.emplace(name, NodeSet{boost::iequals(key, "Feature"), row.values[1].second}).second)
      fail(row.place, "node set " + malha::quoted(name) + " is there already; valid: once");
    ++conf().keys["NodeSet"];
  }

  void check_gres() const {
    std::vector<std::string> types(cluster_.gres_types.begin(), cluster_.gres_types.end());
    for (const auto& node : cluster_.conf.nodes)
      for (const auto& [name, count] : node.gres)
        if (name.find(':') == std::string::npos && cluster_.gres_types.count(name) == 0)
          fail(nodes_.at(node.name), "unknown device " + malha::quoted(name) + " of node " +
                                         malha::quoted(node.name) + ": GresTypes does not have it" +
                                         instead_of(name, types));
  }

  void finish_partition(SlurmPartitionDraft& draft) {
    auto& partition = draft.partition;
    const auto& place = conf().places.at(partition.name);
    if (!boost::iequals(draft.nodes, "ALL"))
      at_place(place, [&] { add_nodes(partition, draft.nodes); });
    for (const auto& [name, other] : conf().partitions)
      if (partition.is_default && other.is_default)
        fail(place, "partition " + malha::quoted(partition.name) + " is the default, and so is " +
                        malha::quoted(name) + "; valid: one default partition");
    if (partition.default_memory_per_cpu == 0 && partition.default_memory_per_node == 0) {
      partition.default_memory_per_cpu = conf().default_memory_per_cpu;
      partition.default_memory_per_node = conf().default_memory_per_node;
    }
    if (partition.max_memory_per_node == 0)
      partition.max_memory_per_node = conf().max_memory_per_node;
    conf().partitions.emplace(partition.name, partition);
  }

  void add_nodes(cluster::Partition& partition, const std::string& names) {
    std::set<std::string> there;
    for (const auto& name : host_names(names))
      for (const auto& node : nodes_behind(name))
        if (there.insert(node).second)
          partition.nodes.push_back(node);
    if (partition.nodes.empty())
      throw std::invalid_argument("partition " + malha::quoted(partition.name) +
                                  " has no nodes; valid: Nodes=ALL, or names such as Nodes=n[1-4]");
  }

  /// The node of that name, or the nodes of that set.
  std::vector<std::string> nodes_behind(const std::string& name) {
    const auto set = node_sets_.find(name);
    if (set == node_sets_.end()) {
      check_node(name, "the partition");
      return {name};
    }
    std::vector<std::string> names;
    if (!set->second.is_feature) {
      names = host_names(set->second.text);
      for (const auto& one : names)
        check_node(one, "node set " + malha::quoted(name));
      return names;
    }
    for (const auto& node : conf().nodes)
      if (std::find(node.features.begin(), node.features.end(), set->second.text) != node.features.end())
        names.push_back(node.name);
    return names;
  }

  void check_node(const std::string& name, const std::string& of) const {
    if (nodes_.count(name) > 0)
      return;
    std::vector<std::string> names;
    for (const auto& node : cluster_.conf.nodes)
      names.push_back(node.name);
    throw std::invalid_argument("unknown node " + malha::quoted(name) + " of " + of +
                                instead_of(name, names, "a row NodeName"));
  }

  /// Runs a reading, whose refusals get the place in front.
  template <class Reading>
  void at_place(const std::string& place, Reading&& read) const {
    try {
      read();
    } catch (const std::invalid_argument& error) {
      fail(place, error.what());
    }
  }

  [[noreturn]] void fail(const std::string& place, const std::string& what) const {
    throw InputError(place + ": " + what);
  }

  struct NodeSet {
    bool is_feature;
    std::string text; ///< that feature, or names of nodes
  };

  SlurmClusterDraft cluster_;
  SlurmNodeDraft default_node_;
  SlurmPartitionDraft default_partition_;
  std::map<std::string, std::string> nodes_; ///< places by name
  std::map<std::string, NodeSet> node_sets_;
  std::map<std::string, SlurmPartitionDraft> partitions_;
};

} // namespace

SlurmConf read_slurm_conf(const std::filesystem::path& file) {
  ConfDraft draft;
  for (const auto& row : read_slurm_conf_rows(file))
    draft.take(row);
  return draft.finish();
}

std::vector<KeyWithoutEffect> keys_without_effect(const SlurmConf& conf, const std::set<std::string>& used) {
  auto idle = conf.ignored;
  for (const auto& [key, rows] : conf.keys)
    if (used.count(key) == 0 && used.count(key.substr(0, key.find('.') + 1)) == 0)
      idle.emplace(key, rows);
  std::vector<KeyWithoutEffect> keys;
  for (const auto& [key, rows] : idle)
    keys.push_back({key, rows});
  return keys;
}

} // namespace malha

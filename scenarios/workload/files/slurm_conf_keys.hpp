// SPDX-License-Identifier: MIT
#pragma once
#include "slurm_conf.hpp"

namespace malha {

/// Reads the value of a key of slurm.conf. It throws std::invalid_argument.
template <class Subject>
using TakesValue = void (*)(Subject& subject, const SlurmValue& value);
/// Keys as Slurm spells them, and how their values are read into what a row is about.
template <class Subject>
using KeysOf = std::map<std::string, TakesValue<Subject>>;

/// What rows say of a cluster. Values of the keys that begin with "Priority" are kept as they are.
struct SlurmClusterDraft {
  SlurmConf conf;
  std::set<std::string> gres_types;
};
/// The node of a row NodeName, before its numbers are put together.
struct SlurmNodeDraft {
  SlurmNode node;
  std::optional<int> cpus, boards, sockets, cores, threads;
  std::vector<std::string> ignored; ///< values that have no effect, such as "Gres no_consume"
};
/// The partition of a row PartitionName.
struct SlurmPartitionDraft {
  cluster::Partition partition;
  std::string nodes; ///< as the row has them
  std::vector<std::string> ignored;
};

const KeysOf<SlurmClusterDraft>& slurm_keys();
const KeysOf<SlurmNodeDraft>& slurm_node_keys();
const KeysOf<SlurmPartitionDraft>& slurm_partition_keys();

/// Other keys that a Slurm 22.05.8 takes in such rows, and that have no effect in Malha.
const std::vector<std::string>& idle_slurm_keys();
const std::vector<std::string>& idle_slurm_node_keys();
const std::vector<std::string>& idle_slurm_partition_keys();

/// The node with its numbers, of which some follow from others. Throws std::invalid_argument if they do not
/// fit together.
SlurmNode node_of(const SlurmNodeDraft& draft);

} // namespace malha

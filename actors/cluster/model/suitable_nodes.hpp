// SPDX-License-Identifier: MIT
#pragma once
#include "machines.hpp"

#include <map>
#include <optional>

namespace malha::cluster {

/// What machines have beside CPUs, and jobs take: memory and devices such as GPUs.
struct Stock {
  /// Of what: "memory", in MiB, and the names of devices, such as "gpu", and "gpu:a100" for those of one
  /// type, which are GPUs, too.
  std::vector<std::string> names;
  std::vector<std::vector<int>> of_machines; ///< the amounts of each machine, by name

  /// An amount that no job can use up: the platform does not say how much memory the machine has.
  static constexpr int unlimited = 1 << 30;
};

/// Knows on which nodes of a cluster a job may run: those of its partition that have what it asks for.
class SuitableNodes {
public:
  /// `partitions` has the nodes of each partition, those of "" for jobs that name none. Without it jobs may
  /// run on all nodes.
  SuitableNodes(const std::vector<Machine>& machines, Stock stock,
                std::map<std::string, IndexSet> partitions = {});

  const Stock& stock() const { return stock_; }
  /// What the job takes on each of its machines, by name of the stock; empty: nothing. Nothing returned: no
  /// machine has such a device.
  std::optional<std::vector<int>> taken_by(const Job& job) const;
  /// The nodes on which a job may run that takes so much. Null: all nodes. Throws InputError if the cluster
  /// does not have the job's partition. They stay where they are.
  const IndexSet* of(const Job& job, const std::vector<int>& takes);

private:
  using Key = std::pair<std::string, std::vector<int>>; ///< partition, and what a job takes

  const IndexSet& nodes_of(const Job& job) const;

  const std::vector<Machine> machines_;
  const Stock stock_;
  const std::map<std::string, IndexSet> partitions_;
  IndexSet all_;
  std::map<Key, IndexSet> found_;
};

} // namespace malha::cluster

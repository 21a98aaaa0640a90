// SPDX-License-Identifier: MIT
#pragma once
#include "machines.hpp"

#include <map>
#include <optional>
#include <set>
#include <tuple>

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

/// The features of each machine, such as "big" and "fast".
using Features = std::vector<std::set<std::string>>;

/// Knows on which nodes of a cluster a job may run: those of its partition that have what it asks for.
class SuitableNodes {
public:
  /// `partitions` has the nodes of each partition, those of "" for jobs that name none. Without it jobs may
  /// run on all nodes. Without `features` no node has any.
  SuitableNodes(const std::vector<Machine>& machines, Stock stock,
                std::map<std::string, IndexSet> partitions = {}, Features features = {});

  const Stock& stock() const { return stock_; }
  /// What the job takes on each of its machines, by name of the stock; empty: nothing. Nothing returned: no
  /// machine has such a device.
  std::optional<std::vector<int>> taken_by(const Job& job) const;
  /// The nodes on which a job may run that takes so much. Null: all nodes. Throws InputError if the cluster
  /// does not have the job's partition, or no node has any feature and the job asks for one. They stay where
  /// they are.
  const IndexSet* of(const Job& job, const std::vector<int>& takes);

private:
  /// Partition and constraint of a job, and what it takes.
  using Key = std::tuple<std::string, std::string, std::vector<int>>;

  const IndexSet& nodes_of(const Job& job) const;
  std::vector<std::string> features_of(const Job& job) const;
  bool suits(std::size_t machine, const std::vector<int>& takes,
             const std::vector<std::string>& features) const;

  const std::vector<Machine> machines_;
  const Stock stock_;
  const std::map<std::string, IndexSet> partitions_;
  const Features features_; ///< empty: no machine has any
  IndexSet all_;
  std::map<Key, IndexSet> found_;
};

} // namespace malha::cluster

// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"
#include "policies/sdk/speed_profile.hpp"

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace malha::cluster {

/// A machine of the cluster, and its name on the platform.
struct NamedMachine {
  std::string name;
  Machine machine;
};

/// The machines of a cluster, as the platform describes them: names, nodes and speeds. They are constant in a
/// run. Under allocation=core a node is one CPU.
class Machines {
public:
  /// Each node is a machine of its own, with its number as name.
  explicit Machines(const std::vector<FlopsPerSecond>& speeds);
  /// `speeds` and `profiles` have one entry for each node. A machine has consecutive nodes. A profile gives
  /// the speed over time as shares of the node's speed; null: the speed is constant. Without profiles all
  /// speeds are constant.
  Machines(std::vector<FlopsPerSecond> speeds, const std::vector<NamedMachine>& machines,
           std::vector<const SpeedProfile*> profiles = {});

  const std::vector<Machine>& all() const { return machines_; }
  int count() const { return static_cast<int>(machines_.size()); }
  const Machine& operator[](int machine) const { return machines_[static_cast<std::size_t>(machine)]; }
  const std::string& name(int machine) const { return names_[static_cast<std::size_t>(machine)]; }
  const std::vector<std::string>& names() const { return names_; }
  /// The machine of that name; nothing if there is none.
  std::optional<int> find(const std::string& name) const;

  int nodes() const { return static_cast<int>(speeds_.size()); }
  FlopsPerSecond speed(int node) const { return speeds_[static_cast<std::size_t>(node)]; }
  FlopsPerSecond slowest() const;
  FlopsPerSecond fastest() const;
  /// Whether the speed of some node changes. Run times then depend on when a job starts.
  bool speeds_change() const { return speeds_change_; }

  /// The time that a task takes on these nodes at constant speeds: that of the slowest node.
  Seconds run_time(const Task& task, const IndexSet& nodes) const;
  /// How long a task that starts at `start` runs, and when it ends: those of its slowest node.
  TaskRun run(const Task& task, Seconds start, const IndexSet& nodes) const;

  /// The same if each node computes longer than at its speed, by the factor that `stretch` returns for it.
  TaskRun run_longer(const Task& task, Seconds start, const IndexSet& nodes,
                     const std::function<double(int node)>& stretch) const;

  /// The most parallel tasks that a job can have if these nodes are lost. `one_a_machine`: the policy gives
  /// each of them a machine of its own.
  int most_tasks_without(const IndexSet& lost, bool one_a_machine) const;

private:
  std::vector<FlopsPerSecond> speeds_;
  std::vector<const SpeedProfile*> profiles_; ///< by node; empty if all speeds are constant
  bool speeds_change_;
  bool same_speed_;
  std::vector<std::string> names_; ///< by machine
  std::vector<Machine> machines_;
  mutable std::unordered_map<std::string, int> by_name_; ///< empty until it is needed
};

} // namespace malha::cluster

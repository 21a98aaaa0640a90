// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/broken_rule.hpp"
#include "machines.hpp"
#include "policies/cluster/frequency.hpp"

#include <map>

namespace malha::cluster {

/// A machine at a pstate.
struct MachineLevel {
  int pstate;           ///< SimGrid's number
  FlopsPerSecond speed; ///< of the pstate
  Watts idle;           ///< if nothing computes
  Watts busy;           ///< while a job computes there
};

/// A machine in all of its pstates.
struct MachineLevels {
  std::vector<MachineLevel> levels; ///< at least one
  int platform = 0;                 ///< the pstate of the platform, which one of them has
};

/// How frequencies change what jobs do.
struct FrequencyRules {
  double beta = 1;           ///< 1: jobs are bound by computing; 0: their run times do not depend on speeds
  bool scales_limits = true; ///< the limit of a job is stretched as its run is
};

/// The rule that the answer of a policy of frequencies breaks.
struct BrokenFrequencyRule : BrokenRule {
  using BrokenRule::BrokenRule;
};

/// The pstates of the machines of a cluster, and who says which of them jobs use. Each node is a machine.
class Frequencies {
public:
  /// `machines`: by machine. All have the same pstate on the platform.
  Frequencies(Frequency& policy, std::vector<MachineLevels> machines, FrequencyRules rules);

  /// What becomes of a job.
  struct Choice {
    int pstate;
    double stretch; ///< of its run
  };
  /// Asks the policy. `waiting`: see FrequencyView. Throws BrokenFrequencyRule unless it names a pstate that
  /// all machines of the job have.
  Choice ask(const QueuedJob& job, const Task& task, const IndexSet& nodes, int waiting, Seconds now) const;
  /// How much longer a node computes at a pstate that it has, see FrequencyLevel::stretch.
  double stretch(int node, int pstate) const { return of(node).stretch.at(pstate); }
  bool scales_limits() const { return rules_.scales_limits; }

private:
  struct Node {
    MachineLevels machine;
    std::map<int, double> stretch; ///< by pstate
  };

  const Node& of(int node) const { return nodes_[static_cast<std::size_t>(node)]; }
  std::vector<FrequencyLevel> levels_of(const IndexSet& nodes, bool computes) const;
  void add(FrequencyLevel& level, const IndexSet& nodes, bool computes) const;

  Frequency& policy_;
  const FrequencyRules rules_;
  std::vector<Node> nodes_;
  bool are_alike_ = true; ///< all machines have the same levels
};

} // namespace malha::cluster

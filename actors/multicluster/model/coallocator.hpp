// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/broken_rule.hpp"
#include "channels.hpp"
#include "policies/multicluster/coallocation.hpp"

#include <functional>
#include <optional>

namespace malha::multicluster {

/// The answer of the co-allocation breaks a rule.
struct CoallocationBroke : BrokenRule {
  using BrokenRule::BrokenRule;
};

/// The part of one cluster in a job that several clusters run at once.
struct Part {
  int cluster;
  std::vector<int> nodes; ///< numbers among those of the cluster
};

/// A job that was given nodes of several clusters at once, all from one date on.
struct Coallocated {
  std::vector<Part> parts; ///< by cluster, none of them empty
  Seconds start = 0;
  Seconds execution_time = 0;                                 ///< as predicted
  double processing_slowdown = 0, communication_slowdown = 0; ///< of the answer
  int local_nodes = 0;                                        ///< nodes with an active local user
  std::vector<double> traffic; ///< what it sends through the channel of each cluster, B/s
};

/// The clusters, as jobs that run or wait in several of them need them. Each call may take simulated time.
class PartGateways {
public:
  virtual ~PartGateways() = default;
  /// The present date.
  virtual Seconds now() const = 0;
  /// The number of nodes of the cluster on which a task of the job could ever run.
  virtual int most_tasks(const Job& job, std::size_t cluster) = 0;
  /// The nodes of each cluster that may take a task of the job now. `idle`: only those without any task and
  /// without a local user.
  virtual std::vector<std::vector<UsableNode>> usable_nodes(const Job& job, bool idle) = 0;
  /// Asks the clusters to hold nodes for the job. Returns for each part whether its cluster holds them.
  virtual std::vector<bool> reserve(const Job& job, const Coallocated& parts) = 0;
  /// Gives back the nodes that a cluster holds for a job that will not begin.
  virtual void release(TaskId job, int cluster) = 0;
  /// Takes a job out of the queue of a cluster. Returns whether it waited there.
  virtual bool withdraw(TaskId job, int cluster) = 0;
  /// Offers a job that may wait in several clusters to one of them, and lets all clusters decide. When one
  /// starts the job, the others lose it at that date. Returns whether the cluster has taken the job.
  /// `is_repeated`: it has refused the job before.
  virtual bool offer_copy(const Job& /*job*/, int /*cluster*/, bool /*is_repeated*/) { return false; }
  /// The job begins on all nodes that are held for it, at its start.
  virtual void begin(const Job& job, const Coallocated& parts) = 0;
  /// The job has ended on all its nodes at that date.
  virtual void end(TaskId job, const std::vector<Part>& parts, Seconds end) = 0;
};

/// Gives jobs nodes of several clusters at once (M-CISNE, section 4.6), without messages, hosts and clock.
/// Each cluster is asked to hold its nodes; if one of them refuses, all are given back.
class Coallocator {
public:
  /// `sizes`: nodes of each cluster.
  Coallocator(Coallocate& policy, PartGateways& gateways, Channels& channels, std::vector<int> sizes)
      : policy_(policy), gateways_(gateways), channels_(channels), sizes_(std::move(sizes)) {}

  PartGateways& gateways() const { return gateways_; }
  /// Whether all clusters together have the nodes for the job.
  bool could_run(const Job& job) const;
  /// Whether the policy would give the job nodes if all that could ever take a task of it were free, and no
  /// channel were used.
  bool would_ever_run(const Job& job);

  /// A job that waits in the queue of a cluster, and the nodes that it may get.
  struct Below {
    int cluster;
    bool idle;                   ///< only nodes without any task and without a local user count
    std::function<bool()> waits; ///< whether it still waits, as far as is known
  };
  /// Asks the policy for nodes, holds them, and starts the job there. Nothing if there are no nodes now, or
  /// if a cluster refuses. A job of the queue of a cluster is taken from there; it never saturates a channel.
  /// Throws CoallocationBroke, and InputError if nothing is known of the job's run time.
  std::optional<Coallocated> allocate(const Job& job, const std::optional<Below>& below);
  /// Ends a job at that date.
  void ended(TaskId job, const std::vector<Part>& parts, Seconds end);

  /// The steps of all searches.
  std::int64_t steps() const { return steps_; }
  std::int64_t times_given_up() const { return given_up_; }

private:
  Coallocation ask(const CoallocationView& view);
  std::optional<Coallocated> find(const Job& job, const std::optional<Below>& below);
  bool hold(const Job& job, const Coallocated& made, const std::optional<Below>& below);

  Coallocate& policy_;
  PartGateways& gateways_;
  Channels& channels_;
  const std::vector<int> sizes_;
  std::int64_t steps_ = 0, given_up_ = 0;
};

} // namespace malha::multicluster

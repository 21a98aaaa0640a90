// SPDX-License-Identifier: MIT
#pragma once
#include "clusters.hpp"
#include "estimate.hpp"
#include "policies/sdk/job.hpp"

namespace malha::multicluster {

/// A cluster that has enough nodes for the job.
struct Candidate {
  int cluster;
  /// The cluster's estimate for the job. Null until estimates were asked for.
  const Estimate* estimate;
};

struct SelectionView {
  Seconds now;
  const Task& job;
  const std::vector<Cluster>& clusters;     ///< in the order of the deployment
  const std::vector<Candidate>& candidates; ///< in the same order; never empty
  /// Whether the states of the clusters were asked for. Until then only their sizes are known for sure.
  bool knows_states;
};

/// The answer of a selection: a candidate, or the facts that it needs first.
struct Selected {
  enum What { candidate, none, states, estimates };

  What what = none;
  std::size_t place = 0; ///< in the list of candidates
  /// Places of further candidates. The job waits in the queues of all of them, in this order, until one
  /// cluster starts it; the others give it back then.
  std::vector<std::size_t> also = {};

  static Selected at(std::size_t place) { return {candidate, place}; }
  static Selected wants_states() { return {states, 0}; }
  static Selected wants_estimates() { return {estimates, 0}; }
};

/// Which cluster gets the job? A policy may ask for the states of all clusters, or for the estimates of all
/// candidates, and is then asked again. `none` keeps the job waiting until the next pass.
class Selection : public Policy {
public:
  static constexpr const char* question = "multicluster/selection";
  virtual Selected select(const SelectionView& view) = 0;
  /// Whether the policy ever selects several clusters for one job. Its answer stays the same.
  virtual bool sends_copies() const { return false; }
};

} // namespace malha::multicluster

// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/clusters.hpp"

#include <set>

namespace malha::multicluster {

/// The clusters below a meta-scheduler, as far as the meta-scheduler knows them.
class KnownClusters {
public:
  explicit KnownClusters(std::vector<Cluster> clusters) : clusters_(std::move(clusters)) {}

  const std::vector<Cluster>& all() const { return clusters_; }
  std::vector<Cluster>& to_refresh() { return clusters_; }
  int count() const { return static_cast<int>(clusters_.size()); }
  const Cluster& operator[](int cluster) const { return clusters_[static_cast<std::size_t>(cluster)]; }

  /// Grows with every job that is handed over, starts or leaves, and if nodes change.
  std::int64_t state() const { return state_; }
  void changed() { ++state_; }

  /// A cluster is closed from a refusal until a job leaves its queue.
  void close(int cluster) { at(cluster).is_closed = true; }
  void open(int cluster) {
    at(cluster).is_closed = false;
    ++state_;
  }
  /// Opens all clusters but those that have failed.
  void open_all() {
    for (int cluster = 0; cluster < count(); ++cluster)
      at(cluster).is_closed = has_failed(cluster);
  }

  void fail(int cluster) {
    failed_.insert(cluster);
    close(cluster);
    ++state_;
  }
  void recover(int cluster) {
    failed_.erase(cluster);
    open(cluster);
  }
  bool has_failed(int cluster) const { return failed_.count(cluster) > 0; }
  const std::set<int>& failed() const { return failed_; }
  void set_nodes(int cluster, int nodes) { at(cluster).nodes = nodes; }

private:
  Cluster& at(int cluster) { return clusters_[static_cast<std::size_t>(cluster)]; }

  std::vector<Cluster> clusters_;
  std::set<int> failed_;
  std::int64_t state_ = 0;
};

} // namespace malha::multicluster

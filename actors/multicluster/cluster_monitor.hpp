// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/site.hpp"
#include "actors/runtime/simgrid/local_users.hpp"
#include "policies/multicluster/clusters.hpp"
#include "policies/multicluster/estimator.hpp"
#include "status_copy.hpp"

#include <map>

namespace malha::multicluster {

/// The knowledge of the prediction engine of a cluster (M-CISNE, sections 2.4 and 2.6): the book of the
/// scheduler, the monitored nodes, and the history of the jobs that have ended.
class ClusterMonitor : private cluster::Listener {
public:
  /// `fastest` is the speed of the fastest node of all clusters. `history` has the first experiences of the
  /// cluster; nothing: its estimator reads none. `observe` is called after a round in which jobs started or
  /// ended.
  ClusterMonitor(cluster::Site& site, FlopsPerSecond fastest, ActorContext& gateway,
                 std::optional<std::vector<Experience>> history,
                 std::function<void(const ClusterState&)> observe);

  static std::vector<ParameterSpec> parameters();
  ClusterMonitor(const ClusterMonitor&) = delete;
  ClusterMonitor& operator=(const ClusterMonitor&) = delete;

  /// The state of the cluster as it is known at the date, which is no earlier than the last round.
  ClusterState state(Seconds now);
  /// The number of jobs that have ended, and the sum of their run times.
  std::int64_t ended() const { return ended_; }
  Seconds executed() const { return executed_; }
  /// Brings what is known of the cluster at the date up to date.
  void describe(Cluster& cluster, Seconds now);
  /// The nodes, by machine of the book.
  const std::vector<MonitoredNode>& nodes() const { return nodes_; }

private:
  /// A job that waits or runs, if its experience will be kept.
  struct Here {
    Seconds came = 0;
    int jobs_ahead = 0;             ///< that waited when it came
    double jiffies_ahead = 0;       ///< of those
    std::vector<int> machines = {}; ///< while it runs
    double mpl = 1;                 ///< mean over its nodes since the last change
    double mpl_seconds = 0;         ///< the same, summed over time up to that change
  };

  /// The state of the cluster as it is.
  ClusterState seen(Seconds now) const;
  /// Whether the experiences of jobs are kept, for the estimator or for the records.
  bool keeps_history() const { return is_read_ || records_ != nullptr; }
  void see_users(const LocalUsers& users);
  void submitted(const Job& job, Seconds now) override;
  void started(const cluster::LiveJob& job, const cluster::Start&) override;
  void ended(const cluster::LiveJob& job, Seconds start, Seconds end, FinalState state) override;
  void part_placed(const cluster::LiveJob&) override { parts_have_changed(); }
  void part_left(const cluster::LiveJob&, Seconds /*end*/) override { parts_have_changed(); }
  void withdrawn(const cluster::LiveJob& job, Seconds) override { here_.erase(job.task.id); }
  void rejected(const Job&, const Task& task) override { here_.erase(task.id); }
  void dropped(const cluster::LiveJob& job, Seconds) override { here_.erase(job.task.id); }
  void round_is_over(const cluster::Book& book, Seconds now) override;
  void remember(const cluster::LiveJob& job, Seconds start, Seconds end);
  JobFacts facts_of(cluster::JobHandle handle) const;
  void parts_have_changed();
  void share_time(Seconds now);
  void see_sharing();

  cluster::Site& site_;
  Recorder* records_;        ///< of the history; null: it is not recorded
  const Seconds status_age_; ///< what is known may be younger than this; 0: all is known at once
  std::optional<StatusCopy> known_;
  const std::string name_;
  std::string queue_name_;
  RandomStreams random_;
  std::vector<const simgrid::s4u::Host*> hosts_; ///< by machine
  std::vector<MonitoredNode> nodes_;             ///< by machine
  std::function<JobFacts(cluster::JobHandle)> facts_;
  std::function<std::unique_ptr<cluster::Queue>()> make_queue_;
  std::function<void(const ClusterState&)> observe_;
  const bool is_read_; ///< the estimator reads the history
  std::vector<Experience> history_;
  std::map<TaskId, Here> here_;
  Seconds shared_until_ = 0; ///< up to which `mpl_seconds` go
  bool has_changed_ = false;
  int local_users_ = 0;
  std::int64_t ended_ = 0;
  Seconds executed_ = 0;
};

} // namespace malha::multicluster

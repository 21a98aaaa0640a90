// SPDX-License-Identifier: MIT
#pragma once
#include "accounts.hpp"
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/quantities.hpp"
#include "tres.hpp"

#include <set>

namespace malha::cluster {

/// The limits of an association or of a QOS (Slurm 22.05 documentation, page "Resource Limits"). Where
/// nothing is set there is no limit. Names are those of `sacctmgr`. "Grp" limits hold for the association
/// with all below it, or for all jobs of the QOS. Amounts that are no limits are not in a map.
struct Limits {
  using Count = std::optional<std::int64_t>;

  Count grp_jobs;        ///< running at once
  Count grp_submit_jobs; ///< running and waiting at once
  Count max_jobs;        ///< running at once: of a user. Of a QOS this is MaxJobsPU
  Count max_submit_jobs; ///< running and waiting: of a user. Of a QOS this is MaxSubmitPU
  Count max_jobs_per_account, max_submit_jobs_per_account; ///< of a QOS only: MaxJobsPA, MaxSubmitPA
  TresAmounts grp_tres;                                    ///< in use at once
  TresAmounts grp_tres_mins;                               ///< decayed usage, in minutes of the resource
  TresAmounts grp_tres_run_mins; ///< sum over running jobs of amount · time left to their limits, in minutes
  std::optional<Seconds> grp_wall;   ///< decayed wall time
  TresAmounts max_tres_per_job;      ///< MaxTRES
  TresAmounts max_tres_per_node;     ///< of a job
  TresAmounts max_tres_mins_per_job; ///< amount · walltime of a job, in minutes
  TresAmounts min_tres_per_job;      ///< of a QOS only: MinTRES
  TresAmounts max_tres_per_user;     ///< of a QOS only, in use at once: MaxTRESPU
  TresAmounts max_tres_per_account;  ///< of a QOS only, in use at once: MaxTRESPA
  std::optional<Seconds> max_wall;   ///< of a job
};

/// What happens to a job that is preempted (Slurm: PreemptMode).
enum class PreemptMode { off, cancel, requeue, suspend };

/// A class of jobs with limits and a priority of its own (Slurm: quality of service).
struct Qos {
  std::string name;
  std::int64_t priority = 0;
  Limits limits;
  bool deny_on_limit = false; ///< a job beyond a limit is refused; otherwise it waits
  bool no_reserve = false;    ///< its jobs reserve nothing
  bool no_decay = false;      ///< its usage does not decay
  bool over_part_qos = false; ///< its limits go before those of the partition's QOS
  bool ignores_max_nodes = false, ignores_min_nodes = false, ignores_max_time = false; ///< of the partition
  double usage_factor = 1;        ///< by which the usage of its jobs counts
  bool usage_factor_safe = false; ///< and by which what they may still use counts, where that must be safe
  double limit_factor = 1;        ///< by which TRES limits of associations are multiplied for its jobs
  std::set<std::string> preempts; ///< QOSes whose jobs its jobs may preempt
  std::optional<PreemptMode> preempt_mode; ///< nothing: that of the cluster
  Seconds grace_time = 0;                  ///< between the choice of a job of it to be preempted, and its end
  Seconds preempt_exempt_time = 0;         ///< shortest run of its jobs before they may be preempted
};

/// Whether a partition takes and starts jobs.
enum class PartitionState {
  up,
  down,     ///< jobs are queued, and none starts
  drain,    ///< no job is queued, and those that are there start
  inactive, ///< neither
};

/// A part of the nodes of a cluster, with rules of its own. Partitions may share nodes.
struct Partition {
  std::string name;
  std::vector<std::string> nodes; ///< names of hosts; empty: all of the cluster
  bool is_default = false;        ///< of jobs that name none
  PartitionState state = PartitionState::up;
  Seconds max_time = never;
  std::optional<Seconds> default_time; ///< of jobs without a walltime; nothing: max_time
  std::int64_t min_nodes = 1;
  std::optional<std::int64_t> max_nodes;
  std::int64_t tier = 1;     ///< PriorityTier: jobs of a larger one go first
  std::int64_t priority = 1; ///< PriorityJobFactor
  std::string qos;           ///< whose limits hold in the partition; "": none
  std::optional<std::set<std::string>> allow_accounts, allow_qos, allow_groups; ///< nothing: all
  std::set<std::string> deny_accounts, deny_qos;
  TresWeights billing_weights;
  std::optional<PreemptMode> preempt_mode; ///< nothing: that of the cluster
  Seconds grace_time = 0;
  Bytes default_memory_per_cpu = 0, default_memory_per_node = 0; ///< of jobs that do not say; 0: not set
  Bytes max_memory_per_node = 0;                                 ///< 0: no limit
  bool is_exclusive = false; ///< OverSubscribe=EXCLUSIVE: a job gets whole nodes
};

/// What a site says of a node.
struct NodeRules {
  std::int64_t weight = 1; ///< nodes of less weight are taken first
  std::set<std::string> features;
};

/// What a site says of those who share its cluster.
struct SharesOfSite {
  Accounts accounts;
  std::vector<double> usage; ///< at the beginning, in billing seconds, by association; of accounts 0
};

/// The rules of a site: who may use how much of its cluster, and where.
struct SiteRules {
  std::optional<SharesOfSite> shares;           ///< nothing: the site knows no accounts
  std::vector<Limits> limits;                   ///< of associations, by number
  std::map<std::string, Qos> qos;               ///< by name; empty: the site has none
  std::map<std::string, Partition> partitions;  ///< by name; empty: the site has none
  std::map<std::string, std::int64_t> licences; ///< of the cluster, by name
  std::map<std::string, NodeRules> nodes;       ///< by name of the host; others are what the platform says

  /// The partition of the job: the one that it names, or else the default one. Null: none.
  const Partition* partition_of(const std::string& named) const {
    if (const auto found = partitions.find(named); found != partitions.end())
      return &found->second;
    for (const auto& [name, partition] : partitions)
      if (named.empty() && partition.is_default)
        return &partition;
    return nullptr;
  }
  /// The QOS of that name. Null: none.
  const Qos* find_qos(const std::string& name) const {
    const auto found = qos.find(name);
    return found == qos.end() ? nullptr : &found->second;
  }
};

} // namespace malha::cluster

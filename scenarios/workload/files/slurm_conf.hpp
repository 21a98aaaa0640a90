// SPDX-License-Identifier: MIT
#pragma once
#include "account_dump.hpp"
#include "slurm_values.hpp"

namespace malha {

/// A node as slurm.conf has it.
struct SlurmNode {
  std::string name;
  int cpus = 1, sockets = 1;
  int cores = 1;    ///< of a socket
  int threads = 1;  ///< of a core
  Bytes memory = 0; ///< RealMemory
  /// Its devices by name, "gpu"; those that have a type also by name and type, "gpu:a100".
  std::map<std::string, std::int64_t> gres;
  std::int64_t weight = 1;
  std::vector<std::string> features;
  std::string state = "UNKNOWN"; ///< one of the words of slurm.conf, in capitals
};

/// Whether a job that is larger than a partition allows is refused when it is submitted.
enum class EnforcedPartLimits { no, any, all };

/// What slurm.conf of Slurm 22.05 says, as far as Malha has a use for it. Where it says nothing, the value is
/// Slurm's default.
struct SlurmConf {
  std::string cluster;
  std::vector<SlurmNode> nodes; ///< in the order of the file
  std::map<std::string, cluster::Partition> partitions;
  std::map<std::string, std::string> places; ///< "file:line" of each partition, by its name
  std::map<std::string, std::int64_t> licences;
  std::string scheduler_type = "sched/backfill";
  std::map<std::string, std::string> scheduler_parameters; ///< "" for those without a value
  std::string select_type = "select/linear";
  std::set<std::string> select_type_parameters;
  /// Values of the keys that begin with "Priority", as they were written, by key.
  std::map<std::string, std::string> priority;
  std::int64_t fair_share_dampening = 1;
  std::string preempt_type = "preempt/none";
  cluster::PreemptMode preempt_mode = cluster::PreemptMode::off;
  Seconds preempt_exempt_time = 0;
  std::int64_t max_array_size = 1001, max_job_count = 10000;
  bool job_requeue = true;
  EnforcedPartLimits enforce_part_limits = EnforcedPartLimits::no;
  Seconds over_time_limit = 0, kill_wait = 30, complete_wait = 0, resv_over_run = 0;
  /// Of the cluster; those of partitions follow from them where a partition has none. 0: not set.
  Bytes default_memory_per_cpu = 0, default_memory_per_node = 0;
  Bytes max_memory_per_cpu = 0, max_memory_per_node = 0;
  std::set<std::string> enforced; ///< words of AccountingStorageEnforce, as Slurm's documentation has them
  /// The number of rows that have a key which is read here: "KillWait", "NodeName.CPUs".
  std::map<std::string, std::int64_t> keys;
  /// The same of keys and values that have no effect in Malha: "MailProg", "PreemptMode=GANG".
  std::map<std::string, std::int64_t> ignored;
};

/// Reads slurm.conf, and what it includes. Throws InputError, with file and line, at an unknown key or a
/// wrong value, at a partition without nodes or with unknown ones, and at a time limit of 0.
SlurmConf read_slurm_conf(const std::filesystem::path& file);

/// The keys of the file that have no effect for somebody who uses those in `used`, in the words of
/// `SlurmConf::keys`: all others, and those that nobody uses. "PartitionName." stands for all of partitions.
std::vector<KeyWithoutEffect> keys_without_effect(const SlurmConf& conf, const std::set<std::string>& used);

} // namespace malha

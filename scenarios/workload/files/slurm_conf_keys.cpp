// SPDX-License-Identifier: MIT
// The keys of slurm.conf that are about the whole cluster.
#include "slurm_conf_keys.hpp"

namespace malha {
namespace {

constexpr std::int64_t most_of_a_setting = 4294967294; // what Slurm keeps in 32 bits

void take_scheduler_parameters(SlurmClusterDraft& draft, const SlurmValue& value) {
  for (const auto& part : value.list()) {
    const auto equals = std::min(part.find('='), part.size());
    const auto name = part.substr(0, equals), text = part.substr(std::min(equals + 1, part.size()));
    if (!draft.conf.scheduler_parameters.emplace(name, text).second)
      throw std::invalid_argument(value.key() + " has '" + name + "' twice; valid: once");
  }
}

void take_preempt_mode(SlurmClusterDraft& draft, const SlurmValue& value) {
  const auto found = value.preempt_mode();
  draft.conf.preempt_mode = found.mode.value_or(cluster::PreemptMode::off);
  for (const auto& other : found.others)
    ++draft.conf.ignored["PreemptMode=" + other];
}

void take_enforced(SlurmClusterDraft& draft, const SlurmValue& value) {
  auto& enforced = draft.conf.enforced;
  for (const auto& part : value.list()) {
    const auto word =
        SlurmValue(value.key(), part)
            .word_of({"associations", "limits", "qos", "safe", "wckeys", "nojobs", "nosteps", "all", "none"});
    if (word == "all")
      enforced.insert({"associations", "limits", "qos", "safe", "wckeys"});
    else if (word != "none")
      enforced.insert(word);
  }
}

void take_enforce_part_limits(SlurmClusterDraft& draft, const SlurmValue& value) {
  const auto word = value.word_of({"NO", "ANY", "ALL", "YES"}); // YES, of older versions, is ANY
  draft.conf.enforce_part_limits = word == "NO"    ? EnforcedPartLimits::no
                                   : word == "ALL" ? EnforcedPartLimits::all
                                                   : EnforcedPartLimits::any;
}

void take_preempt_exempt_time(SlurmClusterDraft& draft, const SlurmValue& value) {
  const auto time = value.time();
  draft.conf.preempt_exempt_time = time < never ? time : 0; // -1 is 0
}

KeysOf<SlurmClusterDraft> keys_of_scheduling() {
  return {
      {"AccountingStorageEnforce", take_enforced},
      {"CompleteWait",
       [](SlurmClusterDraft& draft, const SlurmValue& value) { draft.conf.complete_wait = value.seconds(); }},
      {"EnforcePartLimits", take_enforce_part_limits},
      {"FairShareDampeningFactor",
       [](SlurmClusterDraft& draft, const SlurmValue& value) {
         draft.conf.fair_share_dampening = value.whole(1, 65533);
       }},
      {"JobRequeue",
       [](SlurmClusterDraft& draft, const SlurmValue& value) { draft.conf.job_requeue = value.is_yes(); }},
      {"KillWait",
       [](SlurmClusterDraft& draft, const SlurmValue& value) { draft.conf.kill_wait = value.seconds(); }},
      {"MaxArraySize", [](SlurmClusterDraft& draft,
                          const SlurmValue& value) { draft.conf.max_array_size = value.whole(0, 4000001); }},
      {"MaxJobCount",
       [](SlurmClusterDraft& draft, const SlurmValue& value) {
         draft.conf.max_job_count = value.whole(1, most_of_a_setting);
       }},
      {"OverTimeLimit", [](SlurmClusterDraft& draft,
                           const SlurmValue& value) { draft.conf.over_time_limit = value.minutes(); }},
      {"PreemptExemptTime", take_preempt_exempt_time},
      {"PreemptMode", take_preempt_mode},
      {"PreemptType",
       [](SlurmClusterDraft& draft, const SlurmValue& value) {
         draft.conf.preempt_type = value.word_of({"preempt/none", "preempt/partition_prio", "preempt/qos"});
       }},
      {"ResvOverRun",
       [](SlurmClusterDraft& draft, const SlurmValue& value) { draft.conf.resv_over_run = value.minutes(); }},
      {"SchedulerParameters", take_scheduler_parameters},
      {"SchedulerType", [](SlurmClusterDraft& draft, const SlurmValue& value) {
         draft.conf.scheduler_type = value.word_of({"sched/backfill", "sched/builtin"});
       }}};
}

KeysOf<SlurmClusterDraft> keys_of_resources() {
  return {
      {"ClusterName",
       [](SlurmClusterDraft& draft, const SlurmValue& value) { draft.conf.cluster = value.text(); }},
      {"DefMemPerCPU", [](SlurmClusterDraft& draft,
                          const SlurmValue& value) { draft.conf.default_memory_per_cpu = value.memory(); }},
      {"DefMemPerNode", [](SlurmClusterDraft& draft,
                           const SlurmValue& value) { draft.conf.default_memory_per_node = value.memory(); }},
      {"GresTypes",
       [](SlurmClusterDraft& draft, const SlurmValue& value) { draft.gres_types = value.set(); }},
      {"Licenses",
       [](SlurmClusterDraft& draft, const SlurmValue& value) { draft.conf.licences = value.licences(); }},
      {"MaxMemPerCPU", [](SlurmClusterDraft& draft,
                          const SlurmValue& value) { draft.conf.max_memory_per_cpu = value.memory(); }},
      {"MaxMemPerNode", [](SlurmClusterDraft& draft,
                           const SlurmValue& value) { draft.conf.max_memory_per_node = value.memory(); }},
      {"SelectType",
       [](SlurmClusterDraft& draft, const SlurmValue& value) {
         draft.conf.select_type =
             value.word_of({"select/linear", "select/cons_res", "select/cons_tres", "select/cray_aries"});
       }},
      {"SelectTypeParameters", [](SlurmClusterDraft& draft, const SlurmValue& value) {
         draft.conf.select_type_parameters = value.set();
       }}};
}

void take_priority(SlurmClusterDraft& draft, const SlurmValue& value) {
  draft.conf.priority[value.key()] = value.text();
}

} // namespace

const KeysOf<SlurmClusterDraft>& slurm_keys() {
  static const auto all = [] {
    auto keys = keys_of_scheduling();
    keys.merge(keys_of_resources());
    for (const auto* key :
         {"CalcPeriod", "DecayHalfLife", "FavorSmall", "Flags", "MaxAge", "Parameters",
          "SiteFactorParameters", "SiteFactorPlugin", "Type", "UsageResetPeriod", "WeightAge", "WeightAssoc",
          "WeightFairshare", "WeightJobSize", "WeightPartition", "WeightQOS", "WeightTRES"})
      keys.emplace(std::string("Priority") + key, take_priority);
    return keys;
  }();
  return all;
}

} // namespace malha

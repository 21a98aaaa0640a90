// SPDX-License-Identifier: MIT
// The keys of slurm.conf that are about partitions.
#include "slurm_conf_keys.hpp"

namespace malha {
namespace {

constexpr std::int64_t most_nodes_of_a_job = 1000000000;
constexpr std::int64_t most_of_a_tier = 65533;

/// Nothing where all are allowed.
std::optional<std::set<std::string>> allowed_in(const SlurmValue& value) {
  if (value.text() == "ALL" || value.text() == "all")
    return std::nullopt;
  return value.set();
}

void take_max_nodes(SlurmPartitionDraft& draft, const SlurmValue& value) {
  draft.partition.max_nodes = value.count();
  if (draft.partition.max_nodes == 0)
    value.refuse("a whole number above 0, or UNLIMITED");
}

void take_over_subscribe(SlurmPartitionDraft& draft, const SlurmValue& value) {
  const auto colon = std::min(value.text().find(':'), value.text().size());
  const auto word =
      SlurmValue(value.key(), value.text().substr(0, colon)).word_of({"NO", "EXCLUSIVE", "YES", "FORCE"});
  draft.partition.is_exclusive = word == "EXCLUSIVE";
  if (word == "YES" || word == "FORCE")
    draft.ignored.push_back("PartitionName.OverSubscribe=" + word);
}

void take_partition_state(SlurmPartitionDraft& draft, const SlurmValue& value) {
  using cluster::PartitionState;
  const auto word = value.word_of({"UP", "DOWN", "DRAIN", "INACTIVE"});
  draft.partition.state = word == "UP"      ? PartitionState::up
                          : word == "DOWN"  ? PartitionState::down
                          : word == "DRAIN" ? PartitionState::drain
                                            : PartitionState::inactive;
}

void take_partition_preempt_mode(SlurmPartitionDraft& draft, const SlurmValue& value) {
  const auto found = value.preempt_mode();
  draft.partition.preempt_mode = found.mode;
  for (const auto& other : found.others)
    draft.ignored.push_back("PartitionName.PreemptMode=" + other);
}

void take_billing_weights(SlurmPartitionDraft& draft, const SlurmValue& value) {
  try {
    draft.partition.billing_weights = cluster::tres_weights(value.text());
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(value.key() + ": " + error.what());
  }
}

KeysOf<SlurmPartitionDraft> keys_of_access() {
  return {
      {"AllowAccounts", [](SlurmPartitionDraft& draft,
                           const SlurmValue& value) { draft.partition.allow_accounts = allowed_in(value); }},
      {"AllowGroups", [](SlurmPartitionDraft& draft,
                         const SlurmValue& value) { draft.partition.allow_groups = allowed_in(value); }},
      {"AllowQos", [](SlurmPartitionDraft& draft,
                      const SlurmValue& value) { draft.partition.allow_qos = allowed_in(value); }},
      {"Default", [](SlurmPartitionDraft& draft,
                     const SlurmValue& value) { draft.partition.is_default = value.is_yes(); }},
      {"DenyAccounts", [](SlurmPartitionDraft& draft,
                          const SlurmValue& value) { draft.partition.deny_accounts = value.set(); }},
      {"DenyQos",
       [](SlurmPartitionDraft& draft, const SlurmValue& value) { draft.partition.deny_qos = value.set(); }},
      {"QOS",
       [](SlurmPartitionDraft& draft, const SlurmValue& value) { draft.partition.qos = value.text(); }},
      {"State", take_partition_state}};
}

KeysOf<SlurmPartitionDraft> keys_of_jobs() {
  return {{"DefMemPerCPU",
           [](SlurmPartitionDraft& draft, const SlurmValue& value) {
             draft.partition.default_memory_per_cpu = value.memory();
           }},
          {"DefMemPerNode",
           [](SlurmPartitionDraft& draft, const SlurmValue& value) {
             draft.partition.default_memory_per_node = value.memory();
           }},
          {"DefaultTime", [](SlurmPartitionDraft& draft,
                             const SlurmValue& value) { draft.partition.default_time = value.time_limit(); }},
          {"GraceTime", [](SlurmPartitionDraft& draft,
                           const SlurmValue& value) { draft.partition.grace_time = value.seconds(); }},
          {"MaxMemPerNode",
           [](SlurmPartitionDraft& draft, const SlurmValue& value) {
             draft.partition.max_memory_per_node = value.memory();
           }},
          {"MaxNodes", take_max_nodes},
          {"MaxTime", [](SlurmPartitionDraft& draft,
                         const SlurmValue& value) { draft.partition.max_time = value.time_limit(); }},
          {"MinNodes",
           [](SlurmPartitionDraft& draft, const SlurmValue& value) {
             draft.partition.min_nodes = std::max<std::int64_t>(1, value.whole(0, most_nodes_of_a_job));
           }},
          {"Nodes", [](SlurmPartitionDraft& draft, const SlurmValue& value) { draft.nodes = value.text(); }},
          {"OverSubscribe", take_over_subscribe},
          {"PreemptMode", take_partition_preempt_mode},
          {"Priority",
           [](SlurmPartitionDraft& draft, const SlurmValue& value) { // of older versions: both
             draft.partition.tier = draft.partition.priority = value.whole(0, most_of_a_tier);
           }},
          {"PriorityJobFactor",
           [](SlurmPartitionDraft& draft, const SlurmValue& value) {
             draft.partition.priority = value.whole(0, most_of_a_tier);
           }},
          {"PriorityTier",
           [](SlurmPartitionDraft& draft, const SlurmValue& value) {
             draft.partition.tier = value.whole(0, most_of_a_tier);
           }},
          {"Shared", take_over_subscribe},
          {"TRESBillingWeights", take_billing_weights}};
}

} // namespace

const KeysOf<SlurmPartitionDraft>& slurm_partition_keys() {
  static const auto all = [] {
    auto keys = keys_of_access();
    keys.merge(keys_of_jobs());
    return keys;
  }();
  return all;
}

} // namespace malha

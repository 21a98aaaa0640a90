// SPDX-License-Identifier: MIT
#include "cluster_json.hpp"

namespace malha::external {
namespace {

using cluster::PartitionState;
using cluster::PreemptMode;

const char* word_of_mode(PreemptMode mode) {
  switch (mode) {
  case PreemptMode::off:
    return "off";
  case PreemptMode::cancel:
    return "cancel";
  case PreemptMode::requeue:
    return "requeue";
  default:
    return "suspend";
  }
}

const char* word_of_state(PartitionState state) {
  switch (state) {
  case PartitionState::up:
    return "up";
  case PartitionState::down:
    return "down";
  case PartitionState::drain:
    return "drain";
  default:
    return "inactive";
  }
}

/// What is not set is left out.
template <class Value>
void write_if_set(JsonLine& line, const char* name, const std::optional<Value>& value) {
  if (value)
    line.member(name, *value);
}
void write_if_set(JsonLine& line, const char* name, const std::optional<PreemptMode>& mode) {
  if (mode)
    line.member(name, word_of_mode(*mode));
}

void write_limits(JsonLine& line, const cluster::Limits& limits) {
  write_if_set(line, "grp_jobs", limits.grp_jobs);
  write_if_set(line, "grp_submit_jobs", limits.grp_submit_jobs);
  write_if_set(line, "max_jobs", limits.max_jobs);
  write_if_set(line, "max_submit_jobs", limits.max_submit_jobs);
  write_if_set(line, "max_jobs_per_account", limits.max_jobs_per_account);
  write_if_set(line, "max_submit_jobs_per_account", limits.max_submit_jobs_per_account);
  line.member("grp_tres", limits.grp_tres);
  line.member("grp_tres_mins", limits.grp_tres_mins);
  line.member("grp_tres_run_mins", limits.grp_tres_run_mins);
  write_if_set(line, "grp_wall", limits.grp_wall);
  line.member("max_tres_per_job", limits.max_tres_per_job);
  line.member("max_tres_per_node", limits.max_tres_per_node);
  line.member("max_tres_mins_per_job", limits.max_tres_mins_per_job);
  line.member("min_tres_per_job", limits.min_tres_per_job);
  line.member("max_tres_per_user", limits.max_tres_per_user);
  line.member("max_tres_per_account", limits.max_tres_per_account);
  write_if_set(line, "max_wall", limits.max_wall);
}

void write_qos(JsonLine& line, const cluster::Qos& qos) {
  line.member("name", qos.name);
  line.member("priority", qos.priority);
  line.object("limits", [&](JsonLine& one) { write_limits(one, qos.limits); });
  line.member("deny_on_limit", qos.deny_on_limit);
  line.member("no_reserve", qos.no_reserve);
  line.member("no_decay", qos.no_decay);
  line.member("over_part_qos", qos.over_part_qos);
  line.member("ignores_max_nodes", qos.ignores_max_nodes);
  line.member("ignores_min_nodes", qos.ignores_min_nodes);
  line.member("ignores_max_time", qos.ignores_max_time);
  line.member("usage_factor", qos.usage_factor);
  line.member("usage_factor_safe", qos.usage_factor_safe);
  line.member("limit_factor", qos.limit_factor);
  line.member("preempts", qos.preempts);
  write_if_set(line, "preempt_mode", qos.preempt_mode);
  line.member("grace_time", qos.grace_time);
  line.member("preempt_exempt_time", qos.preempt_exempt_time);
}

void write_partition(JsonLine& line, const cluster::Partition& partition) {
  line.member("name", partition.name);
  line.member("nodes", partition.nodes);
  line.member("is_default", partition.is_default);
  line.member("state", word_of_state(partition.state));
  line.member("max_time", partition.max_time);
  write_if_set(line, "default_time", partition.default_time);
  line.member("min_nodes", partition.min_nodes);
  write_if_set(line, "max_nodes", partition.max_nodes);
  line.member("tier", partition.tier);
  line.member("priority", partition.priority);
  line.member("qos", partition.qos);
  write_if_set(line, "allow_accounts", partition.allow_accounts);
  write_if_set(line, "allow_qos", partition.allow_qos);
  write_if_set(line, "allow_groups", partition.allow_groups);
  line.member("deny_accounts", partition.deny_accounts);
  line.member("deny_qos", partition.deny_qos);
  line.member("billing_weights", partition.billing_weights);
  write_if_set(line, "preempt_mode", partition.preempt_mode);
  line.member("grace_time", partition.grace_time);
  line.member("default_memory_per_cpu", partition.default_memory_per_cpu);
  line.member("default_memory_per_node", partition.default_memory_per_node);
  line.member("max_memory_per_node", partition.max_memory_per_node);
  line.member("is_exclusive", partition.is_exclusive);
}

template <class Values, class Write>
void write_values(JsonLine& line, const char* name, const Values& by_name, const Write& write) {
  line.object(name, [&](JsonLine& all) {
    for (const auto& [own, value] : by_name)
      all.object(own, [&, shown = &value](JsonLine& one) { write(one, *shown); });
  });
}

} // namespace

void write_shares(JsonLine& line, const cluster::SharesOfSite& shares) {
  line.list("accounts", shares.accounts.all(), [](JsonLine& one, const cluster::Association& association) {
    one.member("account", association.account);
    one.member("user", association.user);
    one.member("parent", association.parent);
    one.member("shares", association.shares);
    one.member("settings", association.settings);
  });
  line.member("usage", shares.usage);
}

void write_site(JsonLine& line, const cluster::SiteRules* site) {
  if (site == nullptr)
    return;
  line.object("site", [&](JsonLine& one) {
    if (site->shares)
      one.object("shares", [&](JsonLine& all) { write_shares(all, *site->shares); });
    one.list("limits", site->limits,
             [](JsonLine& all, const cluster::Limits& limits) { write_limits(all, limits); });
    write_values(one, "qos", site->qos, write_qos);
    write_values(one, "partitions", site->partitions, write_partition);
    one.member("licences", site->licences);
  });
}

} // namespace malha::external

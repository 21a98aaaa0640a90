// SPDX-License-Identifier: MIT
#include "scheduler_parameters.hpp"

#include "actors/runtime/simgrid/stage.hpp"
#include "checkpointing.hpp"
#include "hosts.hpp"
#include "metering.hpp"
#include "node_rules.hpp"
#include "sharing.hpp"
#include "site_files.hpp"
#include "sizing.hpp"
#include "slowed_machines.hpp"

namespace malha::cluster {

std::vector<ParameterSpec> scheduler_parameters() {
  return with_sizes(
      with_frequencies(with_energy(with_reservations(with_site_files(with_checkpoints(with_sharing(
          {text("nodes", "@role=worker", "the nodes of the cluster: a host name, a glob or a selector"),
           site_parameter(),
           choice("allocation", "node", {"node", "core", "shared"},
                  "jobs ask for whole nodes, for cores, or for a slot on each of some nodes that they share"),
           choice("fragments", "honour", {"honour", "ignore"},
                  "the CPUs of a fragment lie on one machine, or anywhere"),
           choice(
               "execution", "timeline", {"timeline", "messages", "exec"},
               "ends are planned by the scheduler, waited for by actors on the nodes, or executed by them"),
           choice("overrun", "kill", {"kill", "extend"},
                  "a job that reaches its walltime is killed, or runs on and is expected to run as long "
                  "again"),
           choice("to_last_start", "off", {"off", "on"},
                  "whether the metric utilisation_to_last_start is counted, too, as some sources define "
                  "utilisation (zhang2020)"),
           real("description", 1024, between(0, 1e15), "B",
                "size of the message that starts a job on a node")})))))));
}

std::vector<Support> scheduler_supports() {
  std::vector<Support> supports{{Condition::network},
                                {Condition::inputs, {{"transport", "instant"}}},
                                {Condition::bandwidth_profile},
                                {Condition::speed_profile}};
  using Settings = std::map<std::string, std::string>;
  for (const auto condition : {Condition::host_fails, Condition::host_recovers})
    for (const Settings& when : {Settings{{"execution", "timeline"}, {"transport", "instant"}},
                                 Settings{{"execution", "timeline"}, {"workload/submitter", "none"}},
                                 Settings{{"execution", "timeline"}, {scheduler_above, "deployed"}},
                                 Settings{{"execution", "messages"}, {scheduler_above, "none"}},
                                 Settings{{"execution", "exec"}, {scheduler_above, "none"}}})
      supports.push_back({condition, when});
  supports.push_back({Condition::external_load, {{"execution", "exec"}}});
  for (const Settings& when :
       {Settings{{"execution", "timeline"}, {"transport", "instant"}, {scheduler_above, "none"}},
        Settings{{"execution", "timeline"}, {"workload/submitter", "none"}, {scheduler_above, "none"}}})
    supports.push_back({Condition::snapshot, when});
  return supports;
}

bool is_instant(ActorContext& context) { return context.simulation().transport() == Transport::instant; }

bool plans_ends(const ActorContext& context) { return context.parameters().text("execution") == "timeline"; }

Admission::Setting admission_of(ActorContext& context) {
  Admission::Setting setting;
  setting.workload = context.simulation().workload().name();
  setting.allocates_cores = context.parameters().text("allocation") == "core";
  setting.ignores_fragments = context.parameters().text("fragments") == "ignore";
  setting.shares_nodes = shares_nodes(context);
  setting.exchanges_data = context.parameters().text("execution") == "exec" && !is_instant(context);
  setting.is_predicted_above = !context.simulation().peers(scheduler_above).empty();
  return setting;
}

Rules rules_of(ActorContext& context) {
  Rules rules;
  rules.plans_ends = plans_ends(context);
  rules.reports_take_time = !plans_ends(context) && !is_instant(context);
  rules.extends = context.parameters().text("overrun") == "extend";
  rules.limits_follow_sizes = context.parameters().text("scale_limits") == "on";
  rules.shrinks_on_loss = context.parameters().text("on_loss") == "shrink";
  rules.explains = context.simulation().recorder().explains();
  if (const auto limit = context.parameters().integer("requeue_limit"); limit >= 0)
    rules.requeue_limit = limit;
  return rules;
}

} // namespace malha::cluster

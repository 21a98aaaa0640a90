// SPDX-License-Identifier: MIT
#include "data_rules.hpp"

#include <algorithm>

namespace malha::broker {
namespace {

bool is_instant(ActorContext& context) { return context.simulation().transport() == Transport::instant; }

/// What the transfers of the data need.
void check_data(ActorContext& context, const DataRules& rules, const std::string& transfers) {
  const auto& execution = context.parameters().text("execution");
  if (transfers == "estimated" && !is_instant(context))
    throw InputError("transfers is estimated, and transport is network; valid: transport=instant, or "
                     "transfers=simulated");
  if (rules.are_simulated && is_instant(context) && execution == "planned")
    throw InputError("transfers is simulated, transport is instant, and execution is planned; valid: "
                     "execution=exec");
  const bool fits = rules.are_simulated ? rules.data == "lazy" : execution == "planned";
  if (!fits)
    throw InputError("data is " + rules.data + ", transport is " +
                     (is_instant(context) ? "instant" : "network") + ", and execution is " + execution +
                     "; valid: data=lazy with transport=network, transport=instant with execution=planned, "
                     "or data=messages");
}

/// What the data need where hosts may fail with the files that lie on them.
void check_losses(const DataRules& rules, const std::string& planner, bool is_instant) {
  if (rules.data != "lazy")
    throw InputError("data is " + rules.data +
                     ", and hosts may fail with the data that lie on them; valid: data=lazy or messages");
  if (planner != "workflow/no_plan")
    throw InputError("policy.planning is " + planner +
                     ", and hosts may fail, which no plan expects; valid: workflow/no_plan");
  if (rules.queue > 0 || !rules.keeps_copies || (rules.are_simulated && is_instant))
    throw InputError("hosts may fail with the data that lie on them, and queue is " +
                     std::to_string(rules.queue) + ", copies is " + (rules.keeps_copies ? "kept" : "none") +
                     ", and transfers is " + (rules.are_simulated ? "simulated" : "estimated") +
                     "; valid: queue=0, copies=kept, and transfers=auto");
}

/// What tasks that wait for a resource need.
void check_queue(ActorContext& context, const DataRules& rules, bool plans) {
  const std::string is = "queue is " + std::to_string(rules.queue);
  if (rules.data == "messages")
    throw InputError(is + ", and data=messages moves no data before a task starts; valid: data=lazy");
  if (plans)
    throw InputError(is + ", and a plan says which task each resource runs next; valid: queue=0");
  const auto& policy = *context.choice("").policy;
  if (std::any_of(policy.allows.begin(), policy.allows.end(),
                  [](const Allowance& one) { return one.trait == Trait::copies; }))
    throw InputError(
        is + ", and policy " + policy.name +
        " may copy tasks that run, of which none waits; valid: queue=0, or a policy without copies");
  if (rules.are_simulated && rules.keeps_copies)
    throw InputError(is +
                     ", transfers are simulated, and two tasks that wait for one resource would fetch the "
                     "same file for one copy; valid: copies=none");
}

} // namespace

std::vector<ParameterSpec> data_parameters() {
  return {
      choice("data", "auto", {"auto", "messages", "lazy", "eager", "home"},
             "how data of workflows come to a task: messages: with those of the broker, which take "
             "no time under transport=instant; lazy: it fetches them where they were made when it "
             "gets its resource; eager: they go to the planned resource when they are made; home: they go "
             "to the host of the broker when they are made, where a task fetches them when it gets its "
             "resource; auto: lazy if plans are followed, or else messages"),
      choice("lost_files", "recompute", {"recompute", "survive"},
             "what becomes of files under data=lazy when their host fails: recompute: they are "
             "gone, and what is still needed is computed again; survive: they can be read again "
             "when the host is back, and tasks wait for that"),
      choice("transfers", "auto", {"auto", "estimated", "simulated"},
             "how long data of workflows take: estimated: the latency of the route + bytes / its least "
             "bandwidth, whatever else is sent; simulated: they cross the links of the platform and share "
             "them, while messages may take no time; auto: simulated under transport=network, or else "
             "estimated"),
      choice("copies", "kept", {"kept", "none"},
             "kept: what a resource has read or made of a workflow it keeps; none: each task fetches all "
             "that it reads, also from its own host, over its loopback"),
      integer("queue", 0, between(0, 1'000'000), "tasks",
              "that may wait at a resource behind the one that runs there, while they fetch their data"),
      choice("asks", "changes", {"changes", "steps"},
             "when the policy is asked, if a task waits: changes: when something has changed; steps: once "
             "each time the clock of the simulation goes on")};
}

DataRules data_rules_of(ActorContext& context, const std::string& planner) {
  const auto& given = context.parameters();
  const bool plans = planner != "workflow/no_plan";
  const auto& transfers = given.text("transfers");
  DataRules rules;
  rules.data = given.text("data") != "auto" ? given.text("data") : plans ? "lazy" : "messages";
  rules.are_simulated = transfers == "auto" ? !is_instant(context) : transfers == "simulated";
  rules.keeps_copies = given.text("copies") == "kept";
  rules.queue = static_cast<int>(given.integer("queue"));
  rules.asks_in_steps = given.text("asks") == "steps";
  if (rules.data != "messages") {
    check_data(context, rules, transfers);
    if (context.simulation().hosts_may_change())
      check_losses(rules, planner, is_instant(context));
  } else if (plans) {
    throw InputError("policy.planning is " + planner +
                     ", and data=messages gives a plan nothing to follow; valid: data=eager or lazy");
  } else {
    for (const auto& [name, value] :
         {std::pair("mean_transfer", "cost"), std::pair("transfers", "auto"), std::pair("copies", "kept")})
      if (given.text(name) != value)
        throw InputError(name + (" is " + given.text(name)) +
                         ", and data=messages makes no transfers; valid: data=eager or lazy");
    if (given.text("lost_files") != "recompute")
      throw InputError("lost_files is " + given.text("lost_files") +
                       ", and data=messages keeps no files on resources; valid: data=lazy");
  }
  if (rules.queue > 0)
    check_queue(context, rules, plans);
  if (rules.asks_in_steps && !(rules.data != "messages" && rules.are_simulated && is_instant(context)))
    throw InputError(
        "asks is steps, and the broker plans the ends of transfers, or messages take time; valid: "
        "transfers=simulated with transport=instant");
  return rules;
}

} // namespace malha::broker

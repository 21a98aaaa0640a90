// SPDX-License-Identifier: MIT
#include "sharing.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/versions.hpp"
#include "policies/sdk/numbers.hpp"

namespace malha::cluster {
namespace {

namespace s4u = simgrid::s4u;

/// The memory that tasks must leave to a local user; 0 if the memory of the host is unlimited.
Bytes taken_by_user(const s4u::Host& host, const LocalProfile& user) {
  const Bytes memory = memory_on(host);
  return memory < unlimited ? user.memory * memory : 0;
}

} // namespace

Bytes memory_on(const s4u::Host& host) {
  const char* said = host.get_property("memory");
  if (said == nullptr)
    return unlimited;
  const auto bytes = parse_number<double>(said);
  if (!bytes || !(*bytes > 0) || *bytes == unlimited)
    throw InputError("host '" + host.get_name() + "' has the property memory='" + said +
                     "'; valid: a number of bytes above 0");
  return *bytes;
}

std::vector<ParameterSpec> with_sharing(std::vector<ParameterSpec> parameters) {
  parameters.push_back(
      integer("mpl", 4, between(1, 1000), "count",
              "allocation=shared: tasks that may run on a host at once, each of another job"));
  parameters.push_back(real("memory", 1, Range{0, 1, true}, "1",
                            "allocation=shared: share of the property `memory` of a host (in bytes; none: no "
                            "ceiling) that tasks may use"));
  parameters.push_back(integer("iterations", 20, between(1, 1e6), "count",
                               "allocation=shared: times that a job computes and then exchanges data"));
  return parameters;
}

bool shares_nodes(const ActorContext& context) { return context.parameters().text("allocation") == "shared"; }

int slots_of_host(const ActorContext& context) {
  return shares_nodes(context) ? static_cast<int>(context.parameters().integer("mpl")) : 1;
}

void check_sharing(ActorContext& context, bool policy_places_tasks) {
  if (!shares_nodes(context))
    return;
  const auto& execution = context.parameters().text("execution");
  if (execution != "exec")
    throw InputError(
        "allocation=shared cannot be combined with execution=" + execution +
        ", since the ends of jobs that slow each other cannot be planned; valid: execution=exec");
  if (context.simulation().hosts_may_change())
    throw InputError("allocation=shared cannot be combined with hosts that fail or recover; valid: "
                     "allocation=node, or core");
  if (!policy_places_tasks)
    throw InputError("allocation=shared cannot be combined with policy '" + context.policy_text() +
                     "', which does not give each task of a job a node of its own; valid: a policy that "
                     "does, such as cluster/contract_fcfs");
}

SharedMachines shared_machines(const ActorContext& context, const std::vector<s4u::Host*>& nodes) {
  const int slots = slots_of_host(context);
  std::vector<SharedMachine> machines;
  for (std::size_t node = 0; node < nodes.size(); node += static_cast<std::size_t>(slots)) {
    SharedMachine& machine = machines.emplace_back();
    if (const char* site = nodes[node]->get_property("site"))
      machine.site = site;
    machine.memory = context.parameters().real("memory") * memory_on(*nodes[node]);
  }
  return {slots, std::move(machines)};
}

UserWatch::UserWatch(ActorContext& context, const std::vector<s4u::Host*>& nodes)
    : users_(LocalUsers::of(context.simulation())), scheduler_(context, context.self()) {
  for (const auto* host : nodes)
    if (hosts_.empty() || hosts_.back() != host)
      hosts_.push_back(host);
  LocalUsers::of(context.simulation()).on_change([this] {
    have_changed_ = true;
    if (alarm_ != nullptr)
      alarm_->release();
  });
}

void UserWatch::open() {
  alarm_ = s4u::Semaphore::create(0);
  add_actor(s4u::Actor::self()->get_name() + "-monitor", s4u::this_actor::get_host(), [this] {
    while (true) {
      alarm_->acquire();
      scheduler_.send(UsersChanged{s4u::Engine::get_clock()});
    }
  })->daemonize();
}

void UserWatch::show(Model& model) {
  if (!std::exchange(have_changed_, false))
    return;
  std::vector<std::optional<Bytes>> users;
  for (const auto* host : hosts_)
    users.push_back(users_.on(host) ? std::optional(taken_by_user(*host, users_.profile(host)))
                                    : std::nullopt);
  model.set_local_users(users, users_.stay());
}

} // namespace malha::cluster

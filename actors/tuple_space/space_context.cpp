// SPDX-License-Identifier: MIT
#include "space_context.hpp"

#include "actors/model/sleep_dates.hpp"
#include "actors/runtime/simgrid/host_watch.hpp"
#include "actors/runtime/simgrid/stage.hpp"

#include <simgrid/s4u.hpp>

#include <algorithm>

namespace malha::tuple_space {
namespace {

const Peer& first_server(Stage& simulation) {
  return is_replicated(simulation) ? simulation.peers("tuple_space/replica").front()
                                   : simulation.only_peer("tuple_space/space");
}

RandomStreams::Engine* choice_of(Stage& simulation) {
  return first_server(simulation).parameters.text("match") == "random"
             ? &simulation.random().stream("space.match")
             : nullptr;
}

/// Where nothing can happen but ends of tasks, new bags and crashes for good, and all these dates are
/// planned.
bool can_be_led(Stage& simulation) {
  const auto& resources = simulation.peers("tuple_space/resource");
  return simulation.transport() == Transport::instant && simulation.may_look_ahead() &&
         !simulation.hosts_may_return() &&
         std::none_of(resources.begin(), resources.end(),
                      [](const Peer& resource) { return executes(resource.parameters); });
}

} // namespace

bool executes(const Parameters& resource) { return resource.text("execution") == "exec"; }

bool is_replicated(Stage& simulation) { return !simulation.peers("tuple_space/replica").empty(); }

std::vector<Peer> servers_of(Stage& simulation) {
  if (!is_replicated(simulation))
    return {simulation.only_peer("tuple_space/space")};
  if (!simulation.peers("tuple_space/space").empty())
    throw InputError("there are tuple_space/replica and tuple_space/space; valid: one of them");
  auto servers = simulation.peers("tuple_space/replica");
  const auto wanted = static_cast<std::size_t>(servers.front().parameters.integer("servers"));
  if (wanted > servers.size())
    throw InputError("servers is " + std::to_string(wanted) + ", and there are " +
                     std::to_string(servers.size()) +
                     " tuple_space/replica; valid: at most so many, or a platform with more hosts for them");
  servers.resize(wanted);
  return servers;
}

SpaceContext& SpaceContext::of(ActorContext& context) {
  return context.simulation().shared<SpaceContext>("tuple_space", context.simulation());
}

SpaceContext::SpaceContext(Stage& simulation)
    : store(shapes(), choice_of(simulation)), journal(simulation.recorder(), simulation.workload().name()),
      tie_breaker(simulation), clients(static_cast<int>(simulation.peers("tuple_space/resource").size()) + 1),
      is_led_(can_be_led(simulation)), is_instant_(simulation.transport() == Transport::instant),
      resources_(clients.nodes() - 1) {
  if (resources_ == 0)
    throw InputError("there is no tuple_space/resource");
  for (const auto& resource : simulation.peers("tuple_space/resource")) {
    journal.add_resource(*resource.host);
    speeds_.push_back(resource.host->get_speed());
    hosts_.push_back(resource.host);
    clients.begin(resource.number);
  }
  for (const auto& broker : simulation.peers("tuple_space/broker"))
    hosts_.push_back(broker.host);
  watch(simulation);
  store.out(tuple_of(kinds::ticket, std::int64_t(0)));
}

/// The clients of a node end with its host, whoever hears of it when. Of several servers none writes down
/// what happens.
void SpaceContext::watch(Stage& simulation) {
  const bool records = is_replicated(simulation);
  HostWatch::on_switch(simulation, hosts_, [this, records](const HostWatch::Switch& seen) {
    if (!seen.on)
      clients.end_all(seen.node);
    if (records)
      seen.on ? returned(seen.node, seen.date) : crashed(seen.node, seen.date);
  });
}

SpaceContext::Numbers& SpaceContext::last_numbers(ClientId client) {
  if (numbers_.size() <= index(client))
    numbers_.resize(index(client) + 1);
  return numbers_[index(client)];
}

void SpaceContext::check_same_policy(const ActorContext& context) {
  const auto chosen = context.policy_text();
  if (policy_.empty())
    policy_ = chosen;
  if (policy_ != chosen)
    throw InputError("its policy is " + chosen + ", and that of others of the tuple space " + policy_ +
                     "; valid: the same for all");
}

void SpaceContext::starts(ClientId client, const Task& task, Seconds now) {
  running_[client] = Running{task, clients.node_of(client), now};
}

void SpaceContext::result_committed(const ResultData& result) {
  const auto running = running_.find(result.client);
  if (running != running_.end() && running->second.task.id == result.task->id)
    running_.erase(running);
  if (!ends_.empty() && !sleep_dates::is_over(result.end, ends_.begin()->first.first))
    write_down_ends();
  ends_.emplace(std::pair(result.end, result.resource), result);
  if (!is_instant_)
    write_down_ends();
}

/// Under instant transport SimGrid wakes the resources of one date in an order of its own. The records have
/// their ends by number, as when the broker leads them.
void SpaceContext::write_down_ends() {
  for (const auto& [when, result] : ends_)
    journal.ended(*result.task, {result.resource, result.start, result.end});
  ends_.clear();
}

std::string SpaceContext::unfinished() {
  write_down_ends();
  return journal.unfinished();
}

void SpaceContext::close() {
  write_down_ends();
  journal.close();
}

void SpaceContext::crashed(int node, Seconds now) {
  for (const auto client : clients.ended_on(node)) {
    down_clients_.insert(client);
    const auto running = running_.find(client);
    if (running == running_.end())
      continue;
    auto& [task, resource, start, in_doubt, crash] = running->second;
    crash = std::min(crash, now);
    if (in_doubt)
      continue;
    if (start < now)
      journal.cut_short(task, {resource, start, now}, "lost");
    running_.erase(running);
  }
  if (node == broker())
    return;
  ++down_;
  journal.down(node, now);
  tie_breaker.forget(node);
}

void SpaceContext::returned(int node, Seconds now) {
  if (node == broker())
    return;
  --down_;
  journal.up(node, now);
}

bool SpaceContext::is_replaced(ClientId client) const {
  return is_down(client) && hosts_[index(clients.node_of(client))]->is_on();
}

void SpaceContext::failed(ClientId client) {
  store.client_failed(client);
  clients.undone(client);
}

void SpaceContext::fail_before(ClientId client, Seconds date) {
  for (const auto gone : clients.ended_before(client)) {
    failed(gone);
    serve(date);
  }
}

void SpaceContext::in_doubt(ClientId client) {
  if (const auto running = running_.find(client); running != running_.end())
    running->second.in_doubt = true;
}

void SpaceContext::undone(ClientId client) {
  clients.undone(client);
  addresses.erase(client);
  const auto running = running_.find(client);
  if (running == running_.end())
    return;
  const auto& [task, resource, start, in_doubt, crash] = running->second;
  if (crash < never)
    journal.cut_short(task, {resource, start, crash}, "lost");
  running_.erase(running);
}

bool SpaceContext::is_first_to_execute(std::int64_t op) {
  if (op <= executed_)
    return false;
  executed_ = op;
  return true;
}

SpaceContext::Sleeper& SpaceContext::sleeper(ClientId client) {
  if (sleepers_.size() <= index(client))
    sleepers_.resize(index(client) + 1);
  auto& one = sleepers_[index(client)];
  if (!one)
    one = std::make_unique<Sleeper>();
  return *one;
}

std::pair<Tuple, Seconds> SpaceContext::await(ClientId client) {
  auto& one = sleeper(client);
  one.wakes->acquire();
  auto answer = std::move(one.answer.value());
  one.answer.reset();
  return answer;
}

void SpaceContext::serve(Seconds date) {
  for (auto& [client, request, tuple] : store.take_served()) {
    if (is_down(client))
      continue;
    auto& one = sleeper(client);
    one.answer = {std::move(tuple), date};
    one.wakes->release();
  }
}

} // namespace malha::tuple_space

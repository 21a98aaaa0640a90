// SPDX-License-Identifier: MIT
#include "shared_space.hpp"

#include "actors/runtime/stage.hpp"

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

} // namespace

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

SharedSpace& SharedSpace::of(ActorContext& context) {
  return context.simulation().shared<SharedSpace>("tuple_space", context.simulation());
}

SharedSpace::SharedSpace(Stage& simulation)
    : store(shapes(), choice_of(simulation)), journal(simulation.recorder(), simulation.workload().name()),
      tie_breaker(simulation, first_server(simulation).parameters.real("detection_delay")),
      resources_(static_cast<int>(simulation.peers("tuple_space/resource").size())), next_client_(resources_),
      running_(index(resources_)), is_down_(index(resources_)) {
  if (resources_ == 0)
    throw InputError("there is no tuple_space/resource");
  for (const auto& resource : simulation.peers("tuple_space/resource"))
    journal.add_resource(*resource.host);
  store.out(tuple_of("TICKET", std::int64_t(0)));
}

ClientId SharedSpace::new_client() {
  if (left_.empty())
    return next_client_++;
  const ClientId client = *left_.begin();
  left_.erase(left_.begin());
  return client;
}

SharedSpace::Numbers& SharedSpace::last_numbers(ClientId client) {
  if (numbers_.size() <= index(client))
    numbers_.resize(index(client) + 1);
  return numbers_[index(client)];
}

void SharedSpace::check_same_policy(const ActorContext& context) {
  const auto chosen = context.policy_text();
  if (policy_.empty())
    policy_ = chosen;
  if (policy_ != chosen)
    throw InputError("its policy is " + chosen + ", and that of others of the tuple space " + policy_ +
                     "; valid: the same for all");
}

void SharedSpace::starts(int resource, const Task& task, Seconds now) {
  running_[index(resource)] = Running{task, now};
}

void SharedSpace::result_committed(const ResultData& result) {
  auto& running = running_[index(result.resource)];
  if (running && running->task.id == result.task.id)
    running.reset();
  journal.ended(result.task, {result.resource, result.start, result.end});
}

void SharedSpace::crashed(int resource, Seconds now) {
  ++down_;
  is_down_[index(resource)] = true;
  journal.down(resource, now);
  auto& running = running_[index(resource)];
  if (running && running->in_doubt) {
    running->crash = now;
    return;
  }
  if (running && running->start < now)
    journal.cut_short(running->task, {resource, running->start, now}, "lost");
  running.reset();
  tie_breaker.forget(resource);
}

void SharedSpace::failed(ClientId client) { store.client_failed(client); }

void SharedSpace::in_doubt(int resource) {
  if (auto& running = running_[index(resource)])
    running->in_doubt = true;
}

void SharedSpace::undone(int resource) {
  auto& running = running_[index(resource)];
  if (running && running->crash < never)
    journal.cut_short(running->task, {resource, running->start, running->crash}, "lost");
  running.reset();
}

bool SharedSpace::is_first_to_execute(std::int64_t op) {
  if (op <= executed_)
    return false;
  executed_ = op;
  return true;
}

SharedSpace::Sleeper& SharedSpace::sleeper(ClientId client) {
  if (sleepers_.size() <= index(client))
    sleepers_.resize(index(client) + 1);
  auto& one = sleepers_[index(client)];
  if (!one)
    one = std::make_unique<Sleeper>();
  return *one;
}

std::pair<Tuple, Seconds> SharedSpace::await(ClientId client) {
  auto& one = sleeper(client);
  one.wakes->acquire();
  auto answer = std::move(one.answer.value());
  one.answer.reset();
  return answer;
}

void SharedSpace::serve(Seconds date) {
  for (auto& [client, request, tuple] : store.take_served()) {
    if (client < resources_ && is_down_[index(client)])
      continue;
    auto& one = sleeper(client);
    one.answer = {std::move(tuple), date};
    tie_breaker.stir();
    if (client < resources_)
      tie_breaker.expect(client);
    one.wakes->release();
  }
}

} // namespace malha::tuple_space

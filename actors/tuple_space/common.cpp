// SPDX-License-Identifier: MIT
#include "common.hpp"

#include "actors/runtime/simulation.hpp"

namespace malha::tuple_space {
namespace {

const Peer& space_of(Simulation& simulation) {
  const auto& spaces = simulation.peers("tuple_space/space");
  if (spaces.size() != 1)
    throw InputError("needs one actor 'tuple_space/space'; there are " + std::to_string(spaces.size()));
  return spaces.front();
}

RandomStreams::Engine* choice_of(Simulation& simulation) {
  return space_of(simulation).parameters.text("match") == "random"
             ? &simulation.random().stream("space.match")
             : nullptr;
}

} // namespace

Common& Common::of(ActorContext& context) {
  return context.simulation().shared<Common>("tuple_space", context.simulation());
}

Common::Common(Simulation& simulation)
    : store(shapes(), choice_of(simulation)), journal(simulation.recorder(), simulation.workload().name()),
      turns(simulation, space_of(simulation).parameters.real("detection_delay")),
      resources_(static_cast<int>(simulation.peers("tuple_space/resource").size())), next_client_(resources_),
      running_(place(resources_)), is_down_(place(resources_)) {
  if (resources_ == 0)
    throw InputError("there is no tuple_space/resource");
  for (const auto& resource : simulation.peers("tuple_space/resource"))
    journal.add_resource(*resource.host);
  store.out(tuple_of("TICKET", std::int64_t(0)));
}

ClientId Common::new_client() {
  if (left_.empty())
    return next_client_++;
  const ClientId client = *left_.begin();
  left_.erase(left_.begin());
  return client;
}

Common::Numbers& Common::last_numbers(ClientId client) {
  if (numbers_.size() <= place(client))
    numbers_.resize(place(client) + 1);
  return numbers_[place(client)];
}

void Common::check_same_policy(const ActorContext& context) {
  const auto chosen = context.policy_text();
  if (policy_.empty())
    policy_ = chosen;
  if (policy_ != chosen)
    throw InputError("its policy is " + chosen + ", and that of others of the tuple space " + policy_ +
                     "; valid: the same for all");
}

void Common::starts(int resource, const Task& task, Seconds now) { running_[place(resource)] = {task, now}; }

void Common::is_safe(const ResultData& result) {
  auto& running = running_[place(result.resource)];
  if (running && running->task.id == result.task.id)
    running.reset();
  journal.ended(result.task, {result.resource, result.start, result.end});
}

void Common::crashed(int resource, Seconds now) {
  ++down_;
  is_down_[place(resource)] = true;
  journal.down(resource, now);
  auto& running = running_[place(resource)];
  if (running && running->start < now)
    journal.cut_short(running->task, {resource, running->start, now}, "lost");
  running.reset();
  turns.forget(resource);
}

void Common::failed(ClientId client) { store.client_failed(client); }

Common::Sleeper& Common::sleeper(ClientId client) {
  if (sleepers_.size() <= place(client))
    sleepers_.resize(place(client) + 1);
  auto& one = sleepers_[place(client)];
  if (!one)
    one = std::make_unique<Sleeper>();
  return *one;
}

std::pair<Tuple, Seconds> Common::await(ClientId client) {
  auto& one = sleeper(client);
  one.wakes->acquire();
  auto answer = std::move(one.answer.value());
  one.answer.reset();
  return answer;
}

void Common::serve(Seconds date) {
  for (auto& [client, request, tuple] : store.take_served()) {
    if (client < resources_ && is_down_[place(client)])
      continue;
    auto& one = sleeper(client);
    one.answer = {std::move(tuple), date};
    turns.stir();
    if (client < resources_)
      turns.expect(client);
    one.wakes->release();
  }
}

} // namespace malha::tuple_space

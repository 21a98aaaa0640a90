// SPDX-License-Identifier: MIT
#include "world.hpp"

#include <algorithm>

namespace malha::tuple_space::testing {
namespace {

const std::vector<Shape> shapes{{"A", {Type::integer}}, {"B", {Type::integer}}};

Tuple tuple_of(const Pair& pair) { return {std::string(1, pair.first), std::int64_t{pair.second}}; }

Pair pair_of(const Tuple& tuple) {
  return {std::get<Text>(tuple[0]).str().front(), static_cast<int>(std::get<std::int64_t>(tuple[1]))};
}

Command command_of(const Operation& operation) {
  Command command;
  command.transaction = operation.transaction;
  for (const auto& pair : operation.written)
    command.written.push_back(tuple_of(pair));
  switch (operation.what) {
  case Operation::inp:
    command.what = Command::inp;
    break;
  case Operation::rdp:
    command.what = Command::rdp;
    break;
  case Operation::in:
    command.what = Command::in;
    break;
  case Operation::rd:
    command.what = Command::rd;
    break;
  case Operation::copy_collect:
    command.what = Command::copy_collect;
    break;
  default:
    command.end = operation.end == Operation::commit  ? Command::commit
                  : operation.end == Operation::abort ? Command::abort
                                                      : Command::open;
    return command;
  }
  command.wanted = {Value(std::string(1, operation.kind))};
  command.wanted.push_back(operation.number ? Field(Value(std::int64_t{*operation.number}))
                                            : Field(Formal{Type::integer}));
  return command;
}

} // namespace

World::World(const Setup& setup, std::uint64_t seed, Seen& seen)
    : setup_(setup), random_(seed), seen_(seen),
      first_machine_(shapes, setup.draws_matches ? std::optional(RandomStreams::Engine(seed)) : std::nullopt),
      servers_(static_cast<std::size_t>(setup.servers)) {
  for (int i = 0; i < setup.servers; ++i)
    servers_[static_cast<std::size_t>(i)].replica = std::make_unique<Replica>(
        Replica::Setup{setup.servers, i, setup.log_kept, setup.lag}, first_machine_);
  for (int i = 0; i <= setup.clients; ++i)
    clients_.emplace_back(SpaceSession(i, setup.servers));
}

void World::live() {
  for (int steps = 0; steps < 4000 && !all_answered(); ++steps)
    step();
  settle();
  rescue();
}

bool World::all_answered() const {
  return std::all_of(clients_.begin(), clients_.end() - 1, [this](const Client& client) {
    return client.crashed ||
           (!client.waits && client.done.size() >= static_cast<std::size_t>(setup_.commands));
  });
}

std::vector<Operation> World::history() const {
  auto all = failures_;
  for (const auto& client : clients_)
    all.insert(all.end(), client.done.begin(), client.done.end());
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.asked < b.asked; });
  return all;
}

void World::step() {
  ++date_;
  const auto sort = pick(100);
  if (sort < 60) {
    if (!letters_.empty())
      deliver(pick(letters_.size()));
  } else if (sort < 85) {
    const auto number = pick(clients_.size());
    act(clients_[number], static_cast<int>(number));
  } else if (sort < 90) {
    auto& one = servers_[pick(servers_.size())];
    if (one.replica && one.replica->is_waiting()) {
      one.replica->expired();
      collect(static_cast<int>(&one - servers_.data()));
    }
  } else if (sort < 93) {
    complain(clients_[pick(clients_.size())]);
  } else if (sort < 97) {
    crash_or_return();
  } else if (chance(20)) {
    const auto number = pick(clients_.size());
    crash_client(clients_[number], static_cast<int>(number));
  }
}

void World::deliver(std::size_t number) {
  const auto letter = letters_[number];
  const auto fate = pick(20);
  seen_.doubled += fate == 0 ? 1 : 0;
  seen_.lost += fate == 1 ? 1 : 0;
  if (fate != 0)
    letters_.erase(letters_.begin() + static_cast<std::ptrdiff_t>(number));
  if (fate == 1)
    return;
  hand_over(letter);
}

/// Nobody hears what arrives where a server is down.
void World::hand_over(const Letter& letter) {
  if (const auto* answer = std::get_if<ToClient>(&letter.content))
    return arrive_at_client(letter.to, *answer);
  if (server(letter.to) == nullptr)
    return;
  if (const auto* message = std::get_if<ReplicaMessage>(&letter.content))
    arrive_from_server(letter.from, letter.to, *message);
  else
    arrive_from_client(letter.to, std::get<Submission>(letter.content));
}

void World::arrive_from_server(int from, int to, const ReplicaMessage& message) {
  server(to)->take(from, message);
  collect(to);
}

void World::arrive_from_client(int to, const Submission& submission) {
  server(to)->take(submission);
  collect(to);
}

void World::arrive_at_client(ClientId to, const ToClient& message) {
  auto& client = clients_[static_cast<std::size_t>(to)];
  if (client.crashed)
    return;
  auto heard = client.session.take(message);
  for (auto& [server, submission] : heard.to_send)
    post(server, std::move(submission));
  if (!heard.answer)
    return;
  ++seen_.answered;
  client.waits = false;
  for (const auto& tuple : *heard.answer)
    client.done.back().answer.push_back(pair_of(tuple));
  for (auto& operation : client.done)
    operation.answered = std::min(operation.answered, date_);
}

void World::post(int from, int to, ReplicaMessage message) {
  letters_.push_back({from, to, std::move(message)});
}
void World::post(int to, Submission submission) { letters_.push_back({0, to, std::move(submission)}); }
void World::post(ClientId to, ToClient message) { letters_.push_back({0, to, std::move(message)}); }

void World::collect(int number) {
  auto& one = servers_[static_cast<std::size_t>(number)];
  auto output = one.replica->take_output();
  seen_.views += one.replica->view() > one.stable.view ? 1 : 0;
  one.stable = one.replica->stable();
  for (const auto& [op, command, counts] : output.executed) {
    order_.resize(std::max(order_.size(), static_cast<std::size_t>(op)));
    auto& known = order_[static_cast<std::size_t>(op) - 1];
    const auto same = [](const Command& a, const Command& b) {
      return a.client == b.client && a.number == b.number && a.what == b.what;
    };
    has_split_ = has_split_ || (known && !same(*known, *command));
    known = command;
  }
  for (auto& [to, message] : output.to_replicas) {
    if (const auto* start = std::get_if<StartView>(&message))
      seen_.snapshots += start->log.snapshot ? 1 : 0;
    post(number, to, std::move(message));
  }
  for (auto& [client, message] : output.to_clients) {
    const auto* notice = std::get_if<Notice>(&message);
    seen_.waited += notice != nullptr && notice->executed > 0 ? 1 : 0;
    if (client <= setup_.clients) // others are made up by planted bugs
      post(client, std::move(message));
  }
}

void World::act(Client& client, int number) {
  if (number == setup_.clients || client.crashed || client.waits ||
      client.done.size() >= static_cast<std::size_t>(setup_.commands))
    return;
  Operation operation;
  operation.client = number;
  operation.asked = date_;
  // The last one has an answer, which says that all before have been executed.
  const bool is_last = client.done.size() + 1 == static_cast<std::size_t>(setup_.commands);
  if (chance(3) && client.open.size() < 2)
    client.open.insert(++client.last_transaction);
  if (!client.open.empty() && !chance(3))
    operation.transaction =
        *std::next(client.open.begin(), static_cast<std::ptrdiff_t>(pick(client.open.size())));
  if (chance(2) && !is_last)
    write(client, operation);
  else
    look(operation);
  if (is_last && (operation.what == Operation::in || operation.what == Operation::rd))
    operation.what = Operation::copy_collect;
  client.waits = operation.what != Operation::write;
  client.done.push_back(operation);
  give(client, operation);
}

void World::write(Client& client, Operation& operation) {
  operation.what = Operation::write;
  if (operation.transaction == 0 || !chance(3))
    operation.written.emplace_back(chance(2) ? 'A' : 'B', static_cast<int>(pick(3)));
  if (operation.transaction == 0)
    return;
  operation.end = operation.written.empty() || chance(2) ? Operation::commit : Operation::open;
  if (operation.end == Operation::commit && chance(4))
    operation.end = Operation::abort;
  if (operation.end != Operation::open)
    client.open.erase(operation.transaction);
}

void World::look(Operation& operation) {
  static const std::vector<Operation::What> all{Operation::inp, Operation::rdp, Operation::in, Operation::rd,
                                                Operation::copy_collect};
  operation.what = all[pick(all.size())];
  operation.kind = chance(2) ? 'A' : 'B';
  if (chance(2))
    operation.number = static_cast<int>(pick(3));
  if (operation.transaction != 0 && chance(3))
    operation.written.emplace_back(chance(2) ? 'A' : 'B', static_cast<int>(pick(3)));
}

void World::give(Client& client, const Operation& operation) {
  for (auto& [server, submission] : client.session.give(command_of(operation)))
    post(server, std::move(submission));
}

void World::complain(Client& client) {
  if (!client.crashed)
    for (auto& [server, submission] : client.session.expired())
      post(server, std::move(submission));
}

/// All servers that are up, or come back, are told.
void World::crash_client(Client& client, int number) {
  if (client.crashed || number == setup_.clients)
    return;
  client.crashed = true;
  ++seen_.failed_clients;
  Operation failure;
  failure.client = number;
  failure.what = Operation::failure;
  failure.asked = date_;
  failures_.push_back(failure);
  for (int i = 0; i < setup_.servers; ++i)
    if (server(i) != nullptr) {
      server(i)->client_failed(number);
      collect(i);
    }
}

void World::crash_or_return() {
  auto& one = servers_[pick(servers_.size())];
  if (!one.replica)
    return come_back(one);
  const auto away = std::count_if(servers_.begin(), servers_.end(),
                                  [&](const auto& other) { return &other != &one && !is_back(other); });
  if (away < (setup_.servers - 1) / 2) {
    ++seen_.crashes;
    one.replica.reset();
  }
}

void World::come_back(Server& one) {
  const auto number = static_cast<int>(&one - servers_.data());
  const Replica::Setup setup{setup_.servers, number, setup_.log_kept, setup_.lag};
  ++seen_.returns;
  one.replica = std::make_unique<Replica>(setup, first_machine_, one.stable);
  for (const auto& failure : failures_)
    one.replica->client_failed(failure.client);
  collect(number);
}

/// Nothing crashes or is lost any more: everything arrives, and time expires when nothing else happens.
void World::settle() {
  for (auto& one : servers_)
    if (!one.replica)
      come_back(one);
  for (int quiet = 0; quiet < 2 || (quiet < 60 && somebody_is_waiting()); ++quiet) {
    for (std::size_t i = 0; i < clients_.size(); ++i)
      act(clients_[i], static_cast<int>(i));
    for (auto& client : clients_)
      complain(client);
    for (int i = 0; i < setup_.servers; ++i) // one waits longer than the other
      if (server(i)->is_waiting() && quiet % (i + 2) == 0) {
        server(i)->expired();
        collect(i);
      }
    deliver_all();
  }
}

void World::deliver_all() {
  while (!letters_.empty()) {
    ++date_;
    const auto letter = std::move(letters_.front());
    letters_.erase(letters_.begin());
    hand_over(letter);
    for (std::size_t i = 0; i < clients_.size(); ++i)
      act(clients_[i], static_cast<int>(i));
  }
}

bool World::somebody_is_waiting() const {
  return std::any_of(servers_.begin(), servers_.end(),
                     [](const auto& one) { return one.replica->is_waiting(); }) ||
         std::any_of(clients_.begin(), clients_.end(),
                     [](const auto& one) { return !one.crashed && one.session.is_waiting(); });
}

/// A client of its own writes what the others wait for, until nobody waits.
void World::rescue() {
  auto& rescuer = clients_.back();
  for (int rounds = 0; rounds < 30 && !all_answered(); ++rounds) {
    for (const auto& client : clients_)
      if (client.waits && !client.crashed) {
        const auto& wanted = client.done.back();
        Operation operation;
        operation.client = setup_.clients;
        operation.asked = ++date_;
        operation.written.emplace_back(wanted.kind, wanted.number.value_or(0));
        rescuer.done.push_back(operation);
        give(rescuer, operation);
      }
    settle();
  }
}

} // namespace malha::tuple_space::testing

// SPDX-License-Identifier: MIT
#include "machine.hpp"

namespace malha::tuple_space {
namespace {

constexpr Bytes command_header = 16; // client and number

std::vector<Tuple> all_of(std::optional<Tuple> tuple) {
  return tuple ? std::vector<Tuple>{std::move(*tuple)} : std::vector<Tuple>{};
}

} // namespace

Bytes Command::weight() const {
  Bytes sum = command_header + weight_of(wanted);
  for (const auto& tuple : written)
    sum += weight_of(tuple);
  return sum;
}

Bytes weight_of(const Commands& commands) {
  Bytes sum = 0;
  for (const auto& command : commands)
    sum += command->weight();
  return sum;
}

SpaceMachine::SpaceMachine(std::vector<Shape> shapes, const std::optional<RandomStreams::Engine>& random)
    : random_(random), store_(std::move(shapes), random_ ? &*random_ : nullptr) {}

SpaceMachine::SpaceMachine(const SpaceMachine& other)
    : random_(other.random_), store_(other.store_), sessions_(other.sessions_) {
  store_.draw_from(random_ ? &*random_ : nullptr);
}

SpaceMachine& SpaceMachine::operator=(const SpaceMachine& other) {
  random_ = other.random_;
  store_ = other.store_;
  store_.draw_from(random_ ? &*random_ : nullptr);
  sessions_ = other.sessions_;
  return *this;
}

std::vector<Answer> SpaceMachine::apply(const Command& command) {
  auto& session = sessions_[command.client];
  const bool is_failure = command.what == Command::client_failed;
  if (session.failed || (!is_failure && command.number != session.last + 1))
    return {};
  std::vector<Answer> answers;
  if (is_failure) {
    store_.client_failed(command.client);
    session = {session.last, false, false, true, std::nullopt, {}};
  } else {
    session.last = command.number;
    session.left = command.what == Command::leave;
    session.answer.reset();
    write(command, session);
  }
  if (command.asks()) {
    auto tuples = ask(command, transaction_of(command, session));
    session.waits = !tuples;
    if (tuples)
      answers.push_back(session.answer.emplace(Answer{command.client, command.number, std::move(*tuples)}));
  }
  for (auto& [client, number, tuple] : store_.take_served()) {
    auto& served = sessions_[client];
    served.waits = false;
    answers.push_back(served.answer.emplace(Answer{client, number, {std::move(tuple)}}));
  }
  return answers;
}

void SpaceMachine::write(const Command& command, Session& session) {
  const auto transaction = transaction_of(command, session);
  for (const auto& tuple : command.written)
    store_.out(tuple, transaction);
  if (command.end == Command::open)
    return;
  if (command.end == Command::commit)
    store_.commit(transaction);
  else
    store_.abort(transaction);
  session.transactions.erase(command.transaction);
}

TransactionId SpaceMachine::transaction_of(const Command& command, Session& session) {
  if (command.transaction == no_transaction)
    return no_transaction;
  const auto [known, is_new] = session.transactions.try_emplace(command.transaction);
  if (is_new)
    known->second = store_.begin(command.client);
  return known->second;
}

std::optional<std::vector<Tuple>> SpaceMachine::ask(const Command& command, TransactionId transaction) {
  std::optional<Tuple> found;
  switch (command.what) {
  case Command::inp:
    return all_of(store_.inp(command.wanted, transaction));
  case Command::rdp:
    return all_of(store_.rdp(command.wanted, transaction));
  case Command::copy_collect:
    return store_.copy_collect(command.wanted, transaction);
  case Command::in:
    found = store_.in(command.client, command.number, command.wanted, transaction);
    break;
  case Command::rd:
    found = store_.rd(command.client, command.number, command.wanted, transaction);
    break;
  default:
    return std::vector<Tuple>{};
  }
  return found ? std::optional(all_of(std::move(found))) : std::nullopt;
}

RequestId SpaceMachine::last_of(ClientId client) const {
  const auto known = sessions_.find(client);
  return known == sessions_.end() ? 0 : known->second.last;
}

const Answer* SpaceMachine::answer_to(ClientId client) const {
  const auto known = sessions_.find(client);
  return known == sessions_.end() || !known->second.answer ? nullptr : &*known->second.answer;
}

bool SpaceMachine::waits(ClientId client) const {
  const auto known = sessions_.find(client);
  return known != sessions_.end() && known->second.waits;
}

bool SpaceMachine::has_failed(ClientId client) const {
  const auto known = sessions_.find(client);
  return known != sessions_.end() && known->second.failed;
}

std::vector<ClientId> SpaceMachine::clients() const {
  std::vector<ClientId> clients;
  for (const auto& [client, session] : sessions_)
    if (!session.failed && !session.left)
      clients.push_back(client);
  return clients;
}

Bytes SpaceMachine::weight() const {
  Bytes sum = store_.weight();
  for (const auto& [client, session] : sessions_) {
    sum += command_header;
    if (session.answer)
      for (const auto& tuple : session.answer->tuples)
        sum += weight_of(tuple);
  }
  return sum;
}

} // namespace malha::tuple_space

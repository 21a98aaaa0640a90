// SPDX-License-Identifier: MIT
#include "replica.hpp"

#include <algorithm>
#include <functional>

namespace malha::tuple_space {

Replica::Replica(const Setup& setup, const SpaceMachine& machine)
    : setup_(setup), incarnation_(0), machine_(machine), backups_(static_cast<std::size_t>(setup.servers)) {}

void Replica::send_to_all(const ReplicaMessage& message) {
  for (int replica = 0; replica < setup_.servers; ++replica)
    if (replica != setup_.self)
      send(replica, message);
}

void Replica::take(int from, const ReplicaMessage& message) {
  std::visit([&](const auto& kind) { take(from, kind); }, message);
}

void Replica::take(const Submission& submission) {
  if (status_ != Status::normal)
    return;
  if (!is_primary()) {
    if (submission.complaint)
      ask_primary();
    else
      notify(submission.client, 0);
    return;
  }
  for (const auto& command : submission.commands)
    propose(command);
  prepare(false);
}

void Replica::client_failed(ClientId client) {
  if (machine_.has_failed(client))
    return;
  failed_.insert(client);
  if (is_primary()) {
    propose_failure(client);
    prepare(false);
  } else if (status_ == Status::normal) {
    ask_primary();
  }
}

void Replica::propose_failure(ClientId client) {
  Command failure;
  failure.client = client;
  failure.what = Command::client_failed;
  log_.append(std::make_shared<const Command>(std::move(failure)));
}

void Replica::propose(const CommandPtr& command) {
  if (machine_.has_failed(command->client))
    return;
  auto& last = proposed_.try_emplace(command->client, machine_.last_of(command->client)).first->second;
  if (command->number <= last)
    return answer_again(*command);
  if (command->number > last + 1) // one before is lost; the client will send all of them
    return;
  last = command->number;
  log_.append(command);
}

void Replica::answer_again(const Command& command) {
  const auto* answer = machine_.answer_to(command.client);
  if (answer != nullptr && answer->number == command.number)
    output_.to_clients.emplace_back(command.client, ViewedAnswer{view_, *answer});
  else if (const auto last = machine_.last_of(command.client); command.number <= last)
    notify(command.client, last);
}

/// Sends new commands to the backups that are needed to commit them, in the order of the views that they
/// would lead, and to those that lack many; or to all.
void Replica::prepare(bool all) {
  std::size_t chosen = 0;
  for (int step = 1; step < setup_.servers; ++step) {
    const int to = (setup_.self + step) % setup_.servers;
    auto& one = backup(to);
    const bool is_needed = !one.slow && chosen < others_needed();
    chosen += is_needed ? 1 : 0;
    const bool lacks_many = !one.slow && log_.end() - one.next >= setup_.lag;
    if (all || ((is_needed || lacks_many) && !one.under_way && one.next < log_.end()))
      prepare_at(to);
  }
  commit_held();
}

void Replica::prepare_at(int to) {
  auto& one = backup(to);
  if (one.next < log_.start())
    send(to, StartView{view_, log_after(one.next), committed_});
  else
    send(to, Prepare{view_, one.next, log_.after(one.next), committed_});
  one.next = log_.end();
  one.under_way = true;
}

void Replica::commit_held() {
  std::vector<OpNumber> held;
  for (int replica = 0; replica < setup_.servers; ++replica)
    if (replica != setup_.self)
      held.push_back(backup(replica).held);
  std::sort(held.begin(), held.end(), std::greater<>());
  execute_up_to(others_needed() == 0 ? log_.end() : held[others_needed() - 1]);
}

void Replica::execute_up_to(OpNumber committed) {
  for (const auto last = std::min(committed, log_.end()); committed_ < last;) {
    const auto command = log_[++committed_];
    const bool counts = !machine_.has_failed(command->client);
    auto answers = machine_.apply(*command);
    output_.executed.push_back({committed_, command, counts});
    if (command->what == Command::client_failed)
      failed_.erase(command->client);
    if (is_primary())
      tell(*command, std::move(answers));
    ++progress_;
    vain_ = 0;
  }
  if (committed_ - log_.start() > 2 * setup_.log_kept)
    log_.forget(committed_ - setup_.log_kept);
}

void Replica::tell(const Command& command, std::vector<Answer> answers) {
  const bool waits = command.asks() && machine_.waits(command.client);
  if (waits && machine_.last_of(command.client) == command.number)
    notify(command.client, command.number);
  for (auto& answer : answers) {
    const ClientId client = answer.client;
    output_.to_clients.emplace_back(client, ViewedAnswer{view_, std::move(answer)});
  }
}

void Replica::take(int from, const Prepare& message) {
  if (is_outdated(from, message.view))
    return;
  if (message.view > view_ || status_ != Status::normal)
    return follow(message.view);
  asks_primary_ = false;
  if (message.base > log_.end())
    return send(from, GetState{view_, committed_});
  log_.extend(message.base, message.commands);
  execute_up_to(message.committed);
  send(from, PrepareOk{view_, log_.end()});
}

void Replica::take(int from, const PrepareOk& ok) {
  if (is_outdated(from, ok.view) || ok.view != view_ || !is_primary())
    return;
  auto& one = backup(from);
  one.held = std::max(one.held, ok.held);
  one.next = std::max(one.next, one.held);
  one.under_way = one.held < one.next;
  one.slow = false;
  prepare(false);
}

void Replica::take(int from, const GetState& asked) {
  if (is_outdated(from, asked.view) || asked.view != view_ || !is_primary())
    return;
  send(from, StartView{view_, log_after(asked.committed), committed_});
  backup(from).next = log_.end();
  backup(from).under_way = true;
}

/// Whether a message is of a view that is over, whose sender is told so. A replica that has come back takes
/// part in nothing until it has recovered.
bool Replica::is_outdated(int from, View view) {
  if (status_ == Status::recovering)
    return true;
  if (view >= view_)
    return false;
  if (status_ == Status::normal)
    send(from, NewerView{view_});
  return true;
}

void Replica::ask_primary() {
  asks_primary_ = true;
  send(primary_of(view_), GetState{view_, committed_});
}

bool Replica::is_waiting() const {
  if (status_ != Status::normal)
    return true;
  return is_primary() ? committed_ < log_.end() : asks_primary_;
}

void Replica::expired() {
  if (!is_waiting())
    return;
  ++vain_;
  if (status_ == Status::recovering)
    return send_to_all(Recovery{view_, incarnation_});
  if (!is_primary())
    return change_to(view_ + 1);
  for (auto& one : backups_) {
    one.slow = one.under_way;
    one.next = one.held > 0 ? one.held : committed_;
  }
  prepare(true);
}

} // namespace malha::tuple_space

// SPDX-License-Identifier: MIT
#include "replica.hpp"

#include <algorithm>

namespace malha::tuple_space {

Replica::Replica(const Setup& setup, const SpaceMachine& machine)
    : setup_(setup), incarnation_(0), state_(machine, setup.log_kept), backups_(setup.servers, setup.self) {}

Replica::Replica(const Setup& setup, const SpaceMachine& machine, const Stable& stable)
    : setup_(setup), incarnation_(stable.incarnation + 1), status_(Status::recovering), view_(stable.view),
      state_(machine, setup.log_kept), backups_(setup.servers, setup.self) {
  send_to_all(Recovery{view_, incarnation_});
}

void Replica::send_to_all(const ReplicaMessage& message) {
  for (int replica = 0; replica < setup_.servers; ++replica)
    if (replica != setup_.self)
      send(replica, message);
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
  prepare();
}

void Replica::client_failed(ClientId client) {
  if (machine().has_failed(client))
    return;
  failed_.insert(client);
  if (is_primary()) {
    propose_failure(client);
    prepare();
  } else if (status_ == Status::normal) {
    ask_primary();
  }
}

void Replica::propose_failure(ClientId client) {
  Command failure;
  failure.client = client;
  failure.what = Command::client_failed;
  state_.append(std::make_shared<const Command>(std::move(failure)));
}

void Replica::propose(const CommandPtr& command) {
  if (machine().has_failed(command->client))
    return;
  auto& last = proposed_.try_emplace(command->client, machine().last_of(command->client)).first->second;
  if (command->number <= last)
    return answer_again(*command);
  if (command->number > last + 1) // one before is lost; the client will send all of them
    return;
  last = command->number;
  state_.append(command);
}

void Replica::answer_again(const Command& command) {
  const auto* answer = machine().answer_to(command.client);
  if (answer != nullptr && answer->number == command.number)
    output_.to_clients.emplace_back(command.client, ViewedAnswer{view_, *answer});
  else if (const auto last = machine().last_of(command.client); command.number <= last)
    notify(command.client, last);
}

/// A backup that lacks commands which the log no longer keeps needs a snapshot, in a STARTVIEW.
void Replica::prepare_at(const std::vector<int>& replicas) {
  const auto& log = state_.log();
  for (const int to : replicas) {
    auto& backup = backups_[to];
    if (backup.next < log.start())
      send(to, StartView{view_, state_.log_after(backup.next), committed()});
    else
      send(to, Prepare{view_, backup.next, log.after(backup.next), committed()});
    backup.next = log.end();
    backup.under_way = true;
  }
  execute_up_to(backups_.held_by_needed(log.end()));
}

void Replica::execute_up_to(OpNumber committed) {
  std::vector<Answer> answers;
  for (const auto last = std::min(committed, state_.log().end()); state_.committed() < last;) {
    output_.executed.push_back(state_.execute_next(answers));
    const auto& command = *output_.executed.back().command;
    if (command.what == Command::client_failed)
      failed_.erase(command.client);
    if (is_primary())
      answer(command, std::move(answers));
    ++progress_;
    vain_ = 0;
  }
  state_.trim();
}

void Replica::answer(const Command& command, std::vector<Answer> answers) {
  const bool waits = command.asks() && machine().waits(command.client);
  if (waits && machine().last_of(command.client) == command.number)
    notify(command.client, command.number);
  for (auto& one : answers) {
    const ClientId client = one.client;
    output_.to_clients.emplace_back(client, ViewedAnswer{view_, std::move(one)});
  }
}

void Replica::take(int from, const Prepare& message) {
  if (is_outdated(from, message.view))
    return;
  if (message.view > view_ || status_ != Status::normal)
    return follow(message.view);
  asks_primary_ = false;
  if (message.base > state_.log().end())
    return send(from, GetState{view_, committed()});
  state_.extend(message.base, message.commands);
  execute_up_to(message.committed);
  send(from, PrepareOk{view_, state_.log().end()});
}

void Replica::take(int from, const PrepareOk& ok) {
  if (is_outdated(from, ok.view) || ok.view != view_ || !is_primary())
    return;
  backups_.confirm(from, ok.held);
  prepare();
}

void Replica::take(int from, const GetState& get) {
  if (is_outdated(from, get.view) || get.view != view_ || !is_primary())
    return;
  send(from, StartView{view_, state_.log_after(get.committed), committed()});
  backups_[from].next = state_.log().end();
  backups_[from].under_way = true;
}

/// Whether a message is of a view that is over; its sender then receives a NewerView. A replica takes part in
/// nothing until it has recovered.
bool Replica::is_outdated(int from, View view) {
  if (status_ == Status::recovering)
    return true;
  if (view >= view_)
    return false;
  if (status_ == Status::normal)
    send(from, NewerView{view_});
  return true;
}

void Replica::expired() {
  if (!is_waiting())
    return;
  ++vain_;
  if (status_ == Status::recovering)
    return send_to_all(Recovery{view_, incarnation_});
  if (!is_primary())
    return change_to(view_ + 1);
  backups_.start_again(committed());
  prepare_at(backups_.in_order());
}

void Replica::leave_for(View view) {
  view_ = view;
  status_ = Status::view_change;
  asks_primary_ = false;
  view_change_.clear();
  ++progress_;
}

/// Asks all replicas to change to that view.
void Replica::change_to(View view) {
  leave_for(view);
  send_to_all(StartViewChange{view_, committed()});
}

/// Changes to a view that has begun without this replica. Until it has received the log of that view, its own
/// log counts as a log of the view before.
void Replica::follow(View view) {
  leave_for(view);
  if (primary_of(view) != setup_.self)
    send(primary_of(view), GetState{view_, committed()});
}

void Replica::take(int from, const StartViewChange& start) {
  if (is_outdated(from, start.view))
    return;
  if (start.view > view_)
    change_to(start.view);
  if (is_primary())
    return send(from, StartView{view_, state_.log_after(start.committed), committed()});
  if (status_ == Status::view_change) {
    view_change_.add(from, start);
    vote();
  }
}

/// Sends a DOVIEWCHANGE when enough replicas have sent a STARTVIEWCHANGE, the new primary among them: its
/// message says from where on it needs the log.
void Replica::vote() {
  const int primary = primary_of(view_);
  if (primary == setup_.self || view_change_.has_voted() || view_change_.starts() < backups_.needed())
    return;
  if (const auto base = view_change_.committed_of(primary)) {
    send(primary,
         DoViewChange{view_, last_normal_, state_.log().end(), state_.log_after(*base), committed()});
    view_change_.set_voted();
  }
}

void Replica::take(int from, const DoViewChange& vote) {
  if (is_outdated(from, vote.view))
    return;
  if (vote.view > view_)
    change_to(vote.view);
  if (status_ != Status::view_change || !state_.can_install(vote.log))
    return;
  view_change_.add(from, vote);
  if (view_change_.votes() >= backups_.needed())
    begin_view();
}

/// Begins the view as its primary, with the best log that it has received.
void Replica::begin_view() {
  const OpNumber most_committed = view_change_.most_committed(committed());
  if (const auto* best = view_change_.best(last_normal_, state_.log().end()))
    install(best->log);
  status_ = Status::normal;
  last_normal_ = view_;
  vain_ = 0;
  ++progress_;
  execute_up_to(most_committed);
  proposed_.clear();
  for (const auto& command : state_.uncommitted())
    if (command->what != Command::client_failed)
      proposed_[command->client] = command->number;
  start_view_at_replicas();
  notify_clients();
  for (const auto client : failed_)
    propose_failure(client);
  prepare();
}

void Replica::start_view_at_replicas() {
  backups_.begin_view(state_.log().end(), view_change_.voters());
  for (int replica = 0; replica < setup_.servers; ++replica)
    if (replica != setup_.self) {
      const auto base = view_change_.committed_of(replica).value_or(committed());
      send(replica, StartView{view_, state_.log_after(base), committed()});
    }
  view_change_.clear();
}

/// Clients that wait for the primary of an older view send their unanswered commands to this one.
void Replica::notify_clients() {
  auto clients = machine().clients();
  for (const auto& command : state_.uncommitted())
    if (std::find(clients.begin(), clients.end(), command->client) == clients.end())
      clients.push_back(command->client);
  for (const auto client : clients)
    notify(client, 0);
}

void Replica::take(int from, const StartView& start) {
  if (is_outdated(from, start.view))
    return;
  if (start.view > view_ || status_ == Status::view_change)
    return become_backup(start.view, start.log, start.committed);
  asks_primary_ = false;
  ++progress_;
  // In one view all logs begin like the log of the primary: this one is longer, or adds to ours.
  if (start.log.base > state_.log().end() && !install(start.log))
    return send(from, GetState{view_, committed()});
  if (start.log.base <= state_.log().end())
    state_.extend(start.log.base, start.log.commands);
  execute_up_to(start.committed);
  send(from, PrepareOk{view_, state_.log().end()});
}

/// Becomes a backup of that view with the log of its primary.
void Replica::become_backup(View view, const Transfer& log, OpNumber committed) {
  if (!install(log))
    return follow(view);
  view_ = view;
  status_ = Status::normal;
  last_normal_ = view;
  asks_primary_ = false;
  vain_ = 0;
  ++progress_;
  execute_up_to(committed);
  send(primary_of(view), PrepareOk{view_, state_.log().end()});
}

/// Replaces the log after what is committed. Returns whether it could.
bool Replica::install(const Transfer& log) {
  if (!state_.can_install(log))
    return false;
  state_.install(log);
  for (auto failed = failed_.begin(); failed != failed_.end();)
    failed = machine().has_failed(*failed) ? failed_.erase(failed) : std::next(failed);
  return true;
}

void Replica::take(int, const NewerView& newer) {
  if (status_ != Status::recovering && newer.view > view_)
    follow(newer.view);
}

void Replica::take(int from, const Recovery& recovery) {
  if (status_ == Status::recovering)
    return;
  // The primary has lost its log, or the replica that recovers knows a view that has not begun.
  if (status_ == Status::normal && from == primary_of(view_))
    return change_to(std::max(view_ + 1, recovery.view));
  if (recovery.view > view_)
    return change_to(recovery.view);
  if (status_ != Status::normal)
    return;
  RecoveryResponse response{view_, recovery.incarnation, std::nullopt, committed()};
  if (is_primary())
    response.log = state_.log_after(0);
  send(from, std::move(response));
}

void Replica::take(int from, const RecoveryResponse& response) {
  if (status_ != Status::recovering || response.incarnation != incarnation_)
    return;
  responses_.add(from, response);
  recover_if_known();
}

/// When f + 1 replicas have answered, one of them knows the latest view. The primary of that view has the
/// log.
void Replica::recover_if_known() {
  const View latest = responses_.latest_view(view_);
  const auto* primary = responses_.log_of(latest, primary_of(latest));
  if (responses_.size() < backups_.needed() + 1 || primary == nullptr)
    return;
  const RecoveryResponse response = *primary;
  responses_ = {};
  become_backup(latest, *response.log, response.committed);
}

} // namespace malha::tuple_space

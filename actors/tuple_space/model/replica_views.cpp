// SPDX-License-Identifier: MIT
#include "replica.hpp"

#include <algorithm>
#include <tuple>

/// How replicas go from one view to the next, and how one comes back.
namespace malha::tuple_space {

Replica::Replica(const Setup& setup, const SpaceMachine& machine, const Stable& stable)
    : setup_(setup), incarnation_(stable.incarnation + 1), status_(Status::recovering), view_(stable.view),
      machine_(machine), backups_(static_cast<std::size_t>(setup.servers)) {
  send_to_all(Recovery{view_, incarnation_});
}

void Replica::leave_for(View view) {
  view_ = view;
  status_ = Status::view_change;
  asks_primary_ = has_voted_ = false;
  wishes_.clear();
  votes_.clear();
  ++progress_;
}

/// Asks all to go to that view. What it was sent in the view before it keeps.
void Replica::change_to(View view) {
  leave_for(view);
  send_to_all(StartViewChange{view_, committed_});
}

/// Goes to a view that has begun without it. Until it has the log of that view, its own counts as one of the
/// view before.
void Replica::follow(View view) {
  leave_for(view);
  if (primary_of(view) != setup_.self)
    send(primary_of(view), GetState{view_, committed_});
}

void Replica::take(int from, const StartViewChange& wish) {
  if (is_outdated(from, wish.view))
    return;
  if (wish.view > view_)
    change_to(wish.view);
  if (is_primary())
    return send(from, StartView{view_, log_after(wish.committed), committed_});
  if (status_ == Status::view_change) {
    wishes_[from] = wish.committed;
    vote();
  }
}

/// Tells the primary of the new view what it holds, when so many want that view that it can begin. It waits
/// for the wish of the primary itself, which says from where on that needs the log.
void Replica::vote() {
  const int primary = primary_of(view_);
  if (primary == setup_.self || has_voted_ || wishes_.size() < others_needed())
    return;
  if (const auto wish = wishes_.find(primary); wish != wishes_.end()) {
    send(primary, DoViewChange{view_, last_normal_, log_.end(), log_after(wish->second), committed_});
    has_voted_ = true;
  }
}

void Replica::take(int from, const DoViewChange& vote) {
  if (is_outdated(from, vote.view))
    return;
  if (vote.view > view_)
    change_to(vote.view);
  if (status_ != Status::view_change || (vote.log.base > committed_ && !vote.log.snapshot))
    return;
  votes_[from] = vote;
  if (votes_.size() >= others_needed())
    begin_view();
}

/// As its primary. The log is that of the latest view, and the longest of these: all that has been committed
/// is in it.
void Replica::begin_view() {
  const DoViewChange* best = nullptr;
  auto latest = std::tuple(last_normal_, log_.end());
  OpNumber committed = committed_;
  for (const auto& [from, vote] : votes_) {
    committed = std::max(committed, vote.committed);
    if (const std::tuple voted(vote.last_normal, vote.end); voted > latest) {
      latest = voted;
      best = &vote;
    }
  }
  if (best != nullptr)
    install(best->log);
  status_ = Status::normal;
  last_normal_ = view_;
  vain_ = 0;
  ++progress_;
  execute_up_to(committed);
  proposed_.clear();
  for (const auto& command : log_.after(committed_))
    if (command->what != Command::client_failed)
      proposed_[command->client] = command->number;
  inform_replicas();
  inform_clients();
  for (const auto client : failed_)
    propose_failure(client);
  prepare(false);
}

void Replica::inform_replicas() {
  backups_.assign(backups_.size(), Backup{0, log_.end(), true, true});
  for (const auto& [replica, vote] : votes_) {
    wishes_[replica] = vote.committed;
    backup(replica).slow = false;
  }
  for (int replica = 0; replica < setup_.servers; ++replica)
    if (replica != setup_.self) {
      const auto known = wishes_.find(replica);
      const auto base = known != wishes_.end() ? known->second : committed_;
      send(replica, StartView{view_, log_after(base), committed_});
    }
  wishes_.clear();
  votes_.clear();
}

/// Those who wait for the primary of an older view send to this one what has no answer yet.
void Replica::inform_clients() {
  auto clients = machine_.clients();
  for (const auto& command : log_.after(committed_))
    if (std::find(clients.begin(), clients.end(), command->client) == clients.end())
      clients.push_back(command->client);
  for (const auto client : clients)
    notify(client, 0);
}

void Replica::take(int from, const StartView& start) {
  if (is_outdated(from, start.view))
    return;
  if (start.view > view_ || status_ == Status::view_change)
    return take_over(start.view, start.log, start.committed);
  asks_primary_ = false;
  ++progress_;
  // In one view all logs begin like that of the primary: this one is longer, or adds to ours.
  if (start.log.base > log_.end() && !install(start.log))
    return send(from, GetState{view_, committed_});
  if (start.log.base <= log_.end())
    log_.extend(start.log.base, start.log.commands);
  execute_up_to(start.committed);
  send(from, PrepareOk{view_, log_.end()});
}

/// Becomes a backup of that view with the log of its primary.
void Replica::take_over(View view, const Transfer& log, OpNumber committed) {
  if (log.base > committed_ && !log.snapshot)
    return follow(view);
  install(log);
  view_ = view;
  status_ = Status::normal;
  last_normal_ = view;
  asks_primary_ = false;
  vain_ = 0;
  ++progress_;
  execute_up_to(committed);
  send(primary_of(view), PrepareOk{view_, log_.end()});
}

/// Replaces its log after what is committed. Returns whether it could.
bool Replica::install(const Transfer& log) {
  if (log.base > committed_ && !log.snapshot)
    return false;
  if (log.base > committed_) {
    machine_ = *log.snapshot;
    committed_ = log.base;
    log_.restart(log.base);
    for (auto failed = failed_.begin(); failed != failed_.end();)
      failed = machine_.has_failed(*failed) ? failed_.erase(failed) : std::next(failed);
  }
  log_.cut(committed_);
  log_.extend(log.base, log.commands);
  return true;
}

/// For a replica that has executed so much.
Transfer Replica::log_after(OpNumber op) const {
  if (op >= log_.start())
    return {op, nullptr, log_.after(op)};
  return {committed_, std::make_shared<const SpaceMachine>(machine_), log_.after(committed_)};
}

void Replica::take(int, const NewerView& newer) {
  if (status_ != Status::recovering && newer.view > view_)
    follow(newer.view);
}

void Replica::take(int from, const Recovery& recovery) {
  if (status_ == Status::recovering)
    return;
  // The primary has lost its log, or one that comes back knows of a view that has not begun.
  if (status_ == Status::normal && from == primary_of(view_))
    return change_to(std::max(view_ + 1, recovery.view));
  if (recovery.view > view_)
    return change_to(recovery.view);
  if (status_ != Status::normal)
    return;
  RecoveryResponse response{view_, recovery.incarnation, std::nullopt, committed_};
  if (is_primary())
    response.log = log_after(0);
  send(from, std::move(response));
}

void Replica::take(int from, const RecoveryResponse& response) {
  if (status_ != Status::recovering || response.incarnation != incarnation_)
    return;
  auto& known = answered_.try_emplace(from, response).first->second;
  if (response.view > known.view || (response.view == known.view && response.log))
    known = response;
  recover_if_known();
}

/// The primary of the latest view that others know has the log, when so many have answered that one of them
/// knows the latest view of all.
void Replica::recover_if_known() {
  if (answered_.size() < others_needed() + 1)
    return;
  View latest = view_;
  for (const auto& [from, response] : answered_)
    latest = std::max(latest, response.view);
  const auto primary = answered_.find(primary_of(latest));
  if (primary == answered_.end() || primary->second.view != latest || !primary->second.log)
    return;
  const auto response = std::move(primary->second);
  answered_.clear();
  take_over(latest, *response.log, response.committed);
}

} // namespace malha::tuple_space

// SPDX-License-Identifier: MIT
#pragma once
#include "backups.hpp"
#include "recovery_responses.hpp"
#include "replica_state.hpp"
#include "view_change.hpp"

#include <set>

namespace malha::tuple_space {

/// One of n = 2 f + 1 servers that keep a tuple space together, without a clock or a network, by Viewstamped
/// Replication Revisited (liskov2012). While at most f of them are down or have not recovered, nothing that
/// was answered is lost, and every request is answered. Messages may be late, lost, duplicated and reordered.
/// Timeouts may come at any date: wrong ones only cost time.
///
/// Normal operation is PREPARE and PREPAREOK (section 4.1). STARTVIEWCHANGE, DOVIEWCHANGE and STARTVIEW
/// replace a primary (4.2). RECOVERY and RECOVERYRESPONSE bring a replica back that has lost its memory
/// (4.3). GETSTATE asks for a part of the log (5.2). It departs from the paper in this (docs/faults.md):
/// - The view number is on stable storage, as in oki1988. Otherwise a replica that recovers could forget its
///   DOVIEWCHANGE (michael2017).
/// - PREPARE is sent to as many backups as are needed (moraru2013), and to the others later.
/// - There is neither COMMIT nor heartbeat. A backup sends GETSTATE when a client complains about the primary
///   (castro1999).
/// - GETSTATE is answered with STARTVIEW, not with NEWSTATE. A message of an old view is answered with a
///   NewerView.
///
/// Commands that arrive while a PREPARE is on its way are sent together in the next one.
///
/// Its caller passes on messages and timeouts (`take`, `expired`), then sends what `take_output` returns.
class Replica {
public:
  struct Setup {
    int servers = 1;
    int self = 0;
    OpNumber log_kept = 1024; ///< least number of executed commands that the log keeps
    OpNumber lag = 64;        ///< least number of commands that are sent to a backup that is not needed
  };
  /// The content of stable storage, to be written before the output is sent.
  struct Stable {
    View view = 0;
    std::int64_t incarnation = 0; ///< how often it has been started
    friend bool operator==(const Stable& a, const Stable& b) {
      return a.view == b.view && a.incarnation == b.incarnation;
    }
  };
  enum class Status { normal, view_change, recovering };

  /// Begins with the system. All replicas begin with the same machine.
  Replica(const Setup& setup, const SpaceMachine& machine);
  /// Recovers after a crash with what was on stable storage.
  Replica(const Setup& setup, const SpaceMachine& machine, const Stable& stable);

  void take(int from, const ReplicaMessage& message) {
    std::visit([&](const auto& kind) { take(from, kind); }, message);
  }
  void take(const Submission& submission);
  /// The failure detector reports a crash of the client. Its open transactions will be undone.
  void client_failed(ClientId client);
  /// A timeout: the replica waits, and has made no progress for too long.
  void expired();
  /// Whether it waits for other replicas, so that a timeout counts.
  bool is_waiting() const {
    const bool has_uncommitted = committed() < state_.log().end();
    return status_ != Status::normal || (is_primary() ? has_uncommitted : asks_primary_);
  }
  /// The number of timeouts in a row without progress. Waiting longer after each gives a new view the time
  /// that it needs.
  int vain() const { return vain_; }
  /// Grows with each progress. The time of a timeout counts from the last one.
  std::int64_t progress() const { return progress_; }

  using Executed = ReplicaState::Executed;
  struct Output {
    std::vector<std::pair<int, ReplicaMessage>> to_replicas;
    std::vector<std::pair<ClientId, ToClient>> to_clients;
    std::vector<Executed> executed; ///< in their order
  };
  /// What the replica sends and has executed since the last call.
  Output take_output() { return std::exchange(output_, {}); }
  Stable stable() const { return {view_, incarnation_}; }

  Status status() const { return status_; }
  bool is_primary() const { return status_ == Status::normal && primary_of(view_) == setup_.self; }
  View view() const { return view_; }
  OpNumber committed() const { return state_.committed(); }
  /// The space after all committed commands.
  const SpaceMachine& machine() const { return state_.machine(); }

private:
  int primary_of(View view) const { return static_cast<int>(view % setup_.servers); }
  void send(int to, ReplicaMessage message) { output_.to_replicas.emplace_back(to, std::move(message)); }
  void send_to_all(const ReplicaMessage& message);
  void notify(ClientId client, RequestId executed) {
    output_.to_clients.emplace_back(client, Notice{view_, executed});
  }

  void take(int from, const Prepare& prepare);
  void take(int from, const PrepareOk& ok);
  void take(int from, const StartViewChange& start);
  void take(int from, const DoViewChange& vote);
  void take(int from, const StartView& start);
  void take(int from, const GetState& get);
  void take(int from, const NewerView& newer);
  void take(int from, const Recovery& recovery);
  void take(int from, const RecoveryResponse& response);

  // Normal operation.
  void propose(const CommandPtr& command);
  void propose_failure(ClientId client);
  void answer_again(const Command& command);
  void prepare() { prepare_at(backups_.to_prepare(state_.log().end(), setup_.lag)); }
  void prepare_at(const std::vector<int>& replicas);
  void execute_up_to(OpNumber committed);
  void answer(const Command& command, std::vector<Answer> answers);
  void ask_primary() {
    asks_primary_ = true;
    send(primary_of(view_), GetState{view_, committed()});
  }
  bool is_outdated(int from, View view);

  // View changes.
  void leave_for(View view);
  void change_to(View view);
  void follow(View view);
  void vote();
  void begin_view();
  void start_view_at_replicas();
  void notify_clients();
  bool install(const Transfer& log);
  void become_backup(View view, const Transfer& log, OpNumber committed);

  // Recovery.
  void recover_if_known();

  const Setup setup_;
  const std::int64_t incarnation_;
  Status status_ = Status::normal;
  View view_ = 0;
  View last_normal_ = 0;
  ReplicaState state_;
  Backups backups_;                        ///< of the primary
  std::map<ClientId, RequestId> proposed_; ///< of the primary: last command of each client in the log
  std::set<ClientId> failed_;              ///< clients whose failure is not executed yet
  bool asks_primary_ = false;              ///< a GETSTATE has no answer yet
  ViewChange view_change_;                 ///< to the current view
  RecoveryResponses responses_;
  int vain_ = 0;
  std::int64_t progress_ = 0;
  Output output_;
};

} // namespace malha::tuple_space

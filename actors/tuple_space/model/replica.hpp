// SPDX-License-Identifier: MIT
#pragma once
#include "replica_log.hpp"

#include <set>

namespace malha::tuple_space {

/// One of n servers that keep a tuple space together, without a clock and without a network: Viewstamped
/// Replication Revisited (liskov2012). While at most (n - 1) / 2 of them, rounded down, are down or not yet
/// back, all that was answered stays, and all that is asked is answered. Messages may be late, lost,
/// doubled and in any order. Time-outs may come at any date: those that are wrong cost time alone.
///
/// It departs from the paper in this (docs/faults.md):
/// - The number of its view is on stable storage, as in oki1988. Without that a replica that comes back could
///   forget its vote for a view (michael2017).
/// - Commands go to as many backups as are needed (moraru2013), and to the others later.
/// - Nobody sends heartbeats. A backup asks for the primary when a client complains of it (castro1999).
///
/// Commands that come while others are on their way to a backup go there together, after these.
///
/// Give it what comes (`take`, `expired`), then send what `take_output` returns.
class Replica {
public:
  struct Setup {
    int servers = 1;
    int self = 0;
    OpNumber log_kept = 1024; ///< executed commands that the log keeps at least
    OpNumber lag = 64;        ///< commands that a backup may lack that is not needed
  };
  /// What it has on stable storage; to be written before the output is sent.
  struct Stable {
    View view = 0;
    std::int64_t incarnation = 0; ///< how often it has been started
    friend bool operator==(const Stable& a, const Stable& b) {
      return a.view == b.view && a.incarnation == b.incarnation;
    }
  };
  enum class Status { normal, view_change, recovering };

  /// At the start of the system, or when it has come back with what was on stable storage. All have the same
  /// machine.
  Replica(const Setup& setup, const SpaceMachine& machine);
  Replica(const Setup& setup, const SpaceMachine& machine, const Stable& stable);

  void take(int from, const ReplicaMessage& message);
  void take(const Submission& submission);
  /// The failure detector says that the client has crashed. What it has open will be undone.
  void client_failed(ClientId client);
  /// While it waits nothing has come for too long.
  void expired();
  /// Whether it waits for other replicas, so that time may expire.
  bool is_waiting() const;
  /// How often in a row its time has expired in vain. Who waits longer each time gives a new view the time
  /// that it needs.
  int vain() const { return vain_; }
  /// Grows with each step forward; time counts from the last one.
  std::int64_t progress() const { return progress_; }

  struct Executed {
    OpNumber op;
    CommandPtr command;
    bool counts; ///< false for one of a client that has failed before
  };
  struct Output {
    std::vector<std::pair<int, ReplicaMessage>> to_replicas;
    std::vector<std::pair<ClientId, ToClient>> to_clients;
    std::vector<Executed> executed; ///< in their order
  };
  /// What it has to send, and has executed, since the last call.
  Output take_output() { return std::exchange(output_, {}); }
  Stable stable() const { return {view_, incarnation_}; }

  Status status() const { return status_; }
  bool is_primary() const { return status_ == Status::normal && primary_of(view_) == setup_.self; }
  View view() const { return view_; }
  OpNumber committed() const { return committed_; }
  /// The space after all committed commands.
  const SpaceMachine& machine() const { return machine_; }

private:
  /// What the primary knows of another replica.
  struct Backup {
    OpNumber held = 0;      ///< it has said so in this view
    OpNumber next = 0;      ///< it is sent the commands after this
    bool under_way = false; ///< something was sent to it that it has not confirmed
    bool slow = false;      ///< it did not confirm in time
  };

  int primary_of(View view) const { return static_cast<int>(view % setup_.servers); }
  /// Others that must hold a command before it is committed.
  std::size_t others_needed() const { return static_cast<std::size_t>(setup_.servers / 2); }
  Backup& backup(int replica) { return backups_[static_cast<std::size_t>(replica)]; }
  void send(int to, ReplicaMessage message) { output_.to_replicas.emplace_back(to, std::move(message)); }
  void send_to_all(const ReplicaMessage& message);
  void notify(ClientId client, RequestId executed) {
    output_.to_clients.emplace_back(client, Notice{view_, executed});
  }

  void take(int from, const Prepare& prepare);
  void take(int from, const PrepareOk& ok);
  void take(int from, const StartViewChange& wish);
  void take(int from, const DoViewChange& vote);
  void take(int from, const StartView& start);
  void take(int from, const GetState& asked);
  void take(int from, const NewerView& newer);
  void take(int from, const Recovery& recovery);
  void take(int from, const RecoveryResponse& response);

  void propose(const CommandPtr& command);
  void propose_failure(ClientId client);
  void answer_again(const Command& command);
  void prepare(bool all);
  void prepare_at(int to);
  void commit_held();
  void execute_up_to(OpNumber committed);
  void tell(const Command& command, std::vector<Answer> answers);
  void ask_primary();
  bool is_outdated(int from, View view);

  void leave_for(View view);
  void change_to(View view);
  void follow(View view);
  void vote();
  void begin_view();
  void inform_replicas();
  void inform_clients();
  bool install(const Transfer& log);
  Transfer log_after(OpNumber op) const;
  void take_over(View view, const Transfer& log, OpNumber committed);
  void recover_if_known();

  const Setup setup_;
  const std::int64_t incarnation_;
  Status status_ = Status::normal;
  View view_ = 0;
  View last_normal_ = 0;
  ReplicaLog log_;
  OpNumber committed_ = 0; ///< executed, too
  SpaceMachine machine_;
  std::vector<Backup> backups_;              ///< by replica; of the primary
  std::map<ClientId, RequestId> proposed_;   ///< last command in the log; of the primary
  std::set<ClientId> failed_;                ///< clients whose failure is not executed yet
  bool asks_primary_ = false;                ///< and has not heard from it
  std::map<int, OpNumber> wishes_;           ///< others that want this view, and what they have committed
  bool has_voted_ = false;                   ///< for this view
  std::map<int, DoViewChange> votes_;        ///< of others for this view
  std::map<int, RecoveryResponse> answered_; ///< to the recovery
  int vain_ = 0;
  std::int64_t progress_ = 0;
  Output output_;
};

} // namespace malha::tuple_space

// SPDX-License-Identifier: MIT
#pragma once
#include "machine.hpp"

#include <deque>

/// The messages between replicas of a tuple space (Viewstamped Replication Revisited, liskov2012, sections 4
/// and 5). The paper's name of each message is in capitals.
namespace malha::tuple_space {

/// The number of a view: a period in which one replica, its primary, orders the commands.
using View = std::int64_t;
/// The place of a command in the log, from 1.
using OpNumber = std::int64_t;

inline constexpr Bytes replica_header = 24; ///< sender, view and op number

/// Part of a log: the commands after `base`.
struct Transfer {
  OpNumber base = 0;
  std::shared_ptr<const SpaceMachine> snapshot; ///< after `base` commands; null if the receiver has these
  Commands commands;
  Bytes weight() const { return weight_of(commands) + (snapshot ? snapshot->weight() : 0); }
};

/// PREPARE, from the primary: commands to hold, and the number of committed ones.
struct Prepare {
  static constexpr const char* kind = "prepare";
  View view;
  OpNumber base; ///< number of the command before the first of these
  Commands commands;
  OpNumber committed;
  Bytes size() const { return replica_header + weight_of(commands); }
};
/// PREPAREOK, to the primary: the sender holds all commands up to this one.
struct PrepareOk {
  static constexpr const char* kind = "prepare ok";
  View view;
  OpNumber held;
  Bytes size() const { return replica_header; }
};
/// STARTVIEWCHANGE, to all: the sender changes to that view. It has executed `committed` commands.
struct StartViewChange {
  static constexpr const char* kind = "start view change";
  View view;
  OpNumber committed;
  Bytes size() const { return replica_header; }
};
/// DOVIEWCHANGE, to the primary of that view: the log of the sender.
struct DoViewChange {
  static constexpr const char* kind = "do view change";
  View view;
  View last_normal; ///< the last view in which the sender's status was normal
  OpNumber end;     ///< of the sender's log
  Transfer log;
  OpNumber committed;
  Bytes size() const { return replica_header + log.weight(); }
};
/// STARTVIEW, from the primary of that view: the log of the view.
struct StartView {
  static constexpr const char* kind = "start view";
  View view;
  Transfer log;
  OpNumber committed;
  Bytes size() const { return replica_header + log.weight(); }
};
/// GETSTATE, to the primary: a request for the log after `committed`, which also checks that the primary is
/// up. The answer is a STARTVIEW.
struct GetState {
  static constexpr const char* kind = "get state";
  View view;
  OpNumber committed;
  Bytes size() const { return replica_header; }
};
/// To the sender of a message of an old view: the current view. It is not in the paper.
struct NewerView {
  static constexpr const char* kind = "newer view";
  View view;
  Bytes size() const { return replica_header; }
};
/// RECOVERY, to all: the sender has restarted, and knows only its view. The incarnation is the paper's nonce.
struct Recovery {
  static constexpr const char* kind = "recovery";
  View view;
  std::int64_t incarnation;
  Bytes size() const { return replica_header; }
};
/// RECOVERYRESPONSE, to the replica that recovers.
struct RecoveryResponse {
  static constexpr const char* kind = "recovery response";
  View view;
  std::int64_t incarnation;    ///< of the Recovery
  std::optional<Transfer> log; ///< from the primary only
  OpNumber committed;
  Bytes size() const { return replica_header + (log ? log->weight() : 0); }
};

using ReplicaMessage = std::variant<Prepare, PrepareOk, StartViewChange, DoViewChange, StartView, GetState,
                                    NewerView, Recovery, RecoveryResponse>;

/// REQUEST, from a client: commands in the order of their numbers.
struct Submission {
  static constexpr const char* kind = "submission";
  ClientId client;
  bool complaint; ///< it is sent to all replicas, since the primary does not answer
  Commands commands;
  Bytes size() const { return weight_of(commands); }
};
/// To a client: the view, and its last command that was executed. That command may wait for a tuple.
struct Notice {
  static constexpr const char* kind = "notice";
  View view;
  RequestId executed; ///< 0: the sender does not say
  Bytes size() const { return replica_header; }
};
/// REPLY, to a client: an answer from the primary of that view.
struct ViewedAnswer {
  static constexpr const char* kind = "answer";
  View view;
  Answer answer;
  Bytes size() const {
    Bytes sum = replica_header;
    for (const auto& tuple : answer.tuples)
      sum += weight_of(tuple);
    return sum;
  }
};
using ToClient = std::variant<Notice, ViewedAnswer>;

} // namespace malha::tuple_space

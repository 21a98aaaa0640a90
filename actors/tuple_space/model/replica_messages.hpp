// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/message.hpp"
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
  MALHA_MESSAGE("prepare", replica_header + weight_of(commands));
  View view;
  OpNumber base; ///< number of the command before the first of these
  Commands commands;
  OpNumber committed;
};
/// PREPAREOK, to the primary: the sender holds all commands up to this one.
struct PrepareOk {
  MALHA_MESSAGE("prepare ok", replica_header);
  View view;
  OpNumber held;
};
/// STARTVIEWCHANGE, to all: the sender changes to that view. It has executed `committed` commands.
struct StartViewChange {
  MALHA_MESSAGE("start view change", replica_header);
  View view;
  OpNumber committed;
};
/// DOVIEWCHANGE, to the primary of that view: the log of the sender.
struct DoViewChange {
  MALHA_MESSAGE("do view change", replica_header + log.weight());
  View view;
  View last_normal; ///< the last view in which the sender's status was normal
  OpNumber end;     ///< of the sender's log
  Transfer log;
  OpNumber committed;
};
/// STARTVIEW, from the primary of that view: the log of the view.
struct StartView {
  MALHA_MESSAGE("start view", replica_header + log.weight());
  View view;
  Transfer log;
  OpNumber committed;
};
/// GETSTATE, to the primary: a request for the log after `committed`, which also checks that the primary is
/// up. The answer is a STARTVIEW.
struct GetState {
  MALHA_MESSAGE("get state", replica_header);
  View view;
  OpNumber committed;
};
/// To the sender of a message of an old view: the current view. It is not in the paper.
struct NewerView {
  MALHA_MESSAGE("newer view", replica_header);
  View view;
};
/// RECOVERY, to all: the sender has restarted, and knows only its view. The incarnation is the paper's nonce.
struct Recovery {
  MALHA_MESSAGE("recovery", replica_header);
  View view;
  std::int64_t incarnation;
};
/// RECOVERYRESPONSE, to the replica that recovers.
struct RecoveryResponse {
  MALHA_MESSAGE("recovery response", replica_header + (log ? log->weight() : 0));
  View view;
  std::int64_t incarnation;    ///< of the Recovery
  std::optional<Transfer> log; ///< from the primary only
  OpNumber committed;
};

using ReplicaMessage = std::variant<Prepare, PrepareOk, StartViewChange, DoViewChange, StartView, GetState,
                                    NewerView, Recovery, RecoveryResponse>;

/// REQUEST, from a client: commands in the order of their numbers.
struct Submission {
  MALHA_MESSAGE("submission", weight_of(commands));
  ClientId client;
  bool complaint; ///< it is sent to all replicas, since the primary does not answer
  Commands commands;
};
/// To a client: the view, and its last command that was executed. That command may wait for a tuple.
struct Notice {
  MALHA_MESSAGE("notice", replica_header);
  View view;
  RequestId executed; ///< 0: the sender does not say
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

// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/message.hpp"
#include "machine.hpp"

#include <deque>

/// What replicas of a tuple space send to each other (Viewstamped Replication Revisited, sections 4 and 5).
namespace malha::tuple_space {

/// Number of a view: a time in which one replica, its primary, orders the commands.
using View = std::int64_t;
/// Place of a command in the one order of all, from 1.
using OpNumber = std::int64_t;

inline constexpr Bytes replica_header = 24; ///< sender, view and op number

/// Part of a log: the commands after `base`.
struct Transfer {
  OpNumber base = 0;
  std::shared_ptr<const SpaceMachine> snapshot; ///< after `base` commands; null where the receiver has it
  Commands commands;
  Bytes weight() const { return weight_of(commands) + (snapshot ? snapshot->weight() : 0); }
};

/// From the primary: commands to hold, and how many are committed.
struct Prepare {
  MALHA_MESSAGE("prepare", replica_header + weight_of(commands));
  View view;
  OpNumber base; ///< the commands are those after it
  Commands commands;
  OpNumber committed;
};
/// To the primary: all commands up to this are held.
struct PrepareOk {
  MALHA_MESSAGE("prepare ok", replica_header);
  View view;
  OpNumber held;
};
/// To all: the sender wants that view. Its log is safe up to `committed`.
struct StartViewChange {
  MALHA_MESSAGE("start view change", replica_header);
  View view;
  OpNumber committed;
};
/// To the primary of that view: what the sender holds.
struct DoViewChange {
  MALHA_MESSAGE("do view change", replica_header + log.weight());
  View view;
  View last_normal; ///< the last view in which it took commands
  OpNumber end;     ///< of its log
  Transfer log;
  OpNumber committed;
};
/// From the primary of that view: the log with which it goes on.
struct StartView {
  MALHA_MESSAGE("start view", replica_header + log.weight());
  View view;
  Transfer log;
  OpNumber committed;
};
/// To the primary: whether it is there, and the log after `committed`. It answers with a StartView.
struct GetState {
  MALHA_MESSAGE("get state", replica_header);
  View view;
  OpNumber committed;
};
/// To one who is in an older view.
struct NewerView {
  MALHA_MESSAGE("newer view", replica_header);
  View view;
};
/// To all, from a replica that has come back and knows only its view.
struct Recovery {
  MALHA_MESSAGE("recovery", replica_header);
  View view;
  std::int64_t incarnation;
};
struct RecoveryResponse {
  MALHA_MESSAGE("recovery response", replica_header + (log ? log->weight() : 0));
  View view;
  std::int64_t incarnation;    ///< of the Recovery
  std::optional<Transfer> log; ///< from the primary alone
  OpNumber committed;
};

using ReplicaMessage = std::variant<Prepare, PrepareOk, StartViewChange, DoViewChange, StartView, GetState,
                                    NewerView, Recovery, RecoveryResponse>;

/// From a client: commands in the order of their numbers.
struct Submission {
  MALHA_MESSAGE("submission", weight_of(commands));
  ClientId client;
  bool complaint; ///< sent to all replicas, since the primary does not answer
  Commands commands;
};
/// To a client: the view, and the command up to which all were executed, the last of which may wait.
struct Notice {
  MALHA_MESSAGE("notice", replica_header);
  View view;
  RequestId executed; ///< 0 where the sender does not say
};
/// To a client: an answer from the primary of that view.
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

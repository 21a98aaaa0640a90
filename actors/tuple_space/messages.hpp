// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/message.hpp"
#include "actors/runtime/simgrid/actor.hpp"
#include "actors/tuple_space/model/store.hpp"

/// The messages between the space and its clients. The tuples of a transaction are sent with its commit; a
/// read is a request and a reply.
namespace malha::tuple_space {

inline constexpr Bytes header_size = 16; ///< client and number

inline Bytes weight_of(const std::vector<Tuple>& tuples) {
  Bytes weight = 0;
  for (const auto& tuple : tuples)
    weight += weight_of(tuple);
  return weight;
}

struct Request {
  MALHA_MESSAGE("request", header_size + weight_of(wanted) + weight_of(written));
  enum Operation { inp, rdp, in, rd, copy_collect };

  ClientId client;
  std::shared_ptr<const Peer> answer_to;
  RequestId number; ///< counted by the client
  Operation operation;
  Template wanted;
  TransactionId transaction;  ///< numbered by the client
  std::vector<Tuple> written; ///< written before in the transaction
};
/// Tuples to write, and the end of the transaction.
struct Write {
  MALHA_MESSAGE("write", header_size + weight_of(tuples));
  enum End { open, commit, abort };

  ClientId client;
  TransactionId transaction;
  std::vector<Tuple> tuples;
  End end;
  std::shared_ptr<const void> row; ///< expected by the recorder, if there is a RESULT
};
/// From the failure detector of the space: a host has failed or recovered.
struct HostSwitched {
  MALHA_MESSAGE("switched", 1);
};
using SpaceMessage = std::variant<Request, Write, HostSwitched>;

struct Reply {
  MALHA_MESSAGE("reply", header_size + weight_of(tuples));
  RequestId number;
  std::vector<Tuple> tuples;
};
using ClientMessage = std::variant<Reply>;

} // namespace malha::tuple_space

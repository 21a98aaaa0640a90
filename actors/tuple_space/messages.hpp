// SPDX-License-Identifier: MIT
#pragma once
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
  static constexpr const char* kind = "request";
  enum Operation { inp, rdp, in, rd, copy_collect };

  ClientId client;
  std::shared_ptr<const Peer> answer_to;
  RequestId number; ///< counted by the client
  Operation operation;
  Template wanted;
  TransactionId transaction;  ///< numbered by the client
  std::vector<Tuple> written; ///< written before in the transaction
  Bytes size() const { return header_size + weight_of(wanted) + weight_of(written); }
};
/// Tuples to write, and the end of the transaction.
struct Write {
  static constexpr const char* kind = "write";
  enum End { open, commit, abort };

  ClientId client;
  TransactionId transaction;
  std::vector<Tuple> tuples;
  End end;
  std::shared_ptr<const void> row; ///< expected by the recorder, if there is a RESULT
  Bytes size() const { return header_size + weight_of(tuples); }
};
/// From the failure detector of the space: a host has failed or recovered.
struct HostSwitched {
  static constexpr const char* kind = "switched";
  Bytes size() const { return 1; }
};
using SpaceMessage = std::variant<Request, Write, HostSwitched>;

struct Reply {
  static constexpr const char* kind = "reply";
  RequestId number;
  std::vector<Tuple> tuples;
  Bytes size() const { return header_size + weight_of(tuples); }
};
using ClientMessage = std::variant<Reply>;

} // namespace malha::tuple_space

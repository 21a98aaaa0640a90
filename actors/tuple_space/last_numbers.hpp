// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/stage.hpp"
#include "actors/tuple_space/model/requests.hpp"
#include "actors/tuple_space/model/tuples.hpp"

#include <map>

namespace malha::tuple_space {

/// The last numbers of transactions and requests that were used over the network, by client. When a client
/// gets the id of an earlier one, it continues the numbers.
class LastNumbers {
public:
  struct Numbers {
    TransactionId transaction = no_transaction;
    RequestId request = 0;
  };

  /// The numbers of the simulation.
  static LastNumbers& of(ActorContext& context) {
    return context.simulation().shared<LastNumbers>("tuple_space/numbers");
  }

  /// The reference stays valid.
  Numbers& of_client(ClientId client) { return numbers_[client]; }

private:
  std::map<ClientId, Numbers> numbers_;
};

} // namespace malha::tuple_space

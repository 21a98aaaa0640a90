// SPDX-License-Identifier: MIT
#include "checkpoint_protocol.hpp"

namespace malha::tuple_space {

CheckpointProtocol::CheckpointProtocol(Client& space, const Task& task, Bytes weight)
    : space_(space), task_(task), weight_(weight),
      wanted_(template_of(kinds::checkpoint, exactly(task.job), exactly(task.id), any(Type::real),
                          any(Type::data))) {}

Flops CheckpointProtocol::begin() {
  transaction_ = space_.begin();
  const auto left_behind = space_.inp(wanted_, transaction_);
  return left_behind ? left_behind->get<double>(3) : task_.work;
}

void CheckpointProtocol::leave(Flops work) {
  space_.out(tuple_of(kinds::checkpoint, task_.job, task_.id, work, Data{nullptr, weight_}), transaction_);
  space_.commit(transaction_);
  transaction_ = space_.begin();
  space_.inp(wanted_, transaction_);
}

} // namespace malha::tuple_space

// SPDX-License-Identifier: MIT
#include "replica_state.hpp"

namespace malha::tuple_space {

ReplicaState::Executed ReplicaState::execute_next(std::vector<Answer>& answers) {
  const auto command = log_[++committed_];
  const bool counts = !machine_.has_failed(command->client);
  answers = machine_.apply(*command);
  return {committed_, command, counts};
}

void ReplicaState::trim() {
  if (committed_ - log_.start() > 2 * log_kept_)
    log_.forget(committed_ - log_kept_);
}

void ReplicaState::install(const Transfer& log) {
  if (log.base > committed_) {
    machine_ = *log.snapshot;
    committed_ = log.base;
    log_.restart(log.base);
  }
  log_.cut(committed_);
  log_.extend(log.base, log.commands);
}

Transfer ReplicaState::log_after(OpNumber op) const {
  if (op >= log_.start())
    return {op, nullptr, log_.after(op)};
  return {committed_, std::make_shared<const SpaceMachine>(machine_), uncommitted()};
}

} // namespace malha::tuple_space

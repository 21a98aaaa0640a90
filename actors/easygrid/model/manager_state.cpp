// SPDX-License-Identifier: MIT
#include "manager_state.hpp"

namespace malha::easygrid {

void ManagerState::send(int to, ManagerMessage message) {
  if (to == self)
    to_self_.push_back(std::move(message));
  else
    output.messages.emplace_back(to, std::move(message));
}

std::optional<ManagerMessage> ManagerState::take_own_message() {
  if (to_self_.empty())
    return std::nullopt;
  auto message = std::move(to_self_.front());
  to_self_.pop_front();
  return message;
}

} // namespace malha::easygrid

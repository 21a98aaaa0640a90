// SPDX-License-Identifier: MIT
#include "channel.hpp"

#include "policies/sdk/errors.hpp"

namespace malha {

void Channel::carry(const std::type_info& message, const std::string& actor) {
  if (carries_ != nullptr && std::string(carries_->name()) != message.name())
    throw InputError("mailbox '" + name + "' does not carry the messages of actor '" + actor + "'");
  carries_ = &message;
}

} // namespace malha

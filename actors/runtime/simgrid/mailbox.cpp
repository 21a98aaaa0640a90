// SPDX-License-Identifier: MIT
#include "mailbox.hpp"

#include <xbt/config.hpp>

namespace malha {

void Channel::carry(const std::type_info& message, const std::string& actor) {
  if (carries_ != nullptr && std::string(carries_->name()) != message.name())
    throw InputError("mailbox '" + name + "' does not carry the messages of actor '" + actor + "'");
  carries_ = &message;
}

ParameterSpec reception_parameter(const std::string& default_value) {
  return choice(
      "mailbox", default_value, {"rendezvous", "permanent"},
      "messages are transferred one at a time when they are asked for, or as soon as they are sent");
}

Reception reception_of(const Parameters& parameters) {
  return parameters.text("mailbox") == "permanent" ? Reception::permanent : Reception::rendezvous;
}

bool may_wait_without_sleep(const Stage& simulation) {
  return !simulation.hosts_may_change() && simgrid::config::get_value<std::string>("cpu/optim") == "Lazy";
}

} // namespace malha

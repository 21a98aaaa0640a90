// SPDX-License-Identifier: MIT
#include "channel.hpp"

#include "policies/sdk/errors.hpp"
#include "versions.hpp"

#include <utility>

namespace malha {

void Channel::carry(const std::type_info& message, const std::string& actor) {
  if (carries_ != nullptr && std::string(carries_->name()) != message.name())
    throw InputError("mailbox '" + name + "' does not carry the messages of actor '" + actor + "'");
  carries_ = &message;
}

void Channel::add(Letter letter) {
  letters_.push_back(std::move(letter));
  announce();
}

void Channel::add_travelling(Letter letter, simgrid::s4u::Host* to) {
  const auto state = letter.state = std::make_shared<State>(State::under_way);
  auto* const from = letter.from;
  const auto bytes = letter.bytes;
  letters_.push_back(std::move(letter));
  start_transfer(from, to, bytes, [this, state](bool arrived) {
    *state = arrived ? State::arrived : State::lost;
    announce();
  });
}

Channel::Letter Channel::take() {
  auto letter = std::move(letters_.front());
  letters_.pop_front();
  --ready_;
  return letter;
}

void Channel::lose_letters() {
  letters_.clear();
  ready_ = 0;
  received = sent;
  arrivals = simgrid::s4u::Semaphore::create(0); // who was killed may have taken from the old one
}

/// Letters are taken in the order in which they were sent. Other actors may take some during `release`.
void Channel::announce() {
  const auto may_be_taken = [](const Letter& letter) {
    return letter.state == nullptr || *letter.state != State::under_way;
  };
  while (ready_ < letters_.size() && may_be_taken(letters_[ready_])) {
    ++ready_;
    arrivals->release();
  }
}

} // namespace malha

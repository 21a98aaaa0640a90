// SPDX-License-Identifier: MIT
#include "channel.hpp"

#include "policies/sdk/errors.hpp"
#include "versions.hpp"

namespace malha {

void Channel::carry(const std::type_info& message, const std::string& actor) {
  if (carries_ != nullptr && std::string(carries_->name()) != message.name())
    throw InputError("mailbox '" + name + "' does not carry the messages of actor '" + actor + "'");
  carries_ = &message;
}

void Channel::add_travelling(Letter letter, simgrid::s4u::Host* to) {
  const auto number = taken_ + letters_.size();
  auto* const from = letter.from;
  const auto bytes = letter.bytes;
  letter.state = State::under_way;
  letters_.push_back(std::move(letter));
  start_transfer(from, to, bytes, [this, number](bool arrived) {
    end_travel(number, arrived ? State::arrived : State::lost);
  });
}

void Channel::lose_letters() {
  taken_ += letters_.size();
  letters_.clear();
  ready_ = 0;
  received = sent;
  arrivals = simgrid::s4u::Semaphore::create(0); // who was killed may have taken from the old one
}

/// Letters are taken in the order in which they were sent. Other actors may take some during `release`.
void Channel::end_travel(std::uint64_t number, State state) {
  if (number < taken_)
    return;
  letters_[number - taken_].state = state;
  while (ready_ < letters_.size() && letters_[ready_].state != State::under_way) {
    ++ready_;
    arrivals->release();
  }
}

} // namespace malha

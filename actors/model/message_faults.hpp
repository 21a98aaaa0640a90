// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace malha {

/// A message that is late, lost or doubled.
struct MessageFault {
  std::int64_t number;     ///< of the message: those between two hosts, in the order of sending, from 1
  Seconds late;            ///< it leaves its host later by this time; `never`: it is lost
  bool is_doubled = false; ///< it leaves on time, and again so long after it was sent
};

/// Reads a list of messages that are late, as "17+30,20+0.5": message 17 by 30 s, message 20 by 0.5 s. Throws
/// InputError on anything else. "" is the list of none.
std::vector<MessageFault> late_messages_from(const std::string& text);
/// Reads a list of messages that are lost, as "17,20".
std::vector<MessageFault> lost_messages_from(const std::string& text);
/// Reads a list of messages that are doubled, as "17+30,20+0.5": message 17 leaves again 30 s after it was
/// sent.
std::vector<MessageFault> doubled_messages_from(const std::string& text);
/// Writes the list from which these faults can be read. All of them are late, or all are lost, or doubled.
std::string text_of(const std::vector<MessageFault>& faults);

/// A message between two hosts, as it was sent.
struct SentMessage {
  std::string kind, from, to; ///< the host of the sender, the mailbox of the receiver
  Seconds date;
};

/// When a message leaves its host, after the date at which it is sent.
struct Departures {
  Seconds first = 0;      ///< 0: on time; `never`: it is lost
  Seconds second = never; ///< the same message again; `never`: it is not doubled
};

/// Counts the messages between hosts, and decides which of them are late, lost or doubled.
class MessageFaults {
public:
  /// Plans faults. Throws InputError if a message is listed twice.
  void plan(const std::vector<MessageFault>& faults);
  /// Counts the next message, and says when it leaves.
  Departures next(const SentMessage& message);
  /// Calls `look` with each message that is sent.
  void watch(std::function<void(const SentMessage&)> look) { look_ = std::move(look); }
  /// A complaint about a planned message that was not sent; "" if all were.
  std::string unsent() const;

private:
  std::map<std::int64_t, Departures> planned_; ///< by number
  std::int64_t sent_ = 0;
  std::function<void(const SentMessage&)> look_;
};

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include "iteration.hpp"

namespace malha::easygrid {

/// The end of the children of a manager: each has been sent the end, and acknowledges it.
class Ending {
public:
  static ParameterSpec parameter() {
    return choice("end_acks", "wait", {"wait", "iterations"},
                  "acknowledgements of the end are waited for, without pauses and costs, or looked for "
                  "in further iterations");
  }

  Ending(ActorContext& context, Iteration& iteration)
      : iteration_(iteration), waits_(context.parameters().text("end_acks") == "wait") {}

  /// Gives messages to `handle`, which calls `child_ended`, until all children have acknowledged. This wait
  /// has no iterations, and costs nothing, unless parameter `end_acks` is `iterations`.
  template <class Message, class Handle>
  void wait_for(std::size_t children, Inbox<Message>& inbox, Handle&& handle) {
    iteration_.charge();
    while (acknowledged_ < children) {
      if (waits_) {
        handle(inbox.receive());
        continue;
      }
      iteration_.sleep();
      iteration_.take_messages(inbox, handle);
      iteration_.charge();
    }
  }
  void child_ended() { ++acknowledged_; }

private:
  Iteration& iteration_;
  const bool waits_;
  std::size_t acknowledged_ = 0;
};

} // namespace malha::easygrid

// SPDX-License-Identifier: MIT
#include "message_plan.hpp"

namespace malha::environment {
namespace {

/// Some messages between hosts arrive twice.
class DoubledMessages : public Actor {
public:
  explicit DoubledMessages(ActorContext& context) {
    plan_faults(context.simulation(), doubled_messages_from(context.parameters().text("messages")));
  }

  bool is_active() const override { return false; }
  void run() override {}
};

} // namespace

MALHA_ACTOR(describe<DoubledMessages>("environment/doubled_messages",
                                      "messages between hosts that leave twice", "docs/faults.md")
                .takes({text("messages", {},
                             "NUMBER+S for each, with commas between them: the message of that number, among "
                             "those between two hosts in the order of sending, leaves again S seconds after "
                             "it was sent")})
                .is_daemon()
                .is_environment({{Condition::message_doubled}}))

} // namespace malha::environment

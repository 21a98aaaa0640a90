// SPDX-License-Identifier: MIT
#include "message_plan.hpp"

namespace malha::environment {
namespace {

/// Some messages between hosts that stay up do not arrive.
class LostMessages : public Actor {
public:
  explicit LostMessages(ActorContext& context) {
    plan_faults(context.simulation(), lost_messages_from(context.parameters().text("messages")));
  }

  bool is_active() const override { return false; }
  void run() override {}
};

} // namespace

MALHA_ACTOR(describe<LostMessages>("environment/lost_messages",
                                   "messages between hosts that are sent and do not arrive", "docs/faults.md")
                .takes({text("messages", {},
                             "their numbers, with commas between them, among the messages between two hosts "
                             "in the order of sending")})
                .is_daemon()
                .is_environment({{Condition::message_lost}}))

} // namespace malha::environment

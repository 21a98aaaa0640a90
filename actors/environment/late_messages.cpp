// SPDX-License-Identifier: MIT
#include "message_plan.hpp"

namespace malha::environment {
namespace {

/// Some messages leave their host later than they are sent.
class LateMessages : public Actor {
public:
  explicit LateMessages(ActorContext& context) {
    plan_faults(context.simulation(), late_messages_from(context.parameters().text("messages")));
  }

  bool is_active() const override { return false; }
  void run() override {}
};

} // namespace

MALHA_ACTOR(describe<LateMessages>("environment/late_messages",
                                   "messages between hosts that leave later than they are sent",
                                   "docs/faults.md")
                .takes({text("messages", {},
                             "NUMBER+S for each, with commas between them: the message of that number, among "
                             "those between two hosts in the order of sending, leaves S seconds later")})
                .is_daemon()
                .is_environment({{Condition::message_late}}))

} // namespace malha::environment

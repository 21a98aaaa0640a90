// SPDX-License-Identifier: MIT
#include "parameters.hpp"

#include "actors/ownership/model/given_rules.hpp"
#include "actors/runtime/simgrid/stage.hpp"

namespace malha::ownership {

std::vector<ParameterSpec> pool_parameters() {
  return {choice("execution", "planned", {"planned", "exec"},
                 "a task takes its work over the speed of its machine, or is executed there, whatever "
                 "else runs"),
          real("period", 20, above(0), "s", "from one decision to the next"),
          real("phase", 0, at_least(0), "s", "date of the first decision, less than the period"),
          real("offset", 10, at_least(0), "s", "from a decision to its negotiation, less than the period"),
          real("submission_delay", 10, at_least(0), "s", "until tasks that were submitted can start"),
          real("detection_delay", 0, at_least(0), "s", "until it is known that a machine has crashed"),
          real("lease", 2400, at_least(0), "s",
               "how long machines continue their tasks while the pool's own host is down"),
          choice("checkpoint", "off", {"off", "on"},
                 "a task that stops starts from zero, or is kept in an image and resumes anywhere"),
          real("checkpoint_cost", 0, at_least(0), "s", "for which a machine writes an image"),
          real("checkpoint_size", 1048576, between(0, 1e15), "B", "of an image"),
          choice("dead", "owner", {"owner", "all"},
                 "a machine that is down leaves its owner's share, or all owners share the loss"),
          choice("share_unit", "machines", {"machines", "speed"},
                 "shares are compared in machines, or in flop/s"),
          real("guarantee", 0, between(0, 100), "%",
               "part of the pool that users who gave no machine have together while they have tasks"),
          choice("guarantee_of", "shares", {"shares", "unused"},
                 "it is taken from all shares, or only from what owners do not use of theirs"),
          real("description", 1024, between(0, 1e15), "B",
               "size of the message that starts a task, besides its input and its image"),
          real("result", 1024, between(0, 1e15), "B", "size of the message that brings its result")};
}

Rules pool_rules(ActorContext& context) {
  const auto& given = context.parameters();
  auto rules = given_rules(given);
  rules.plans_ends =
      given.text("execution") == "planned" && context.simulation().transport() == Transport::instant;
  return rules;
}

} // namespace malha::ownership

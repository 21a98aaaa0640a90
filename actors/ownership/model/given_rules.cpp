// SPDX-License-Identifier: MIT
#include "given_rules.hpp"

#include "policies/sdk/errors.hpp"

namespace malha::ownership {
namespace {

/// Throws InputError unless the parameter lies in [0, period).
Seconds part_of_period(const Parameters& given, const char* name) {
  const Seconds part = given.real(name);
  if (part >= given.real("period"))
    throw InputError("parameter '" + std::string(name) + "' is " + given.text(name) +
                     " s; valid: less than period, " + given.text("period") + " s");
  return part;
}

} // namespace

Rules given_rules(const Parameters& given) {
  Rules rules;
  rules.period = given.real("period");
  rules.phase = part_of_period(given, "phase");
  rules.offset = part_of_period(given, "offset");
  rules.submission_delay = given.real("submission_delay");
  rules.detection_delay = given.real("detection_delay");
  rules.checkpoints = given.text("checkpoint") == "on";
  rules.checkpoint_cost = given.real("checkpoint_cost");
  rules.shares.in_speed = given.text("share_unit") == "speed";
  rules.shares.owner_loses_outage = given.text("dead") == "owner";
  rules.shares.guarantee = given.real("guarantee") / 100;
  rules.shares.guarantee_of_unused = given.text("guarantee_of") == "unused";
  return rules;
}

} // namespace malha::ownership

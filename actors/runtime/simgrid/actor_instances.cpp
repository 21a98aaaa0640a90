// SPDX-License-Identifier: MIT
#include "actor_instances.hpp"

#include "policies/sdk/numbers.hpp"
#include "receiver.hpp"

#include <algorithm>

namespace malha {

bool ActorInstances::only_daemons_are_left() const {
  return std::all_of(all_.begin(), all_.end(),
                     [](const ActorInstance& one) { return one.ended || one.is_daemon(); });
}

bool ActorInstances::is_deployed(const std::string& actor) const {
  return std::any_of(all_.begin(), all_.end(),
                     [&](const ActorInstance& one) { return one.self().descriptor->name == actor; });
}

bool ActorInstances::has_ended(const ActorInstance& one) const {
  const auto& replaced_by = one.self().descriptor->yields_to;
  return one.ended || one.is_daemon() ||
         (one.lost < never && !replaced_by.empty() && is_deployed(replaced_by));
}

bool ActorInstances::have_ended() const {
  return std::all_of(all_.begin(), all_.end(), [this](const ActorInstance& one) { return has_ended(one); });
}

bool ActorInstances::wait() const {
  return std::all_of(all_.begin(), all_.end(), [this](const ActorInstance& one) {
    return has_ended(one) || one.context->waits_for != nullptr;
  });
}

std::string ActorInstances::who_waits(const std::string& transport) const {
  constexpr int most = 5;
  std::string report;
  int waiting = 0;
  bool is_for_messages = false;
  for (const auto& one : all_) {
    if (one.ended || one.lost < never || one.is_daemon() || ++waiting > most)
      continue;
    const auto blocked_on = one.actor->blocked_on();
    is_for_messages |= blocked_on.empty() && one.context->waits_for != nullptr &&
                       one.context->waits_for->rfind(waits_for_message, 0) == 0;
    report += "; " + one.self().mailbox + " waits for " +
              (!blocked_on.empty()      ? blocked_on
               : one.context->waits_for ? *one.context->waits_for
                                        : "something of its own");
  }
  if (waiting > most)
    report += "; … " + std::to_string(waiting - most) + " more";
  return is_for_messages ? report + who_did_not_start(transport) : report;
}

/// "; `<actor>` (11 hosts) has nothing to do …" for actors whose messages others may wait for in vain.
std::string ActorInstances::who_did_not_start(const std::string& transport) const {
  std::map<std::string, int> idle; // by name
  for (const auto& one : all_)
    if (const auto& actor = *one.self().descriptor;
        one.is_idle && !actor.is_environment && actor.name != "workload/submitter") // its jobs are read
      ++idle[actor.name];
  std::string report;
  for (const auto& [name, hosts] : idle)
    report += "; " + name + " (" + std::to_string(hosts) + (hosts == 1 ? " host" : " hosts") +
              ") has nothing to do under transport=" + transport + ", and was not started";
  return report;
}

std::string ActorInstances::who_was_lost(const PlatformSource& platform) const {
  for (const auto& one : all_)
    if (const auto& self = one.self(); one.lost < never && !one.is_daemon())
      return "; " + self.mailbox + " was lost at t=" + shortest(one.lost) + " s with its host '" +
             self.host->get_name() + "', which was switched off" +
             switched_by(platform, self.host->get_name());
  return "";
}

} // namespace malha

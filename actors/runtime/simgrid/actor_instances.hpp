// SPDX-License-Identifier: MIT
#pragma once
#include "actor.hpp"
#include "actors/runtime/plan/plan.hpp"

#include <deque>

namespace malha {

/// An actor of a run, and how far it is.
struct ActorInstance {
  std::unique_ptr<ActorContext> context;
  std::unique_ptr<Actor> actor;
  bool ended = false;
  bool is_idle = false; ///< it has nothing to do in this run, and was not started
  Seconds lost = never; ///< the date at which its host was switched off

  const Peer& self() const { return context->self(); }
  bool is_daemon() const { return self().descriptor->daemon; }
};

/// The actors of a run, and why those that have not ended do not go on.
class ActorInstances {
public:
  ActorInstance& add() { return all_.emplace_back(); }
  std::deque<ActorInstance>& all() { return all_; }
  const std::deque<ActorInstance>& all() const { return all_; }

  bool only_daemons_are_left() const;
  /// Whether each actor has ended, or need not end: daemons, and actors that were lost and are replaced.
  bool have_ended() const;
  /// Whether each actor that has not ended waits for something that it names.
  bool wait() const;

  /// "; <actor> was lost …" for the first actor that ended with its host; "" if none did.
  std::string who_was_lost(const PlatformSource& platform) const;
  /// "; `<actor>` waits for …" for the first few actors that have not ended.
  std::string who_waits(const std::string& transport) const;

private:
  bool has_ended(const ActorInstance& one) const;
  bool is_deployed(const std::string& actor) const;
  std::string who_did_not_start(const std::string& transport) const;

  std::deque<ActorInstance> all_;
};

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/model.hpp"
#include "actors/model/submission.hpp"
#include "actors/runtime/simgrid/local_users.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "actors/runtime/simgrid/s4u.hpp"

namespace malha::cluster {

// A batch scheduler with allocation=shared: several jobs share a host. Each host has `mpl` slots, and a job
// takes at most one of them.

/// Adds the parameters of shared hosts to those of a scheduler.
std::vector<ParameterSpec> with_sharing(std::vector<ParameterSpec> parameters);

/// The memory of a host, from its property `memory` in bytes; `unlimited` without the property. Throws
/// InputError if it is no number above 0.
Bytes memory_on(const simgrid::s4u::Host& host);

/// Whether jobs share hosts.
bool shares_nodes(const ActorContext& context);

/// The slots of a host; 1 if jobs do not share hosts.
int slots_of_host(const ActorContext& context);

/// If jobs share hosts, throws InputError unless execution=exec, no host may fail, and the policy gives each
/// parallel task of a job a host of its own.
void check_sharing(ActorContext& context, bool policy_places_tasks);

/// The hosts of these nodes as shared machines, with the slots and memory that the parameters allow.
SharedMachines shared_machines(const ActorContext& context, const std::vector<simgrid::s4u::Host*>& nodes);

/// From the UserWatch of a scheduler to the scheduler: local users have come or left.
struct UsersChanged {
  static constexpr const char* kind = "users_changed";
  Seconds date;
  Bytes size() const { return 1; }
};

/// Tells a scheduler the local users of its hosts as monitors see them: which hosts have an active user, and
/// the memory that such a user takes by LocalProfile.
class UserWatch {
public:
  /// `nodes` has the host of each node of the book.
  UserWatch(ActorContext& context, const std::vector<simgrid::s4u::Host*>& nodes);
  UserWatch(const UserWatch&) = delete;
  UserWatch& operator=(const UserWatch&) = delete;

  /// Starts an actor that sends the scheduler a message at each change from now on.
  void open();
  /// Sets the local users of the model if they have changed since the last call.
  void show(Model& model);

private:
  const LocalUsers& users_;
  std::vector<const simgrid::s4u::Host*> hosts_; ///< by machine
  Address<EntryMessage, std::variant<UsersChanged>> scheduler_;
  simgrid::s4u::SemaphorePtr alarm_; ///< null until the scheduler runs
  bool have_changed_ = true;         ///< since the last call of `show`; true before the first
};

} // namespace malha::cluster

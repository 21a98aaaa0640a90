// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/model.hpp"
#include "actors/model/submission.hpp"
#include "actors/runtime/simgrid/local_users.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "actors/runtime/simgrid/s4u.hpp"

namespace malha::cluster {

// A batch scheduler with allocation=shared: several jobs share a host, which has `mpl` slots.

/// Adds the parameters of shared hosts to those of a scheduler.
std::vector<ParameterSpec> with_sharing(std::vector<ParameterSpec> parameters);

/// Whether jobs share hosts.
bool shares_nodes(const ActorContext& context);

/// The slots of a host; 1 if jobs do not share hosts.
int slots_of_host(const ActorContext& context);

/// Throws InputError if the ends of jobs that share hosts would be planned, if hosts may fail, or if the
/// policy does not give each task a host of its own.
void check_sharing(ActorContext& context, bool policy_places_tasks);

/// The hosts of these nodes, each host a machine, and the social contract of the parameters.
SharedMachines shared_machines(const ActorContext& context, const std::vector<simgrid::s4u::Host*>& nodes);

/// To the scheduler from itself: local users have come or left.
struct UsersChanged {
  static constexpr const char* kind = "users_changed";
  Seconds date;
  Bytes size() const { return 1; }
};

/// Reports the local users of its hosts to a scheduler, as monitors do: who is active, with nominal figures.
class UserWatch {
public:
  /// `nodes` has the host of each node of the book.
  UserWatch(ActorContext& context, const std::vector<simgrid::s4u::Host*>& nodes);
  UserWatch(const UserWatch&) = delete;
  UserWatch& operator=(const UserWatch&) = delete;

  /// Notifies the running scheduler of changes from now on, by messages to itself.
  void open();
  /// Sets the local users of the model if they have changed.
  void show(Model& model);

private:
  const LocalUsers& users_;
  std::vector<const simgrid::s4u::Host*> hosts_; ///< by machine
  Address<EntryMessage, std::variant<UsersChanged>> scheduler_;
  simgrid::s4u::SemaphorePtr alarm_; ///< null until the scheduler runs
  bool have_changed_ = true;
};

} // namespace malha::cluster

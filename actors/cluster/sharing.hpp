// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/model.hpp"
#include "actors/runtime/simgrid/local_users.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "actors/runtime/simgrid/submission.hpp"

#include <simgrid/s4u.hpp>

namespace malha::cluster {

// What a batch scheduler does with allocation=shared: several jobs share a host, which has `mpl` slots.

/// Adds the parameters for that to those of a scheduler.
std::vector<ParameterSpec> with_sharing(std::vector<ParameterSpec> parameters);

/// Whether jobs share hosts.
bool shares_nodes(const ActorContext& context);

/// The slots of a host; 1 where jobs do not share hosts.
int slots_of_host(const ActorContext& context);

/// Throws InputError where the ends of jobs that share hosts would be planned, where hosts may go, or where
/// the policy does not give each task a host of its own.
void check_sharing(ActorContext& context, bool policy_places_tasks);

/// The hosts of these nodes, each host a machine, and the social contract of the parameters.
SharedMachines shared_machines(const ActorContext& context, const std::vector<simgrid::s4u::Host*>& nodes);

/// To the scheduler from itself: local users have come or gone.
struct UsersChanged {
  static constexpr const char* kind = "users_changed";
  Seconds date;
  Bytes size() const { return 1; }
};

/// Shows a scheduler the local users of its hosts, as their monitors do: nominal figures, and who is there.
class UserWatch {
public:
  /// `nodes` has the host of each node of the book.
  UserWatch(ActorContext& context, const std::vector<simgrid::s4u::Host*>& nodes);
  UserWatch(const UserWatch&) = delete;
  UserWatch& operator=(const UserWatch&) = delete;

  /// From now on the running scheduler is told of changes, by messages to itself.
  void open();
  /// Shows who is there now, where that has changed.
  void show(Model& model);

private:
  const LocalUsers& users_;
  std::vector<const simgrid::s4u::Host*> hosts_; ///< by machine
  Address<EntryMessage, std::variant<UsersChanged>> scheduler_;
  simgrid::s4u::SemaphorePtr alarm_; ///< null until the scheduler runs
  bool have_changed_ = true;
};

} // namespace malha::cluster

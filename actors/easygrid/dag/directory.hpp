// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/transferred_bytes.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/stage.hpp"
#include "model/application.hpp"
#include "model/messages.hpp"

namespace malha::easygrid::dag {

inline constexpr const char* host_manager = "easygrid/dag_host_manager";
inline constexpr const char* site_manager = "easygrid/dag_site_manager";
inline constexpr const char* global_manager = "easygrid/dag_global_manager";

inline Seconds now() { return simgrid::s4u::Engine::get_clock(); }

/// What the managers of an application share besides messages: the application itself, which carries them.
class Directory {
public:
  /// The directory of the simulation. Throws InputError if a site has no host, or a host no site.
  static Directory& of(ActorContext& context);

  explicit Directory(Stage& stage);

  /// Counts data of tasks of DAGs that leave for another host.
  void count_data(ActorContext& from, const Peer& to, Bytes bytes) const;
  /// Counts the data that those of the tasks take along which are of DAGs.
  void count_data(ActorContext& from, const Peer& to, const std::vector<Moving>& tasks) const;

  Application application;
  /// The hosts of a site, by number; sites have the numbers of their managers.
  std::vector<int> hosts_of(int site) const;
};

} // namespace malha::easygrid::dag

// SPDX-License-Identifier: MIT
#pragma once
#include "policies/easygrid/balance.hpp"

namespace malha::easygrid {

inline constexpr Bytes tag_size = 1;
inline constexpr Bytes real_size = 8;

inline Bytes package_size(const std::vector<Task>& tasks) {
  Bytes size = tag_size;
  for (const auto& task : tasks)
    size += task.input;
  return size;
}

/// The load that a host or a site reports: cp and ert of a host (tonelli2010, eqs. 4.2 and 2.3), tcp and mean
/// ert of a site (eqs. 2.5 and 2.4).
struct Load {
  FlopsPerSecond power = 0;
  Seconds ert = 0;
};

/// Computes the load of a host by eqs. 4.2 and 2.3. Its ert is 0 if no task is ready, and infinite if tasks
/// are ready and the power is 0.
Load load_of_host(FlopsPerSecond power, Flops ready_work, bool has_ready);
/// Computes the load of a site by eqs. 2.4 and 2.5. A host with ready tasks and no power (ert infinite) is
/// left out of the mean, as from eq. 4.5; if no other host of the site has power, the site's ert is infinite.
Load load_of_site(const std::vector<ChildLoad>& hosts);

/// The order in which a host keeps its ready tasks: lightest first; among equals, the highest id first.
inline bool comes_first(const Task& a, const Task& b) {
  return a.work != b.work ? a.work < b.work : a.id > b.id;
}

} // namespace malha::easygrid

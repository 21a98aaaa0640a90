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

/// What a host or a site shows of itself. For a host these are cp and ert (tonelli2010, eqs. 4.2 and 2.3),
/// for a site tcp and mean ert (eqs. 2.5 and 2.4).
struct Load {
  FlopsPerSecond power = 0;
  Seconds ert = 0;
};

/// Eqs. 4.2 and 2.3, with ert = 0 when no task is ready and infinite when some are but no power is seen.
Load load_of_host(FlopsPerSecond power, Flops ready_work, bool has_ready);
/// Eqs. 2.4 and 2.5. A host with ready tasks and no power (ert infinite) is left out of the mean, as it is
/// from eq. 4.5; a site of which no other host has power shows itself as such a host does.
Load load_of_site(const std::vector<ChildLoad>& hosts);

/// The order in which a host keeps its ready tasks: lightest first; among equals, the highest id first.
inline bool comes_first(const Task& a, const Task& b) {
  return a.work != b.work ? a.work < b.work : a.id > b.id;
}

} // namespace malha::easygrid

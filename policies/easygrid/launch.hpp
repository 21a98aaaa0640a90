// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "policies/sdk/plugin.hpp"

namespace malha::easygrid {

struct LaunchView {
  Seconds now;
  const std::vector<Task>& ready; ///< lightest first, among equals the highest id first
  int running;                    ///< number of application tasks that run on this host
  int slots;                      ///< nt: the most application tasks that may run at once on this host
  int external_loads;             ///< number of CPU-bound processes of others on this host
  int cores;
};

/// Which ready tasks start now? The answer has positions in LaunchView::ready, at most `slots - running` of
/// them.
class Launch : public Policy {
public:
  static constexpr const char* question = "easygrid/launch";
  virtual std::vector<std::size_t> launch(const LaunchView& view) = 0;

protected:
  /// The heaviest tasks, one for each free slot. Light tasks are kept, because they are easier to
  /// redistribute (tonelli2010, section 4.2.2).
  static std::vector<std::size_t> heaviest(const LaunchView& view) {
    std::vector<std::size_t> chosen;
    for (auto next = view.ready.size();
         next > 0 && view.running + static_cast<int>(chosen.size()) < view.slots;)
      chosen.push_back(--next);
    return chosen;
  }
};

} // namespace malha::easygrid

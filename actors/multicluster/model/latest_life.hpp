// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>

namespace malha::multicluster {

/// The latest life of a meta-scheduler whose host fails and recovers, as a cluster knows it.
class LatestLife {
public:
  /// Whether that life is over, since a message of a later life has come.
  bool is_over(int life) {
    latest_ = std::max(latest_, life);
    return life < latest_;
  }

private:
  int latest_ = 0;
};

} // namespace malha::multicluster

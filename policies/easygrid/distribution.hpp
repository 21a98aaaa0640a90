// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "policies/sdk/plugin.hpp"

namespace malha::easygrid {

/// The weight of a child: its part of the tasks is in proportion to it. At the start the weight is the
/// child's computing power (tonelli2010, eq. 4.4), later the weight from a balance policy (eq. 4.8). A child
/// is a host below a site manager, or a site below a global manager.
struct Share {
  int child;
  double weight; ///< above 0
};

struct DistributionView {
  Seconds now;
  const std::vector<Task>& tasks;     ///< by id; the answer has positions in this list
  const std::vector<Share>& children; ///< by child
};

struct Placement {
  std::size_t task; ///< position in DistributionView::tasks
  int child;
};

/// Which child gets which tasks? Every task is placed once, on a child of the view.
class Distribution : public Policy {
public:
  static constexpr const char* question = "easygrid/distribution";
  virtual std::vector<Placement> distribute(const DistributionView& view) = 0;
};

} // namespace malha::easygrid

// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/plugin.hpp"
#include "policies/sdk/quantities.hpp"

#include <vector>

namespace malha::easygrid {

/// A task of another site that a site would take.
struct WantedTask {
  TaskId task;
  int site;             ///< where it is
  Seconds finish_there; ///< ft: its end there, as the site last expected it
  Seconds finish_here;  ///< its end in the site that would take it, as that site expects it
  Seconds last_moved;   ///< date of its last move between sites; before 0: it has not moved
};

struct MediationView {
  Seconds now;
  int site;                              ///< the site that would take tasks
  const std::vector<WantedTask>& wanted; ///< by task
};

/// Which tasks of other sites does a site get? The answer has positions in MediationView::wanted. For DAGs
/// the global scheduler starts no events of its own: it mediates when the scheduler of a site asks
/// (tonelli2010, section 2.1.3, which has no rule for the choice).
class Mediation : public Policy {
public:
  static constexpr const char* question = "easygrid/mediation";
  virtual std::vector<std::size_t> choose(const MediationView& view) = 0;
};

} // namespace malha::easygrid

// SPDX-License-Identifier: MIT
// A cluster takes jobs while its queue does not fill up: while they come less often than the queue moves on.
// The rate at which it moves on is the number of jobs in it by the waiting time that is estimated for the job
// (M-CISNE, section 4.5.2, equations 4.8 and 4.9).
#include "offered_jobs.hpp"

namespace malha::multicluster {
namespace {

class Saturation : public Limit {
public:
  explicit Saturation(const Parameters& parameters) : offered_(parameters.integer("window")) {}

  Admitted admit(const LimitView& view) override {
    if (!view.estimated_wait) {
      offered_.add(view);
      return view.waiting == 0 ? Admitted::yes : Admitted::wants_estimate;
    }
    const auto arrivals = offered_.rate(view.now);
    return !arrivals || *arrivals * *view.estimated_wait < static_cast<double>(view.waiting) ? Admitted::yes
                                                                                             : Admitted::no;
  }

private:
  OfferedJobs offered_;
};

} // namespace

MALHA_POLICY(policy<Saturation>("multicluster/saturation",
                                "takes jobs while they come less often than the queue moves on",
                                "M-CISNE, section 4.5.2", {window_parameter()}))

} // namespace malha::multicluster

// SPDX-License-Identifier: MIT
// A cluster takes jobs while its queue is stable: while they come less often than it can serve them
// (M-CISNE, section 4.5.1, equations 4.6 and 4.7). The source takes 1 / mean execution time as the rate of
// service, which leaves out that a cluster runs several jobs at once (rate=literal). By default that is
// multiplied by the number of jobs that run now. An empty queue always takes a job, since otherwise a cluster
// that once refused might refuse for ever.
#include "offered_jobs.hpp"

#include <algorithm>

namespace malha::multicluster {
namespace {

class Stability : public Limit {
public:
  explicit Stability(const Parameters& parameters)
      : offered_(parameters.integer("window")), is_literal_(parameters.text("rate") == "literal") {}

  Admitted admit(const LimitView& view) override {
    offered_.add(view);
    const auto arrivals = offered_.rate(view.now);
    if (view.waiting == 0 || view.ended == 0 || !arrivals || !(view.executed > 0))
      return Admitted::yes;
    const double mean_execution = view.executed / static_cast<double>(view.ended);
    const auto servers = is_literal_ ? 1 : std::max<std::int64_t>(1, view.running);
    return *arrivals * mean_execution < static_cast<double>(servers) ? Admitted::yes : Admitted::no;
  }

private:
  OfferedJobs offered_;
  const bool is_literal_;
};

} // namespace

MALHA_POLICY(policy<Stability>("multicluster/stability",
                               "takes jobs while they come less often than the cluster serves them",
                               "M-CISNE, section 4.5.1",
                               {window_parameter(),
                                choice("rate", "running", {"running", "literal"},
                                       "the cluster serves as many jobs at once as run now, or one")}))

} // namespace malha::multicluster

// SPDX-License-Identifier: MIT
// A fixed number of jobs may wait in the queue of a cluster (M-CISNE, section 4.4). The thesis tries 1 to 4
// and no limit.
#include "policies/multicluster/limit.hpp"

namespace malha::multicluster {
namespace {

class StaticLimit : public Limit {
public:
  explicit StaticLimit(const Parameters& parameters) : limit_(parameters.integer("limit")) {}

  Admitted admit(const LimitView& view) override {
    return limit_ == 0 || view.waiting < limit_ ? Admitted::yes : Admitted::no;
  }

private:
  const std::int64_t limit_;
};

} // namespace

MALHA_POLICY(policy<StaticLimit>("multicluster/static_limit", "takes jobs while fewer than `limit` wait",
                                 "M-CISNE, section 4.4",
                                 {integer("limit", 0, between(0, 1'000'000), "jobs",
                                          "most jobs that may wait in the queue of a cluster; 0: no limit")}))

} // namespace malha::multicluster

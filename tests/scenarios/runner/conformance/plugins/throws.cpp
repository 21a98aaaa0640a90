// SPDX-License-Identifier: MIT
// Throws when a cluster is idle.
#include "policies/multicluster/limit.hpp"

#include <stdexcept>

namespace malha::multicluster {
namespace {

class Throws : public Limit {
public:
  explicit Throws(const Parameters& parameters) : running_(parameters.integer("running")) {}

  Admitted admit(const LimitView& view) override {
    if (view.running == running_)
      throw std::runtime_error("nothing runs like this");
    return Admitted::yes;
  }

private:
  std::int64_t running_;
};

} // namespace
} // namespace malha::multicluster

MALHA_POLICY(malha::policy<malha::multicluster::Throws>(
    "bad/throws", "takes every job", "",
    {malha::integer("running", 2, malha::between(1, 4), "count", "jobs under which it throws")}))

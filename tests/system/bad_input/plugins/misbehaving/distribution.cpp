// SPDX-License-Identifier: MIT
// A distribution policy that gives every task to the first child, but for the rule that its parameter breaks.
#include "policies/easygrid/distribution.hpp"

#include <stdexcept>

namespace malha::easygrid {
namespace {

class MisbehavingDistribution : public Distribution {
public:
  explicit MisbehavingDistribution(const Parameters& parameters) : does_(parameters.text("does")) {}

  std::vector<Placement> distribute(const DistributionView& view) override {
    if (does_ == "throw")
      throw std::runtime_error("no idea where to");
    std::vector<Placement> placements;
    for (std::size_t task = 0; task < view.tasks.size(); ++task)
      placements.push_back({task, view.children.front().child});
    if (does_ == "twice")
      placements.back().task = 0;
    else if (does_ == "forget")
      placements.pop_back();
    else
      placements.back().child = 7;
    return placements;
  }

private:
  std::string does_;
};

} // namespace

MALHA_POLICY(policy<MisbehavingDistribution>(
    "misbehaving/distribution", "breaks a rule", "",
    {choice("does", {}, {"twice", "forget", "unknown_child", "throw"}, "what it does")}))

} // namespace malha::easygrid

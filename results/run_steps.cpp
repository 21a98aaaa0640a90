// SPDX-License-Identifier: MIT
#include "run_steps.hpp"

#include <algorithm>

namespace malha {

std::vector<RunSteps::Step> RunSteps::take() {
  std::sort(changes_.begin(), changes_.end(),
            [](const Change& a, const Change& b) { return a.time < b.time; });
  std::vector<Step> steps;
  for (const auto& one : changes_) {
    const Step before = steps.empty() ? Step{one.time, 0, 0} : steps.back();
    if (steps.empty() || before.time < one.time)
      steps.push_back({one.time, before.waiting, before.slots});
    steps.back().waiting += one.waiting;
    steps.back().slots += one.slots;
  }
  changes_.clear();
  return steps;
}

} // namespace malha

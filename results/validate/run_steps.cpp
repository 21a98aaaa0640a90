// SPDX-License-Identifier: MIT
#include "run_steps.hpp"

#include <algorithm>

namespace malha {

void RunSteps::each(const std::function<void(const Step&)>& take) {
  std::sort(changes_.begin(), changes_.end(),
            [](const Change& a, const Change& b) { return a.time < b.time; });
  Step step{0, 0, 0};
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    const auto& change = changes_[i];
    step = {change.time, step.waiting + change.waiting, step.slots + change.slots};
    const bool is_last_of_date = i + 1 == changes_.size() || changes_[i + 1].time > step.time;
    if (is_last_of_date)
      take(step);
  }
}

} // namespace malha

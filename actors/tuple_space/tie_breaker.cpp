// SPDX-License-Identifier: MIT
#include "tie_breaker.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/stage.hpp"

#include <algorithm>

namespace malha::tuple_space {

namespace s4u = simgrid::s4u;

TieBreaker::TieBreaker(Stage& simulation) : simulation_(simulation) {
  for (std::size_t i = 0; i < simulation.peers("tuple_space/resource").size(); ++i)
    gates_.push_back(s4u::Semaphore::create(0));
}

void TieBreaker::take(Seconds date, int resource) {
  waiting_.emplace(date, resource);
  if (chooses_ == nobody)
    chooses_ = resource;
  else
    gates_[static_cast<std::size_t>(resource)]->acquire();
  auto& end_of_date = EndOfDate::of(simulation_);
  for (end_of_date.wait_for(Turn::decides); waiting_.begin()->second != resource;
       end_of_date.wait_for(Turn::decides)) {
    hand_over();
    gates_[static_cast<std::size_t>(resource)]->acquire();
  }
  waiting_.erase(waiting_.begin());
}

void TieBreaker::hand_over() {
  if (waiting_.empty()) {
    chooses_ = nobody;
    return;
  }
  chooses_ = waiting_.begin()->second;
  gates_[static_cast<std::size_t>(chooses_)]->release();
}

void TieBreaker::done(int resource) {
  if (chooses_ == resource)
    hand_over();
}

void TieBreaker::forget(int resource) {
  const auto waits =
      std::find_if(waiting_.begin(), waiting_.end(), [&](const auto& one) { return one.second == resource; });
  if (waits != waiting_.end())
    waiting_.erase(waits);
  done(resource);
  gates_[static_cast<std::size_t>(resource)] =
      s4u::Semaphore::create(0); // a turn that was granted after the crash is dropped
}

} // namespace malha::tuple_space

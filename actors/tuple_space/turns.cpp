// SPDX-License-Identifier: MIT
#include "turns.hpp"

#include <algorithm>

namespace malha::tuple_space {

Turns::Turns(int resources, int rounds) : rounds_(rounds) {
  for (int i = 0; i < resources; ++i)
    gates_.push_back(simgrid::s4u::Semaphore::create(0));
}

void Turns::take(Seconds date, int resource) {
  expected_.erase(resource);
  waiting_.emplace(date, resource);
  ++arrivals_;
  if (chooses_ == nobody)
    chooses_ = resource;
  else
    gates_[static_cast<std::size_t>(resource)]->acquire();
  for (settle(); waiting_.begin()->second != resource; settle()) {
    hand_over();
    gates_[static_cast<std::size_t>(resource)]->acquire();
  }
  waiting_.erase(waiting_.begin());
}

void Turns::settle() const {
  for (int quiet = 0; quiet < rounds_;) {
    const auto arrivals = arrivals_;
    simgrid::s4u::this_actor::yield();
    quiet = arrivals == arrivals_ && expected_.empty() ? quiet + 1 : 0;
  }
}

void Turns::hand_over() {
  if (waiting_.empty()) {
    chooses_ = nobody;
    return;
  }
  chooses_ = waiting_.begin()->second;
  gates_[static_cast<std::size_t>(chooses_)]->release();
}

void Turns::done(int resource) {
  if (chooses_ == resource)
    hand_over();
}

void Turns::forget(int resource) {
  expected_.erase(resource);
  const auto waits =
      std::find_if(waiting_.begin(), waiting_.end(), [&](const auto& one) { return one.second == resource; });
  if (waits != waiting_.end())
    waiting_.erase(waits);
  done(resource);
}

} // namespace malha::tuple_space

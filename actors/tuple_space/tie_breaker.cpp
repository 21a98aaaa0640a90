// SPDX-License-Identifier: MIT
#include "tie_breaker.hpp"

#include <algorithm>

namespace malha::tuple_space {
namespace {

namespace s4u = simgrid::s4u;

constexpr Seconds near = 1e-6; // a planned date and the clock differ by far less

} // namespace

TieBreaker::TieBreaker(Stage& simulation, Seconds detection_delay)
    : simulation_(simulation), detection_delay_(detection_delay) {
  for (std::size_t i = 0; i < simulation.peers("tuple_space/resource").size(); ++i)
    gates_.push_back(s4u::Semaphore::create(0));
}

void TieBreaker::take(Seconds date, int resource) {
  expected_.erase(resource);
  waiting_.emplace(date, resource);
  ++arrivals_;
  if (chooses_ == nobody)
    chooses_ = resource;
  else
    gates_[static_cast<std::size_t>(resource)]->acquire();
  for (wait_until_settled(); waiting_.begin()->second != resource; wait_until_settled()) {
    hand_over();
    gates_[static_cast<std::size_t>(resource)]->acquire();
  }
  waiting_.erase(waiting_.begin());
}

void TieBreaker::wait_until_settled() {
  settle_for([this] { return rounds_now(); },
             [this, before = arrivals_]() mutable {
               return std::exchange(before, arrivals_) != arrivals_ || !expected_.empty();
             });
}

QuietRounds TieBreaker::rounds_now() {
  if (hosts_may_switch_now())
    return QuietRounds::of_crashes;
  return stirred_ == s4u::Engine::get_clock() ? QuietRounds::of_answers : QuietRounds::of_messages;
}

bool TieBreaker::hosts_may_switch_now() {
  if (simulation_.hosts_may_return() || simulation_.has_state_profiles())
    return true;
  if (!crashes_)
    crashes_ = dates_of_crashes();
  const Seconds now = s4u::Engine::get_clock();
  const auto next = std::lower_bound(crashes_->begin(), crashes_->end(), now - near);
  return next != crashes_->end() && *next <= now + near;
}

std::vector<Seconds> TieBreaker::dates_of_crashes() const {
  std::vector<Seconds> dates;
  for (const auto& resource : simulation_.peers("tuple_space/resource"))
    if (const Seconds crash = PlannedCrashes::of(simulation_).date_of(*resource.host); crash != never) {
      dates.push_back(crash);
      dates.push_back(crash + detection_delay_);
    }
  std::sort(dates.begin(), dates.end());
  return dates;
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
  expected_.erase(resource);
  const auto waits =
      std::find_if(waiting_.begin(), waiting_.end(), [&](const auto& one) { return one.second == resource; });
  if (waits != waiting_.end())
    waiting_.erase(waits);
  done(resource);
  gates_[static_cast<std::size_t>(resource)] = s4u::Semaphore::create(0); // its turn may have come too late
}

} // namespace malha::tuple_space

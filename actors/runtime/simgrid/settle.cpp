// SPDX-License-Identifier: MIT
#include "settle.hpp"

#include "kernel.hpp"
#include "stage.hpp"

#include <simgrid/s4u.hpp>

namespace malha {

namespace s4u = simgrid::s4u;

class EndOfDate::Waiting {
public:
  Waiting(EndOfDate& date, Turn turn)
      : date_(date), place_(date.waiting_
                                .emplace(Key(turn, static_cast<long>(s4u::this_actor::get_pid())),
                                         s4u::Semaphore::create(0))
                                .first) {
    date_.plan_next_turn();
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  /// Others may wait for the next turn, or for this one again. It also runs where the actor is killed.
  ~Waiting() {
    date_.waiting_.erase(place_);
    date_.plan_next_turn();
  }

  void wait() {
    const auto gate = place_->second;
    gate->acquire();
  }

private:
  EndOfDate& date_;
  const std::map<Key, s4u::SemaphorePtr>::iterator place_;
};

/// The run may end before the date does.
EndOfDate::~EndOfDate() {
  if (planned_ != nullptr)
    kernel::cancel(planned_);
}

EndOfDate& EndOfDate::of(Stage& simulation) { return simulation.shared<EndOfDate>("end of the date"); }

void EndOfDate::wait_for(Turn turn) { Waiting(*this, turn).wait(); }

/// Plans the next turn from an actor, not from the timer itself: SimGrid would call a timer that the timer
/// plans at once.
void EndOfDate::plan_next_turn() {
  if (waiting_.empty() || planned_ != nullptr)
    return;
  planned_ = kernel::call_at_end_of_date([this] { call_next_turn(); });
}

void EndOfDate::call_next_turn() {
  planned_ = nullptr;
  if (waiting_.empty())
    return;
  const Turn turn = waiting_.begin()->first.first;
  for (const auto& [key, gate] : waiting_)
    if (key.first == turn)
      gate->release();
}

} // namespace malha

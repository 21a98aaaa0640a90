// SPDX-License-Identifier: MIT
#pragma once
#include <simgrid/s4u.hpp>

#include <map>
#include <utility>

namespace simgrid::kernel::timer {
class Timer;
} // namespace simgrid::kernel::timer

namespace malha {

class Stage;

/// Who goes on at the end of a date, when nobody else has anything left to do at it. An actor of an earlier
/// turn goes before those of a later one, and they wait again for what it does.
enum class Turn {
  takes_news,   ///< who takes what has come: messages, ends of tasks, switches of hosts
  hands_over,   ///< a meta-scheduler, which has heard of all ends
  decides,      ///< a scheduler below it, which has got all jobs of this date
  sees_the_rest ///< a meta-scheduler that looks at what the schedulers below have left
};

/// The actors that wait for the end of the present date. SimGrid runs the actors of one date in rounds, as
/// many as they need: an actor that waits for several activities needs a round for each that has ended. A
/// timer of SimGrid for the present date comes when no round is left, and nothing else is due at that date.
class EndOfDate {
public:
  EndOfDate() = default;
  EndOfDate(const EndOfDate&) = delete;
  EndOfDate& operator=(const EndOfDate&) = delete;
  ~EndOfDate();

  /// That of a simulation, for which its actors wait together.
  static EndOfDate& of(Stage& simulation);

  /// Waits until nobody else has anything to do at this date but those who wait for the same or a later turn.
  void wait_for(Turn turn);

private:
  /// An actor that waits, until it goes on or is killed.
  class Waiting;
  using Key = std::pair<Turn, long>; ///< the second is the number of the actor

  void plan_next_turn();
  void call_next_turn();

  std::map<Key, simgrid::s4u::SemaphorePtr> waiting_;
  simgrid::kernel::timer::Timer* planned_ = nullptr; ///< for the next turn; SimGrid deletes it when it comes
};

/// Waits for the turn until `news` returns false: it takes what has come meanwhile, and returns whether
/// anything has.
template <class News>
void settle(Stage& simulation, Turn turn, News news) {
  auto& date = EndOfDate::of(simulation);
  do {
    date.wait_for(turn);
  } while (news());
}

} // namespace malha

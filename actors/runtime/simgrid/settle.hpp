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

/// The order in which actors go on at the end of a date, when no other actor has anything left to do at it.
/// An actor of an earlier turn goes before those of a later one, and they wait again for what it does.
enum class Turn {
  takes_news,   ///< an actor that takes what has come: messages, ends of tasks, switches of hosts
  hands_over,   ///< a meta-scheduler, which knows all ends of this date
  decides,      ///< a scheduler below it, which has received all jobs of this date
  sees_the_rest ///< a meta-scheduler that looks at what the schedulers below have left
};

/// The actors that wait for the end of the present date: until each crash, the actor that it wakes, its
/// detection and the next owner of the lost task are through. SimGrid runs the actors of one date in as many
/// rounds as they need. A timer of SimGrid for the present date fires when no round is left and nothing else
/// is due at that date.
class EndOfDate {
public:
  EndOfDate() = default;
  EndOfDate(const EndOfDate&) = delete;
  EndOfDate& operator=(const EndOfDate&) = delete;
  ~EndOfDate();

  /// The end of the date of a simulation, for which its actors wait together.
  static EndOfDate& of(Stage& simulation);

  /// Waits until only actors that wait for the same or a later turn have anything left to do at this date.
  void wait_for(Turn turn);

private:
  /// An actor that waits, until its turn comes or it is killed.
  class Waiting;
  using Key = std::pair<Turn, long>; ///< the second is the number of the actor

  void plan_next_turn();
  void call_next_turn();

  std::map<Key, simgrid::s4u::SemaphorePtr> waiting_;
  simgrid::kernel::timer::Timer* planned_ = nullptr; ///< for the next turn; SimGrid deletes it when it fires
};

/// Waits for the turn again and again until `news` returns false. `news` takes what has come meanwhile, and
/// returns whether anything has.
template <class News>
void settle(Stage& simulation, Turn turn, News news) {
  auto& date = EndOfDate::of(simulation);
  do {
    date.wait_for(turn);
  } while (news());
}

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include <simgrid/s4u.hpp>

namespace malha {

/// How many rounds of the simulation must pass at one date without news before an actor believes that all has
/// happened that happens at that date. Each case has the least number in which the next piece of news comes.
enum class QuietRounds {
  of_messages = 1, ///< messages that were sent, and tasks whose resources end them, are seen in one round
  of_answers = 3,  ///< an answer of the tuple space wakes a client, which writes
  of_switches = 3, ///< a host that goes is followed by the next in fewer
  of_crashes = 8   ///< a crash, what it wakes, its detection, and whoever gets what was lost
};

/// Lets all other actors run at this date until `news`, which takes what has come and answers whether
/// anything has, answers no for so many rounds. `rounds` is asked before each.
template <class Rounds, class News>
void settle_for(Rounds rounds, News news) {
  for (int quiet = 0; quiet < static_cast<int>(rounds());) {
    simgrid::s4u::this_actor::yield();
    quiet = news() ? 0 : quiet + 1;
  }
}

/// The same with one number of rounds.
template <class News>
void settle(QuietRounds rounds, News news) {
  settle_for([rounds] { return rounds; }, news);
}

} // namespace malha

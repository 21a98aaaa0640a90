// SPDX-License-Identifier: MIT
#pragma once
#include <simgrid/s4u.hpp>

namespace malha {

/// How many rounds of SimGrid must pass at one date without news until that date is settled: all that happens
/// at it has happened. Each case has the smallest number in which the next piece of news always comes.
enum class QuietRounds {
  /// Messages are seen one round after they are sent; so are the ends of tasks that resources report.
  of_messages = 1,
  of_answers = 3,         ///< an answer of the tuple space wakes a client, which then writes
  of_switches = 3,        ///< when several hosts are switched, the next follows within fewer rounds
  of_meta_schedulers = 4, ///< ends on nodes at this date, which reach it through their schedulers
  of_clusters = 8,        ///< the meta-scheduler hears of ends, lets its date settle, and hands jobs over
  of_decisions = 12,      ///< clusters that hear of jobs, let their date settle, and tell of starts
  of_crashes = 8          ///< a crash, whom it wakes, its detection, and whoever gets what was lost
};

/// Lets all other actors run at this date until it is settled. `news` takes what has come, and returns
/// whether anything has. The date is settled when `news` returns false in as many rounds in a row as `rounds`
/// gives. `rounds` is asked again before each round.
template <class Rounds, class News>
void settle_for(Rounds rounds, News news) {
  for (int quiet = 0; quiet < static_cast<int>(rounds());) {
    simgrid::s4u::this_actor::yield();
    quiet = news() ? 0 : quiet + 1;
  }
}

/// Does the same with one number of rounds.
template <class News>
void settle(QuietRounds rounds, News news) {
  settle_for([rounds] { return rounds; }, news);
}

} // namespace malha

// SPDX-License-Identifier: MIT
// The clock of a run, for actors that look ahead.
#include "actors/runtime/simgrid/run_clock.hpp"
#include "tests/actors/support/scripted_run.hpp"

#include <simgrid/s4u.hpp>

#include <random>

namespace malha::testing {
namespace run_clock_test {

namespace s4u = simgrid::s4u;

/// Dates that rise by 1 ns to 10^6 s, with all their binary digits, and some that stand still.
std::vector<Seconds> rising_dates() {
  std::mt19937_64 random(1);
  std::vector<Seconds> dates;
  for (Seconds date = 0; dates.size() < 2000;) {
    const double exponent = std::uniform_real_distribution<>(-9, 6)(random);
    if (random() % 8 != 0)
      date += std::pow(10, exponent);
    dates.push_back(date);
  }
  return dates;
}

void act(const ScriptedRun::Script& script) {
  ScriptedRun run(Settings{{"hosts", "1"}});
  run.entry("test/actor", "host-0", script);
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
}

// A sleep in SimGrid and a look ahead to the same date end at the same date, to the last digit. Both sleeps
// are semaphores with a timeout, as in HostWatch.
TEST(LookAhead, EndsWhereASleepEnds) {
  act([](ActorContext&) {
    std::vector<Seconds> seen;
    for (const Seconds date : rising_dates()) {
      run_clock.look_ahead(date);
      seen.push_back(run_clock.now());
    }
    EXPECT_EQ(s4u::Engine::get_clock(), 0);
    const auto nobody = s4u::Semaphore::create(0);
    std::size_t next = 0;
    for (const Seconds date : rising_dates()) {
      if (date > s4u::Engine::get_clock())
        nobody->acquire_timeout(date - s4u::Engine::get_clock());
      EXPECT_EQ(s4u::Engine::get_clock(), seen[next]) << "date " << next;
      ++next;
    }
  });
}

// 7 s are looked ahead, then slept, then 2 s more are slept.
TEST(LookAhead, IsCaughtUpBySimGrid) {
  act([](ActorContext&) {
    run_clock.look_ahead(7);
    EXPECT_EQ(s4u::Engine::get_clock(), 0);
    run_clock.catch_up();
    EXPECT_EQ(s4u::Engine::get_clock(), 7);
    EXPECT_EQ(run_clock.now(), 7);
    s4u::this_actor::sleep_for(2);
    EXPECT_EQ(run_clock.now(), 9);
    run_clock.catch_up(); // there is nothing to catch up
    EXPECT_EQ(s4u::Engine::get_clock(), 9);
  });
}

/// From 1 µs to 10^9 s, each two to four times the one before.
std::vector<Seconds> growing_dates() {
  std::mt19937_64 random(1);
  std::vector<Seconds> dates;
  for (Seconds date = 1e-6; date < 1e9; date *= std::uniform_real_distribution<>(2, 4)(random))
    dates.push_back(date);
  return dates;
}

// SimGrid then stands at the very date to which the actor has looked ahead, in two steps each time. One sleep
// over both would miss three of the dates in the last digit.
TEST(LookAhead, IsCaughtUpToTheLastDigit) {
  act([](ActorContext&) {
    for (const Seconds date : growing_dates()) {
      run_clock.look_ahead(0.9 * date);
      run_clock.look_ahead(date);
      const Seconds reached = run_clock.now();
      run_clock.catch_up();
      EXPECT_EQ(s4u::Engine::get_clock(), reached);
    }
  });
}

TEST(LookAhead, NeverGoesBack) {
  act([](ActorContext&) {
    run_clock.look_ahead(7);
    run_clock.look_ahead(3);
    EXPECT_EQ(run_clock.now(), 7);
  });
}

} // namespace run_clock_test
} // namespace malha::testing

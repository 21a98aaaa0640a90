// SPDX-License-Identifier: MIT
// Managers that crash at any date, without a simulation: no task is lost, none counts twice.
#include "manager_world.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

namespace malha::easygrid::testing {
namespace managers_test {

/// Longer than any run here: 20 managers that wait 15 s for each other on both levels, and 60 tasks of 20 s
/// one after the other.
constexpr Seconds long_enough = 5000;

/// Random grids of 1 to 4 sites with 1 to 5 hosts, and bags of up to 60 tasks.
ManagerWorld::Setup random_setup(std::mt19937_64& random) {
  const auto whole = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  ManagerWorld::Setup setup;
  for (int site = 0, sites = whole(1, 4); site < sites; ++site)
    for (int host = 0, hosts = whole(1, 5); host < hosts; ++host)
      setup.site_of.push_back(site);
  setup.crashes.assign(setup.site_of.size(), never);
  Seconds submitted = 0;
  for (int task = 0, tasks = whole(0, 60); task < tasks; ++task) {
    if (whole(0, 20) == 0)
      submitted += whole(1, 40);
    setup.tasks.emplace_back(submitted, whole(1, 20));
  }
  return setup;
}

/// Crashes that many of the managers, but not all.
void crash_some(ManagerWorld::Setup& setup, std::size_t number, std::mt19937_64& random) {
  std::vector<std::size_t> managers(setup.crashes.size());
  for (std::size_t i = 0; i < managers.size(); ++i)
    managers[i] = i;
  std::shuffle(managers.begin(), managers.end(), random);
  number = std::min(number, managers.size() - 1);
  for (std::size_t i = 0; i < number; ++i)
    setup.crashes[managers[i]] = std::uniform_real_distribution<Seconds>(0, 120)(random);
}

void expect_all_counted(const ManagerWorld& world, std::size_t tasks, std::uint64_t seed) {
  EXPECT_TRUE(world.has_finished()) << "seed " << seed << ": " << world.counted().size() << " of " << tasks;
  EXPECT_EQ(world.counted().size(), tasks) << "seed " << seed;
  EXPECT_FALSE(world.has_lied()) << "seed " << seed;
}

TEST(ManagersProperties, WithoutCrashesEachTaskRunsOnce) {
  int moved = 0, moved_between_sites = 0;
  for (std::uint64_t seed = 0; seed < malha::testing::scaled<std::uint64_t>(300); ++seed) {
    std::mt19937_64 random(seed);
    const auto setup = random_setup(random);
    ManagerWorld world(setup, seed);
    world.live(long_enough);
    expect_all_counted(world, setup.tasks.size(), seed);
    EXPECT_EQ(world.starts(), std::vector<int>(setup.tasks.size(), 1)) << "seed " << seed;
    EXPECT_EQ(world.totals().sites_taken_over + world.totals().grids_taken_over + world.totals().given_up, 0);
    moved += world.totals().events_accepted;
    moved_between_sites += world.totals().grid_events_accepted;
  }
  EXPECT_GT(moved, 100);
  EXPECT_GT(moved_between_sites, 100);
}

TEST(ManagersProperties, WithCrashesEachTaskCountsOnceWhileOneManagerLives) {
  Model::Output totals;
  int twice = 0;
  for (std::uint64_t seed = 0; seed < malha::testing::scaled<std::uint64_t>(3000); ++seed) {
    std::mt19937_64 random(seed);
    auto setup = random_setup(random);
    crash_some(setup, std::uniform_int_distribution<std::size_t>(1, setup.crashes.size())(random), random);
    ManagerWorld world(setup, seed);
    world.live(long_enough);
    expect_all_counted(world, setup.tasks.size(), seed);
    totals.sites_taken_over += world.totals().sites_taken_over;
    totals.grids_taken_over += world.totals().grids_taken_over;
    totals.given_up += world.totals().given_up;
    for (const int ends : world.ends())
      twice += ends > 1;
  }
  EXPECT_GT(totals.sites_taken_over, 1000);
  EXPECT_GT(totals.grids_taken_over, 1000);
  EXPECT_GT(totals.given_up, 1000);
  EXPECT_GT(twice, 10);
  RecordProperty("tasks_that_ended_twice", twice);
}

// Messages take up to 12 s, and a manager is taken to be down after 15 s of silence: it may send every 5 s
// and be silent for 17. So managers that are there are replaced, and host managers given up.
TEST(ManagersProperties, WithWrongSuspicionsEachTaskCountsOnce) {
  Model::Output totals;
  for (std::uint64_t seed = 0; seed < malha::testing::scaled<std::uint64_t>(500); ++seed) {
    std::mt19937_64 random(seed);
    auto setup = random_setup(random);
    setup.longest_message = 12;
    crash_some(setup, seed % 3, random);
    ManagerWorld world(setup, seed);
    world.live(long_enough);
    expect_all_counted(world, setup.tasks.size(), seed);
    if (seed % 3 > 0)
      continue;
    totals.sites_taken_over += world.totals().sites_taken_over;
    totals.grids_taken_over += world.totals().grids_taken_over;
    totals.given_up += world.totals().given_up;
  }
  EXPECT_GT(totals.sites_taken_over, 5);
  EXPECT_GT(totals.grids_taken_over, 5);
  EXPECT_GT(totals.given_up, 5);
}

/// A bug that the world must find: what messages become.
using Bug = std::function<void(ManagerMessage& message)>;

/// Whether some of 100 runs with crashes shows it.
template <class Shows>
bool is_found(const Bug& bug, const Shows& shows) {
  for (std::uint64_t seed = 0; seed < malha::testing::scaled<std::uint64_t>(100); ++seed) {
    std::mt19937_64 random(seed);
    auto setup = random_setup(random);
    crash_some(setup, 2, random);
    ManagerWorld world(setup, seed, [&](int, int, ManagerMessage& message) {
      bug(message);
      return true;
    });
    world.live(long_enough);
    if (shows(world))
      return true;
  }
  return false;
}

bool never_ends(const ManagerWorld& world) { return !world.has_finished(); }

TEST(Managers, ASiteManagerThatForgetsATaskIsFound) {
  EXPECT_TRUE(is_found(
      [](ManagerMessage& message) {
        auto* package = std::get_if<Package>(&message);
        if (package != nullptr && package->level == Level::grid && package->tasks.size() > 3)
          package->tasks.pop_back();
      },
      never_ends));
}

TEST(Managers, AHostThatJoinsAndHidesWhatHasEndedIsFound) {
  EXPECT_TRUE(is_found(
      [](ManagerMessage& message) {
        if (auto* news = std::get_if<News>(&message); news != nullptr && news->level == Level::site)
          news->ended.clear();
      },
      never_ends));
}

TEST(Managers, AHostThatReportsTheEndOfWhatItOnlyHasIsFound) {
  EXPECT_TRUE(is_found(
      [](ManagerMessage& message) {
        if (auto* joining = std::get_if<Joining>(&message); joining != nullptr)
          for (const auto task : joining->held)
            joining->ended.push_back({task, joining->from});
      },
      [](const ManagerWorld& world) { return world.has_lied(); }));
}

} // namespace managers_test
} // namespace malha::easygrid::testing

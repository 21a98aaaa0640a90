// SPDX-License-Identifier: MIT
#pragma once
#include "reference_pool_metrics.hpp"

#include <stdexcept>
#include <string>

/// The scenarios of the study, as pools.
namespace malha::testing::reference_pool {

/// What one user submits: `count` tasks, with the lengths taken in turn.
struct Bag {
  std::size_t count;
  std::vector<double> lengths; ///< s
  double submitted;
};

/// Machines of 1 Gflop/s, first those of the first user. shares[u] and bags[u] are those of user u.
inline Input pool_of(const std::vector<std::size_t>& shares, const std::vector<Bag>& bags) {
  constexpr double speed = 1e9;
  Input input;
  input.users = bags.size();
  for (std::size_t user = 0; user < bags.size(); ++user) {
    input.machines.insert(input.machines.end(), shares[user], Machine{speed, user});
    for (std::size_t task = 0; task < bags[user].count; ++task) {
      const double length = bags[user].lengths[task % bags[user].lengths.size()];
      input.tasks.push_back({user, length * speed, bags[user].submitted});
    }
  }
  return input;
}

/// User 1 fills the machines, and user 2 wants his half of them.
inline Input actuation(std::size_t machines) {
  const std::size_t half = machines / 2;
  return pool_of({half, half}, {{machines, {300}, 0}, {half, {300}, 60}});
}

/// Two users with 10 machines each.
inline Input two_users(const Bag& first, const Bag& second) { return pool_of({10, 10}, {first, second}); }

inline Input two_equal_users(std::size_t count, const std::vector<double>& lengths, double second_comes) {
  return two_users({count, lengths, 0}, {count, lengths, second_comes});
}

inline Input four_users(const std::vector<std::size_t>& shares, const std::vector<double>& lengths) {
  return pool_of(shares, {{15, lengths, 0}, {15, lengths, 100}, {15, lengths, 200}, {15, lengths, 210}});
}

/// Throws std::invalid_argument for a name that no scenario has.
inline Input scenario(const std::string& name) {
  const std::vector<double> mixed{600, 1800, 3600};
  if (name == "osep-a1-actuation-10m")
    return actuation(10);
  if (name == "osep-a1-actuation-20m")
    return actuation(20);
  if (name == "osep-a1-actuation-40m")
    return actuation(40);
  if (name == "osep-a2-demand-below-share")
    return two_equal_users(5, {300}, 60);
  if (name == "osep-a2-demand-equal-share")
    return two_equal_users(10, {300}, 60);
  if (name == "osep-a3-demand-2x-share")
    return two_equal_users(20, {300}, 60);
  if (name == "osep-a3-demand-3x-share")
    return two_equal_users(30, {300}, 60);
  if (name == "osep-a4-uneven-demand")
    return two_users({20, {300}, 0}, {2, {300}, 60});
  if (name == "osep-a5-short-tasks")
    return two_equal_users(30, {600}, 300);
  if (name == "osep-a6-medium-tasks")
    return two_equal_users(30, {1800}, 300);
  if (name == "osep-a7-long-tasks")
    return two_equal_users(30, {3600}, 300);
  if (name == "osep-a8-mixed-tasks")
    return two_equal_users(30, mixed, 300);
  if (name == "osep-a8-long-first")
    return two_users({20, {3600}, 0}, {5, {600}, 300});
  if (name == "osep-a8-short-first")
    return two_users({20, {600}, 0}, {5, {3600}, 300});
  if (name == "osep-a9-equal-shares-same-tasks")
    return four_users({5, 5, 5, 5}, {600});
  if (name == "osep-a9-equal-shares-mixed-tasks")
    return four_users({5, 5, 5, 5}, mixed);
  if (name == "osep-a10-unequal-shares-same-tasks")
    return four_users({6, 8, 3, 3}, {600});
  if (name == "osep-a10-unequal-shares-mixed-tasks")
    return four_users({6, 8, 3, 3}, mixed);
  throw std::invalid_argument("no scenario is called " + name);
}

/// Turns the pool into one of the study's three runs: osep, osep-ckpt or fair-share.
inline void choose_run(Input& input, const std::string& run) {
  input.checkpoint = run == "osep-ckpt";
  if (run == "fair-share") {
    input.preemption = Preemption::none;
    input.negotiation = Negotiation::fair_share;
  } else if (run != "osep" && run != "osep-ckpt") {
    throw std::invalid_argument("no run is called " + run);
  }
}

/// The mean of `metric(input, output)` over the phases 0, 2 … 18 s of a period of 20 s.
template <class Metric>
double mean_over_phases(Input input, const Metric& metric) {
  constexpr int phases = 10;
  double sum = 0;
  for (int i = 0; i < phases; ++i) {
    input.phase = 2 * i;
    sum += metric(input, simulate(input));
  }
  return sum / phases;
}

} // namespace malha::testing::reference_pool

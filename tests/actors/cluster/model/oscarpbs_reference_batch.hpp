// SPDX-License-Identifier: MIT
#pragma once
#include "oscarpbs_reference_insertion.hpp"

#include <cstdint>
#include <random>

namespace malha::testing {

/// Percentages of jobs, or of fragments, but for the last two: the longest pause between two bursts and the
/// longest walltime.
struct OscarMix {
  int qos = 20, emergency = 10, fixed = 15, exclusive = 15;
  int pause = 80, walltime = 200;
};

namespace oscar {

/// The engine's numbers are the same everywhere; the distributions of the standard library are not.
class Dice {
public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  /// From the lowest to the highest, both included.
  int roll(int lowest, int highest) {
    const auto sides = static_cast<std::uint64_t>(highest - lowest + 1);
    return lowest + static_cast<int>(engine_() % sides);
  }
  bool percent(int chance) { return roll(1, 100) <= chance; }

private:
  std::mt19937_64 engine_;
};

/// Without any push, so with pushes as well.
inline bool fits_empty_cluster(const std::vector<int>& machine_cpus, const OscarJob& job) {
  OscarSettings settings;
  settings.push = false;
  Tables tables(machine_cpus, {job}, settings);
  return Insertion(tables, 0, 0, Power::none).run();
}

inline OscarFragment random_fragment(Dice& dice, const std::vector<int>& machine_cpus, const OscarMix& mix) {
  const int machine = dice.roll(0, static_cast<int>(machine_cpus.size()) - 1);
  const int most = machine_cpus[static_cast<std::size_t>(machine)];
  const int cpus = dice.roll(1, dice.percent(60) ? (most + 1) / 2 : most);
  const bool fixed = dice.percent(mix.fixed);
  return {cpus, fixed ? machine : -1, dice.percent(mix.exclusive)};
}

/// Up to five fragments; a single small one when chance gives no job that fits the empty cluster.
inline std::vector<OscarFragment> random_fragments(Dice& dice, const std::vector<int>& machine_cpus,
                                                   const OscarMix& mix) {
  for (int attempt = 0; attempt < 10; ++attempt) {
    OscarJob job{0, 0, 1, 1};
    const int count = dice.percent(45) ? 1 : dice.roll(2, 5);
    const OscarFragment model = random_fragment(dice, machine_cpus, mix);
    const bool alike = dice.percent(40);
    for (int i = 0; i < count; ++i)
      job.fragments.push_back(alike ? model : random_fragment(dice, machine_cpus, mix));
    if (fits_empty_cluster(machine_cpus, job))
      return job.fragments;
  }
  return {{1}};
}

inline OscarPowers random_powers(Dice& dice) {
  const int chance = dice.percent(30) ? 100 : 50;
  OscarPowers powers{};
  for (bool* power :
       {&powers.critical_starve_allocated, &powers.qos_allocated, &powers.emergency_allocated,
        &powers.common_running, &powers.starve_running, &powers.qos_running, &powers.emergency_running})
    *power = dice.percent(chance);
  return powers;
}

/// From the submission on: too short for any start, exact, tight or loose.
inline int random_time_to_deadline(Dice& dice, int walltime) {
  if (dice.percent(5))
    return dice.roll(1, walltime);
  if (dice.percent(10))
    return walltime;
  return dice.percent(30) ? walltime + dice.roll(0, 40) : walltime * dice.roll(2, 6) + dice.roll(0, 9);
}

inline OscarJob random_job(Dice& dice, const std::vector<int>& machine_cpus, const OscarMix& mix) {
  const int walltime =
      dice.percent(50) ? 10 * dice.roll(1, std::max(1, mix.walltime / 10)) : dice.roll(1, mix.walltime);
  OscarJob job{0, 0, static_cast<double>(walltime), static_cast<double>(walltime)};
  if (dice.percent(40))
    job.run_time = dice.roll(1, walltime);
  job.fragments = random_fragments(dice, machine_cpus, mix);
  const int service = dice.roll(1, 100);
  if (service <= mix.qos + mix.emergency) {
    job.service = service <= mix.qos ? 'Q' : 'E';
    job.deadline = random_time_to_deadline(dice, walltime); // after the submission
  }
  if (job.service == 'E')
    job.powers = random_powers(dice);
  return job;
}

} // namespace oscar

/// Jobs 1, 2, ... in the order of submission, in bursts of up to six of which some are alike. All dates are
/// integers, so sums of them are exact. Every job fits the empty cluster.
inline std::vector<OscarJob> random_oscar_batch(std::uint64_t seed, int jobs,
                                                const std::vector<int>& machine_cpus,
                                                const OscarMix& mix = {}) {
  oscar::Dice dice(seed);
  std::vector<OscarJob> batch;
  double date = 0;
  while (static_cast<int>(batch.size()) < jobs) {
    const int burst = std::min(dice.roll(1, 6), jobs - static_cast<int>(batch.size()));
    const bool alike = dice.percent(50), at_once = dice.percent(50);
    const OscarJob model = oscar::random_job(dice, machine_cpus, mix);
    for (int i = 0; i < burst; ++i) {
      OscarJob job = alike ? model : oscar::random_job(dice, machine_cpus, mix);
      job.id = static_cast<long>(batch.size()) + 1;
      job.submitted = date;
      job.deadline += date;
      batch.push_back(job);
      date += at_once ? 0 : dice.roll(0, 5);
    }
    date += dice.roll(0, mix.pause);
  }
  return batch;
}

} // namespace malha::testing

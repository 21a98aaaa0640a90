// SPDX-License-Identifier: MIT
#pragma once
#include "emergency.hpp"
#include "policies/cluster/queue.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace malha::cluster::oscarpbs {

/// The class of a job. A common job that waits too long becomes a starve job.
enum class Class { common, starve, qos, emergency };

/// The state of a job. An allocated job has machines and dates reserved.
enum class State { candidate, allocated, running };

/// A fragment, and where it lies in the tables.
struct Fragment {
  static constexpr int nowhere = -1;

  int cpus;
  int named;      ///< machine of a fixed fragment; QueuedFragment::free for a free one
  bool exclusive; ///< no other fragment of its job may lie on its machine
  int machine = nowhere;
  std::uint64_t inserted = 0; ///< grows with every insertion into a machine
  std::uint64_t stuck = 0;    ///< when no other machine had room for it, see Tables::is_stuck

  bool is_fixed() const { return named != QueuedFragment::free; }
};

/// A job as OscarPBS keeps it (thesis, Fig. 5.20). All its fragments share its dates.
struct Job {
  JobHandle handle = 0;
  TaskId id = 0; ///< in order of submission
  Seconds submitted = 0;
  Seconds walltime = 0;
  Seconds length = 0; ///< time that it takes in the tables: walltime and its tolerance
  int size = 0;       ///< CPUs
  double weight = 0;  ///< in CPU s (equation 5.1)
  Class kind = Class::common;
  State state = State::candidate;
  Seconds start = 0; ///< of no meaning for a candidate
  Seconds deadline = never;
  Powers powers;
  std::vector<Fragment> fragments; ///< as requested
  /// Positions in `fragments`: fixed fragments, then free ones in the order of the settings.
  std::vector<std::size_t> by_priority;
  int deallocations = 0;      ///< how many reservations stronger jobs took from it as a starve job
  bool has_exclusive = false; ///< some fragment is exclusive
  bool critical = false;      ///< it is a starve job that has lost as many reservations as it may
  bool due = false;           ///< it starts in this cycle
  bool is_new = true;         ///< no cycle has tried to allocate it yet
  const char* why = "";       ///< reason code of its start

  Seconds end() const { return start + length; }
};

/// Orders jobs by submission.
struct ById {
  bool operator()(const Job* a, const Job* b) const { return a->id < b->id; }
};
using Jobs = std::set<Job*, ById>;

/// Orders light jobs before heavy ones, ties by submission.
struct ByWeight {
  bool operator()(const Job* a, const Job* b) const {
    return a->weight != b->weight ? a->weight < b->weight : a->id < b->id;
  }
};

/// The order in which the free fragments of a job get their machines. The thesis has `smallest`, and other
/// orders as its future work (section 7.2). The other two are ours: `largest` since large fragments find room
/// on few machines, so that small ones should not be in their way (first fit decreasing, Johnson 1973);
/// `request` costs no sorting.
enum class FragmentOrder { smallest, largest, request };

/// How fragments find machines, and whether they push others.
struct Placing {
  /// How many pushes may follow from one another. 0: none; 1: those of the thesis, to a machine that has
  /// room.
  int push_levels = 1;
  /// A fragment goes to the machine with the most free space instead of the least. It keeps many machines
  /// partly free, and leaves fewer of them wholly free (ours).
  bool spread = false;
  FragmentOrder order = FragmentOrder::smallest;
};

/// Parameters for which the thesis gives no value.
struct Settings {
  Seconds tolerance = 0; ///< time by which a job may outlive its walltime in the tables
  /// FF of equation 5.1: how many times as heavy a CPU of a fixed fragment weighs.
  double fixed_weight = 2;
  int deallocation_limit = 3; ///< reservations that a starve job may lose before it is critical
  bool starve = true;         ///< whether common jobs become starve jobs
  Seconds starve_tolerance = 1800;
  Seconds max_suspension = 600; ///< longest time between two cycles while a job waits
  Placing placing;
};

/// The weight of a job in CPU s (equation 5.1): walltime x (CPUs of free fragments + FF x CPUs of fixed
/// ones).
inline double weight_of(const Job& job, double fixed_weight) {
  double cpus = 0;
  for (const auto& fragment : job.fragments)
    cpus += fragment.is_fixed() ? fixed_weight * fragment.cpus : fragment.cpus;
  return job.walltime * cpus;
}

/// How long a job without a walltime is planned to run: 30 years.
inline constexpr Seconds longest_plan = 30.0 * 365 * 24 * 3600;

/// P3: makes a candidate from the request of a job.
inline Job candidate_of(const QueuedJob& queued, const Settings& settings) {
  Job job;
  job.handle = queued.handle;
  job.id = queued.id;
  job.submitted = queued.submitted;
  job.walltime = std::min(queued.walltime, longest_plan);
  job.length = job.walltime + settings.tolerance;
  job.size = queued.size;
  for (const auto& fragment : fragments_of(queued)) {
    job.fragments.push_back({fragment.cpus, fragment.machine, fragment.exclusive});
    job.has_exclusive = job.has_exclusive || fragment.exclusive;
  }
  if (const auto* request = queued.request; request != nullptr) {
    job.kind = request->service == ServiceClass::qos         ? Class::qos
               : request->service == ServiceClass::emergency ? Class::emergency
                                                             : Class::common;
    job.deadline = request->deadline;
    job.powers = powers_in(request->extensions);
  }
  job.by_priority.resize(job.fragments.size());
  std::iota(job.by_priority.begin(), job.by_priority.end(), std::size_t{0});
  const int sign = settings.placing.order == FragmentOrder::smallest  ? 1
                   : settings.placing.order == FragmentOrder::largest ? -1
                                                                      : 0;
  std::stable_sort(job.by_priority.begin(), job.by_priority.end(), [&](auto a, auto b) {
    const auto &one = job.fragments[a], &other = job.fragments[b];
    return one.is_fixed() != other.is_fixed() ? one.is_fixed()
                                              : !one.is_fixed() && sign * one.cpus < sign * other.cpus;
  });
  job.weight = weight_of(job, settings.fixed_weight);
  return job;
}

/// Whether a fragment of the job may lie on the machine, given where the others lie and which are exclusive.
inline bool is_eligible(const Job& job, std::size_t fragment, int machine) {
  for (std::size_t other = 0; job.has_exclusive && other < job.fragments.size(); ++other)
    if (other != fragment && job.fragments[other].machine == machine &&
        (job.fragments[other].exclusive || job.fragments[fragment].exclusive))
      return false;
  return true;
}

} // namespace malha::cluster::oscarpbs

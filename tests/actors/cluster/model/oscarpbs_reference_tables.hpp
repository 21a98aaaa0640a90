// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <stdexcept>
#include <vector>

/// Jobs and tables of the plain OscarPBS scheduler (Cunha, OSCAR-PBS, master's dissertation, UFF, 2013),
/// which is slow and obvious, to compare others with. It shares no code with them. Every comparison of dates
/// is exact, every interval half-open. P and REC numbers: the algorithms and rulings listed in
/// oscarpbs_reference.hpp.
namespace malha::testing {

/// CPUs of one machine; machine -1 is free: any machine. An exclusive one is alone of its job on its machine.
struct OscarFragment {
  int cpus;
  int machine = -1;
  bool exclusive = false;
};

/// Whom an emergency job may remove in its last resort, besides ordinary starve jobs that do not run yet.
struct OscarPowers {
  bool critical_starve_allocated, qos_allocated, emergency_allocated, common_running, starve_running,
      qos_running, emergency_running;
};

/// service: 'C' common, 'Q' QoS, 'E' emergency; the last two have a finite deadline.
struct OscarJob {
  long id;
  double submitted, walltime, run_time;
  char service = 'C';
  double deadline = std::numeric_limits<double>::infinity();
  std::vector<OscarFragment> fragments{};
  OscarPowers powers{};
};

struct OscarSettings {
  double tolerance = 0, fixed_weight = 2;
  int deallocation_limit = 3;
  bool starve = true;
  double starve_tolerance = 1800, max_suspension = 600;
  bool push = true;
};

namespace oscar {

using Job = std::size_t; // its place in the order of (submitted, id): the later of two has the higher number

/// Whom an insertion may remove (P20).
enum class Power { none, starves, younger_starves, everyone };

/// starve: a common job that waited too long; it stays one.
enum class Service { common, starve, qos, emergency };

/// allocated: has machines and a start, does not run yet.
enum class Stage { arriving, candidate, allocated, running, ended, dropped };

/// machine -1: in no table. number: its place in the order of all insertions into machines (REC-7).
struct Part {
  int machine = -1;
  long number = 0;
};

struct Entry {
  Service service = Service::common;
  Stage stage = Stage::arriving;
  bool fresh = false; // requested in this cycle
  double start = 0;
  int deallocations = 0, kills = 0;
  std::vector<Part> parts; // one for each fragment
};

/// One fragment of a job.
struct Piece {
  Job job;
  std::size_t fragment;
};

/// A piece in the table of a machine.
struct Held {
  Piece piece;
  double from, to;
  int cpus;
};

/// A stretch of time in which a machine holds the same fragments.
struct Stretch {
  double from, to;
  double length() const { return to - from; }
};

/// What a rollback brings back.
struct State {
  std::vector<Entry> entries;
  long insertions;
};

/// Who is where and when, and what follows from it. A job's pieces are on machines while it is allocated or
/// running, and one by one while it is being inserted.
struct Tables {
  std::vector<int> machine_cpus;
  std::vector<OscarJob> jobs;
  OscarSettings settings;
  std::vector<Entry> entries;
  long insertions = 0;

  Tables(const std::vector<int>& machines, const std::vector<OscarJob>& all, const OscarSettings& chosen)
      : machine_cpus(machines), jobs(all), settings(chosen), entries(all.size()) {
    for (Job job = 0; job < jobs.size(); ++job) {
      entries[job].parts.resize(jobs[job].fragments.size());
      if (jobs[job].service != 'C')
        entries[job].service = jobs[job].service == 'Q' ? Service::qos : Service::emergency;
    }
  }

  State state() const { return {entries, insertions}; }

  void restore(const State& before) {
    entries = before.entries;
    insertions = before.insertions;
  }

  int machines() const { return static_cast<int>(machine_cpus.size()); }
  int cpus_of(int machine) const { return machine_cpus[static_cast<std::size_t>(machine)]; }
  const OscarFragment& fragment(Piece piece) const { return jobs[piece.job].fragments[piece.fragment]; }
  Part& part(Piece piece) { return entries[piece.job].parts[piece.fragment]; }
  const Part& part(Piece piece) const { return entries[piece.job].parts[piece.fragment]; }

  double length(Job job) const { return jobs[job].walltime + settings.tolerance; }
  double end(Job job) const { return entries[job].start + length(job); }

  bool placed(Job job) const {
    return entries[job].stage == Stage::allocated || entries[job].stage == Stage::running;
  }

  void take_out(Job job) {
    for (Part& part : entries[job].parts)
      part.machine = -1;
  }

  void put(Piece piece, int machine) { part(piece) = {machine, ++insertions}; }

  int total_cpus(Job job) const {
    int cpus = 0;
    for (const OscarFragment& fragment : jobs[job].fragments)
      cpus += fragment.cpus;
    return cpus;
  }

  // What a machine holds.

  std::vector<Held> held(int machine) const {
    std::vector<Held> all;
    for (Job job = 0; job < entries.size(); ++job)
      for (std::size_t i = 0; i < entries[job].parts.size(); ++i)
        if (entries[job].parts[i].machine == machine)
          all.push_back({{job, i}, entries[job].start, end(job), jobs[job].fragments[i].cpus});
    return all;
  }

  /// A stretch is never cut by a fragment, so its first instant speaks for all of it.
  std::vector<Held> held(int machine, const Stretch& stretch) const {
    std::vector<Held> those;
    for (const Held& one : held(machine))
      if (one.from <= stretch.from && stretch.from < one.to)
        those.push_back(one);
    return those;
  }

  /// The interval of the job, cut wherever a fragment on the machine begins or ends.
  std::vector<Stretch> stretches(int machine, Job job) const {
    std::set<double> cuts{entries[job].start, end(job)};
    for (const Held& one : held(machine))
      for (const double date : {one.from, one.to})
        if (date > entries[job].start && date < end(job))
          cuts.insert(date);
    std::vector<Stretch> all;
    for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut)
      all.push_back({*cut, *std::next(cut)});
    return all;
  }

  int free_cpus(int machine, const Stretch& stretch) const {
    int cpus = cpus_of(machine);
    for (const Held& one : held(machine, stretch))
      cpus -= one.cpus;
    return cpus;
  }

  /// How many CPUs the fragment lacks there and then (P23).
  int need(Piece piece, int machine, const Stretch& stretch) const {
    return std::max(0, fragment(piece).cpus - free_cpus(machine, stretch));
  }

  /// The stretches in which it lacks any.
  std::vector<Stretch> lacking(Piece piece, int machine) const {
    std::vector<Stretch> those;
    for (const Stretch& stretch : stretches(machine, piece.job))
      if (need(piece, machine, stretch) > 0)
        those.push_back(stretch);
    return those;
  }

  /// Whether the other fragments of its job on the machine and this one may be together.
  bool compatible(Piece piece, int machine) const {
    for (std::size_t other = 0; other < entries[piece.job].parts.size(); ++other)
      if (other != piece.fragment && part({piece.job, other}).machine == machine &&
          (fragment(piece).exclusive || fragment({piece.job, other}).exclusive))
        return false;
    return true;
  }

  // Who can give way.

  bool pushable(Piece piece) const {
    return settings.push && fragment(piece).machine < 0 && entries[piece.job].stage != Stage::running;
  }

  bool critical(Job job) const { return entries[job].deallocations >= settings.deallocation_limit; }

  /// Whether the one may be removed for the other, which has its start already (P20).
  bool removable(Job job, Job inserted, Power power) const {
    const Entry& entry = entries[job];
    if (job == inserted || !placed(job))
      return false;
    const bool ordinary =
        entry.stage == Stage::allocated && entry.service == Service::starve && !critical(job);
    switch (power) {
    case Power::none:
      return false;
    case Power::starves:
      return ordinary;
    case Power::younger_starves:
      return ordinary && entry.start > entries[inserted].start && job > inserted;
    case Power::everyone:
      return ordinary || allowed(jobs[inserted].powers, job);
    }
    throw std::logic_error("no such power");
  }

  bool allowed(const OscarPowers& powers, Job job) const {
    const bool running = entries[job].stage == Stage::running;
    switch (entries[job].service) {
    case Service::common:
      return running && powers.common_running;
    case Service::starve:
      return running ? powers.starve_running : critical(job) && powers.critical_starve_allocated;
    case Service::qos:
      return running ? powers.qos_running : powers.qos_allocated;
    case Service::emergency:
      return running ? powers.emergency_running : powers.emergency_allocated;
    }
    throw std::logic_error("no such service");
  }

  /// Table 5.6: what a machine costs whose only removable job is this one. Critical or not is the same there.
  int increment(Job job) const {
    const bool running = entries[job].stage == Stage::running;
    switch (entries[job].service) {
    case Service::common:
      return 8;
    case Service::starve:
      return running ? 16 : 1;
    case Service::qos:
      return running ? 32 : 2;
    case Service::emergency:
      return running ? 64 : 4;
    }
    throw std::logic_error("no such service");
  }

  /// Table 5.7: who is removed before whom.
  int rank(Job job) const {
    const bool running = entries[job].stage == Stage::running;
    switch (entries[job].service) {
    case Service::common:
      return 4;
    case Service::starve:
      return running ? 5 : critical(job) ? 1 : 0;
    case Service::qos:
      return running ? 6 : 2;
    case Service::emergency:
      return running ? 7 : 3;
    }
    throw std::logic_error("no such service");
  }

  /// Whether at every instant of [start, start + length) the CPUs that are free or of removable jobs are as
  /// many as the job asks for in all, machine boundaries aside (P19).
  bool enough_cpus(Job job, double start, Power power) const {
    std::vector<double> dates{start};
    for (Job other = 0; other < entries.size(); ++other)
      if (placed(other) && entries[other].start > start && entries[other].start < start + length(job))
        dates.push_back(entries[other].start);
    for (const double date : dates) {
      int cpus = 0;
      for (const int machine : machine_cpus)
        cpus += machine;
      for (Job other = 0; other < entries.size(); ++other)
        if (placed(other) && entries[other].start <= date && date < end(other) &&
            !removable(other, job, power))
          cpus -= total_cpus(other);
      if (cpus < total_cpus(job))
        return false;
    }
    return true;
  }
};

} // namespace oscar
} // namespace malha::testing

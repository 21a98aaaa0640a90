// SPDX-License-Identifier: MIT
#pragma once
#include "oscarpbs_reference_tables.hpp"

#include <optional>
#include <tuple>
#include <utility>

namespace malha::testing {

/// A fragment that the insertion of another job moved, as committed: where it was before and where it is.
struct OscarPush {
  double date;
  long job;
  int fragment, from, to;
};

namespace oscar {

/// The one way in which jobs come into the tables: a job gets a start and machines, others are pushed and
/// removed for it; or nothing changes at all.
class Insertion {
public:
  Insertion(Tables& tables, Job job, double start, Power power)
      : t_(tables), before_(tables.state()), job_(job), start_(start), power_(power) {}

  /// P21. A job that has a place already gives it up for the new one. When there is none, false, and all is
  /// as before.
  bool run() {
    t_.take_out(job_);
    t_.entries[job_].start = start_;
    for (const std::size_t fragment : order_of_fragments())
      if (!place({job_, fragment})) {
        t_.restore(before_);
        return false;
      }
    settle();
    return true;
  }

  const std::vector<Job>& removed() const { return removed_; }

  /// Those of other jobs whose place is another one now, by job and fragment (P22).
  std::vector<OscarPush> pushes(double now) const {
    std::vector<OscarPush> all;
    for (Job job = 0; job < t_.entries.size(); ++job)
      for (std::size_t i = 0; job != job_ && i < t_.entries[job].parts.size(); ++i) {
        const int from = before_.entries[job].parts[i].machine, to = t_.part({job, i}).machine;
        if (from >= 0 && to >= 0 && from != to)
          all.push_back({now, t_.jobs[job].id, static_cast<int>(i), from, to});
      }
    return all;
  }

private:
  /// Fixed ones in the order of the request, then free ones by fewest CPUs, ties likewise (REC-19).
  std::vector<std::size_t> order_of_fragments() const {
    const auto& fragments = t_.jobs[job_].fragments;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < fragments.size(); ++i)
      order.push_back(i);
    const auto key = [&fragments](std::size_t i) {
      return fragments[i].machine >= 0 ? std::make_tuple(0, 0, i) : std::make_tuple(1, fragments[i].cpus, i);
    };
    std::sort(order.begin(), order.end(), [&key](auto a, auto b) { return key(a) < key(b); });
    return order;
  }

  bool place(Piece piece) {
    const int fixed = t_.fragment(piece).machine;
    if (fixed >= 0)
      return place_fixed(piece, fixed);
    std::optional<int> machine = best_fit(piece, -1);
    if (!machine)
      for (const int candidate : viable_machines(piece))
        if (make_room(piece, candidate)) {
          machine = candidate;
          break;
        }
    if (machine)
      t_.put(piece, *machine);
    return machine.has_value();
  }

  bool place_fixed(Piece piece, int machine) {
    if (!t_.compatible(piece, machine))
      return false;
    if (!t_.lacking(piece, machine).empty() && (!viable(piece, machine) || !make_room(piece, machine)))
      return false;
    t_.put(piece, machine);
    return true;
  }

  /// P24: where the piece fits and least CPU x s is free in its interval; the first machine of equals.
  std::optional<int> best_fit(Piece piece, int not_on) const {
    std::optional<int> best;
    double best_space = 0;
    for (int machine = 0; machine < t_.machines(); ++machine) {
      if (machine == not_on || !t_.compatible(piece, machine) || !t_.lacking(piece, machine).empty())
        continue;
      double space = 0;
      for (const Stretch& stretch : t_.stretches(machine, piece.job))
        space += t_.free_cpus(machine, stretch) * stretch.length();
      if (!best || space < best_space) {
        best = machine;
        best_space = space;
      }
    }
    return best;
  }

  bool removable(Job job) const { return t_.removable(job, job_, power_); }

  /// rel(I) of P23: CPUs of those that can be pushed, without the stuck ones, or removed (REC-8).
  int releasable(int machine, const Stretch& stretch, const std::vector<Piece>& stuck) const {
    int cpus = 0;
    for (const Held& one : t_.held(machine, stretch)) {
      const bool is_stuck = std::any_of(stuck.begin(), stuck.end(), [&one](Piece piece) {
        return piece.job == one.piece.job && piece.fragment == one.piece.fragment;
      });
      if ((t_.pushable(one.piece) && !is_stuck) || removable(one.piece.job))
        cpus += one.cpus;
    }
    return cpus;
  }

  bool viable(Piece piece, int machine, const std::vector<Piece>& stuck = {}) const {
    for (const Stretch& stretch : t_.lacking(piece, machine))
      if (t_.need(piece, machine, stretch) > releasable(machine, stretch, stuck))
        return false;
    return true;
  }

  /// P25, for a piece that fits nowhere.
  std::vector<int> viable_machines(Piece piece) const {
    std::vector<std::tuple<int, double, int>> those;
    for (int machine = 0; machine < t_.machines(); ++machine) {
      if (!t_.compatible(piece, machine) || !viable(piece, machine))
        continue;
      double space = 0;
      for (const Stretch& stretch : t_.lacking(piece, machine))
        space += t_.need(piece, machine, stretch) * stretch.length();
      those.emplace_back(category(piece, machine), space, machine);
    }
    std::sort(those.begin(), those.end());
    std::vector<int> order;
    for (const auto& [category, space, machine] : those)
      order.push_back(machine);
    return order;
  }

  /// Each class and state counts once.
  int category(Piece piece, int machine) const {
    std::set<int> increments;
    for (const Stretch& stretch : t_.lacking(piece, machine))
      for (const Held& one : t_.held(machine, stretch))
        if (removable(one.piece.job))
          increments.insert(t_.increment(one.piece.job));
    int sum = 0;
    for (const int increment : increments)
      sum += increment;
    return sum;
  }

  /// P27. False leaves no trace (REC-6).
  bool make_room(Piece piece, int machine) {
    const State before = t_.state();
    const std::vector<Job> removed_before = removed_;
    if (push_others(piece, machine) && (t_.lacking(piece, machine).empty() || remove_others(piece, machine)))
      return true;
    t_.restore(before);
    removed_ = removed_before;
    return false;
  }

  /// CPU x s that the piece would give in those stretches.
  double gain(Piece piece, int machine, const std::vector<Stretch>& stretches) const {
    double sum = 0;
    for (const Stretch& stretch : stretches)
      for (const Held& one : t_.held(machine, stretch))
        if (one.piece.job == piece.job && one.piece.fragment == piece.fragment)
          sum += one.cpus * stretch.length();
    return sum;
  }

  /// Pieces in those stretches, each once.
  std::vector<Piece> pieces(int machine, const std::vector<Stretch>& stretches) const {
    std::vector<Piece> all;
    for (const Held& one : t_.held(machine))
      if (gain(one.piece, machine, stretches) > 0)
        all.push_back(one.piece);
    return all;
  }

  /// False as soon as what is left cannot suffice. True says nothing else: there may be jobs to remove.
  bool push_others(Piece piece, int machine) {
    const std::vector<Stretch> stretches = t_.lacking(piece, machine);
    std::vector<std::tuple<double, long, Piece>> order; // most gain first, then the last inserted (REC-7)
    for (const Piece& other : pieces(machine, stretches))
      if (t_.pushable(other))
        order.emplace_back(-gain(other, machine, stretches), -t_.part(other).number, other);
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
      return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
    });
    std::vector<Piece> stuck;
    for (const auto& [gained, number, other] : order) {
      if (gain(other, machine, t_.lacking(piece, machine)) <= 0)
        continue;
      if (const std::optional<int> target = best_fit(other, machine))
        t_.put(other, *target);
      else if (stuck.push_back(other); !viable(piece, machine, stuck))
        return false;
    }
    return true;
  }

  bool remove_others(Piece piece, int machine) {
    const std::vector<Stretch> stretches = t_.lacking(piece, machine);
    std::vector<double> gains(t_.entries.size());
    for (const Piece& other : pieces(machine, stretches))
      if (removable(other.job))
        gains[other.job] += gain(other, machine, stretches);
    std::vector<Job> order;
    for (Job job = 0; job < gains.size(); ++job)
      if (gains[job] > 0)
        order.push_back(job);
    std::sort(order.begin(), order.end(), [&](Job a, Job b) { // then the last submitted
      return std::make_tuple(t_.rank(a), -gains[a], b) < std::make_tuple(t_.rank(b), -gains[b], a);
    });
    for (const Job job : order) {
      bool gives = false;
      for (const Piece& other : pieces(machine, t_.lacking(piece, machine)))
        gives = gives || other.job == job;
      if (!gives)
        continue;
      t_.take_out(job);
      removed_.push_back(job);
      if (t_.lacking(piece, machine).empty())
        return true;
    }
    return false;
  }

  /// P22: what was removed waits again, from zero if it ran; what was inserted is allocated.
  void settle() {
    for (const Job job : removed_) {
      Entry& entry = t_.entries[job];
      if (entry.stage == Stage::running)
        ++entry.kills;
      else if (entry.service == Service::starve)
        ++entry.deallocations;
      entry.stage = Stage::candidate;
    }
    t_.entries[job_].stage = Stage::allocated;
    check();
  }

  /// No machine holds more than it has, no piece is off its machine, exclusive ones are alone.
  void check() const {
    for (int machine = 0; machine < t_.machines(); ++machine)
      for (const Held& one : t_.held(machine)) {
        const int fixed = t_.fragment(one.piece).machine;
        if (t_.free_cpus(machine, {one.from, one.to}) < 0 || !t_.placed(one.piece.job) ||
            (fixed >= 0 && fixed != machine) || !t_.compatible(one.piece, machine))
          throw std::logic_error("the tables contradict themselves");
      }
  }

  Tables& t_;
  const State before_;
  Job job_;
  double start_;
  Power power_;
  std::vector<Job> removed_;
};

} // namespace oscar
} // namespace malha::testing

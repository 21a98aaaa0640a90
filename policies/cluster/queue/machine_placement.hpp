// SPDX-License-Identifier: MIT
#pragma once
#include "decision_draft.hpp"

namespace malha::cluster {

/// The machine of each fragment of a job, by its place in the view, in the order of the request. It is empty
/// when there is no room.
using Placement = std::vector<int>;

/// The machine that a fragment gets of those that have room: the first, the one with the fewest free CPUs, or
/// the one with the most. The first of several equal ones is taken.
enum class MachineChoice { file_order, pack, spread };

/// The number of CPUs of each machine, as if all were up and free.
inline std::vector<int> all_cpus(const QueueView& view) {
  std::vector<int> cpus;
  for (const auto& machine : view.machines)
    cpus.push_back(machine.cpus);
  return cpus;
}

/// The number of CPUs of each machine that are free now.
inline std::vector<int> free_cpus(const QueueView& view) {
  std::vector<int> cpus;
  for (const auto& machine : view.machines)
    cpus.push_back(view.free.within(machine.first, machine.cpus).size());
  return cpus;
}

/// What a job holds of a machine.
struct Share {
  int machine;
  int cpus;
  int fragments; ///< each of them takes of the machine's stock, too
};

/// What a job holds of the machines of the placement.
inline std::vector<Share> shares_of(const QueuedJob& job, const Placement& placement) {
  const auto fragments = fragments_of(job);
  std::vector<Share> held;
  for (std::size_t i = 0; i < placement.size(); ++i) {
    if (held.empty() || held.back().machine != placement[i])
      held.push_back({placement[i], 0, 0});
    held.back().cpus += fragments[i].cpus;
    ++held.back().fragments;
  }
  return held;
}

/// What each fragment of the job takes beside CPUs; empty: nothing.
inline const std::vector<int>& taken_by(const QueuedJob& job) {
  static const std::vector<int> nothing;
  return job.request != nullptr ? job.request->takes : nothing;
}

/// How many fragments of one job machines may hold beside what its CPUs say; empty: any number.
using Rooms = std::vector<int>;

/// The rooms of a job whose machines have `left(resource, machine)` of each resource.
template <class Left>
Rooms rooms_of(const QueuedJob& job, const std::vector<Machine>& machines, bool share_stock, Left left) {
  const auto* allowed = job.request != nullptr ? job.request->allowed : nullptr;
  const auto& takes = taken_by(job);
  if (allowed == nullptr && (takes.empty() || !share_stock))
    return {};
  Rooms rooms;
  for (std::size_t machine = 0; machine < machines.size(); ++machine) {
    int room = std::numeric_limits<int>::max();
    if (allowed != nullptr && !allowed->contains(machines[machine].first))
      room = 0;
    for (std::size_t i = 0; i < takes.size() && share_stock && room > 0; ++i)
      if (takes[i] > 0)
        room = std::min(room, left(i, machine) / takes[i]);
    rooms.push_back(room);
  }
  return rooms;
}

/// Closes the machines that the job may not use from one date to another: those of other jobs' windows, or
/// all that are not of its own.
inline void heed_windows(const std::vector<Window>& windows, const QueuedJob& job,
                         const std::vector<Machine>& machines, Seconds from, Seconds to, Rooms& rooms) {
  const int own = job.request != nullptr ? job.request->window : Request::none;
  const auto close = [&](auto is_closed) {
    rooms.resize(machines.size(), std::numeric_limits<int>::max());
    for (std::size_t machine = 0; machine < machines.size(); ++machine)
      if (is_closed(machines[machine].first))
        rooms[machine] = 0;
  };
  for (int i = 0; i < static_cast<int>(windows.size()); ++i) {
    const auto& window = windows[static_cast<std::size_t>(i)];
    if (i == own)
      close(
          [&](int node) { return from < window.from || to > window.until || !window.nodes.contains(node); });
    else if (from < window.until && to > window.from)
      close([&](int node) { return window.nodes.contains(node); });
  }
}

/// Puts the fragments of one job on machines.
class FragmentPlacer {
public:
  /// `free` has the free CPUs of each machine. If `apart` is set, no two fragments may share a machine.
  FragmentPlacer(std::vector<int> free, MachineChoice choice, bool apart, Rooms rooms = {})
      : free_(std::move(free)), choice_(choice), apart_(apart), use_(free_.size(), Use::none),
        rooms_(std::move(rooms)) {}

  /// Places the fragments that name a machine first, then the others, each in the order of the request. A
  /// fragment stays where it was put, even when a later one finds no room.
  Placement place(const QueuedJob& job) {
    const auto fragments = fragments_of(job);
    Placement placement(fragments.size());
    for (const bool named : {true, false})
      for (std::size_t i = 0; i < fragments.size(); ++i)
        if ((fragments[i].machine != QueuedFragment::free) == named && !put(fragments[i], placement[i]))
          return {};
    return placement;
  }

  /// Whether the fragments may lie on these machines.
  bool holds(const QueuedJob& job, const Placement& placement) {
    const auto fragments = fragments_of(job);
    for (std::size_t i = 0; i < fragments.size(); ++i) {
      if (!has_room(placement[i], fragments[i]))
        return false;
      take(placement[i], fragments[i]);
    }
    return true;
  }

private:
  enum class Use : char { none, shared, alone }; ///< how the job uses a machine

  bool is_alone(const QueuedFragment& fragment) const { return apart_ || fragment.exclusive; }

  bool has_room(int machine, const QueuedFragment& fragment) const {
    const auto at = static_cast<std::size_t>(machine);
    return free_[at] >= fragment.cpus && (rooms_.empty() || rooms_[at] > 0) &&
           (use_[at] == Use::none || (use_[at] == Use::shared && !is_alone(fragment)));
  }

  void take(int machine, const QueuedFragment& fragment) {
    free_[static_cast<std::size_t>(machine)] -= fragment.cpus;
    use_[static_cast<std::size_t>(machine)] = is_alone(fragment) ? Use::alone : Use::shared;
    if (!rooms_.empty())
      --rooms_[static_cast<std::size_t>(machine)];
  }

  bool is_better(int machine, int other) const {
    const int here = free_[static_cast<std::size_t>(machine)], there = free_[static_cast<std::size_t>(other)];
    return choice_ == MachineChoice::pack ? here < there : choice_ == MachineChoice::spread && here > there;
  }

  bool put(const QueuedFragment& fragment, int& machine) {
    constexpr int none = -1;
    machine = none;
    if (fragment.machine != QueuedFragment::free) {
      if (has_room(fragment.machine, fragment))
        machine = fragment.machine;
    } else {
      for (int candidate = 0; candidate < static_cast<int>(free_.size()); ++candidate)
        if (has_room(candidate, fragment) && (machine == none || is_better(candidate, machine)))
          machine = candidate;
    }
    if (machine != none)
      take(machine, fragment);
    return machine != none;
  }

  std::vector<int> free_;
  MachineChoice choice_;
  bool apart_;
  std::vector<Use> use_;
  Rooms rooms_;
};

/// Drops those of the jobs that have just arrived for which even an empty cluster has no room. Otherwise they
/// would hold back the other jobs for ever. `place(job, free)` puts a job on machines with these free CPUs.
template <class Place>
void drop_what_never_fits(DecisionDraft& draft, Place place) {
  const auto all = all_cpus(draft.view());
  for (const auto& job : draft.view().changes.arrived)
    if (place(job, all).empty())
      draft.drop(job.handle);
}

/// The jobs of the queue that are not dropped, in the order of the view.
inline std::vector<const QueuedJob*> undropped_jobs(const DecisionDraft& draft) {
  std::vector<const QueuedJob*> jobs;
  for (const auto& job : draft.view().queue)
    if (!draft.is_dropped(job))
      jobs.push_back(&job);
  return jobs;
}

} // namespace malha::cluster

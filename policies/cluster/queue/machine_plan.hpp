// SPDX-License-Identifier: MIT
#pragma once
#include "machine_placement.hpp"
#include "profile.hpp"

#include <boost/container/flat_set.hpp>

#include <map>

namespace malha::cluster {

/// A date and machines that are kept for a queued job.
struct Reservation {
  QueuedJob job;
  Seconds start = never;
  Placement machines = {};
  std::vector<Share> shares = {}; ///< what the job holds there

  void put_on(Placement where) {
    machines = std::move(where);
    shares = shares_of(job, machines);
  }
  Seconds end() const { return start + job.walltime; }
};

/// How many CPUs of each machine are free from now on, and how much of its stock, if jobs share machines.
class MachineProfiles {
public:
  void reset(const QueueView& view) {
    const Seconds now = view.now;
    const auto free = free_cpus(view);
    all_machines_ = &view.machines;
    reset_stock(view);
    machines_.assign(free.size(), {});
    int all = 0;
    for (std::size_t i = 0; i < free.size(); ++i) {
      machines_[i].reset(now, free[i], {});
      all += free[i];
    }
    all_.reset(now, all, {});
    dates_ = {now};
    windows_ = view.windows;
    if (windows_ != nullptr)
      for (const auto& window : *windows_)
        for (const Seconds border : {window.from, window.until})
          if (border > now)
            dates_.insert(border);
  }

  /// Adds what a job holds of machines from one date to another, or takes it if `sign` is below 0. `takes` is
  /// what each of its fragments takes beside CPUs.
  void add(Seconds from, Seconds to, const std::vector<Share>& shares, const std::vector<int>& takes,
           int sign) {
    for (const auto& share : shares) {
      const auto machine = static_cast<std::size_t>(share.machine);
      machines_[machine].add(from, to, sign * share.cpus);
      all_.add(from, to, sign * share.cpus);
      for (std::size_t i = 0; i < stock_.size() && i < takes.size(); ++i)
        stock_[i][machine].add(from, to, sign * share.fragments * takes[i]);
    }
    dates_.insert(sign > 0 ? from : to);
  }
  void take(const Reservation& one) { add(one.start, one.end(), one.shares, taken_by(one.job), -1); }
  void give_back(const Reservation& one) { add(one.start, one.end(), one.shares, taken_by(one.job), 1); }

  /// The number of CPUs of the whole cluster that are free at the date.
  int free_at(Seconds date) const { return all_.least(date, date); }
  /// Whether as many CPUs as the job needs are free for its walltime, on any machines.
  bool has_cpus(const QueuedJob& job, Seconds date) const {
    return all_.least(date, date + job.walltime) >= job.size;
  }

  /// The machines of the job if it starts at the date. Each fragment goes where the fewest CPUs are free for
  /// the whole walltime. If that finds no room, the answer is `otherwise` if the job fits there.
  Placement place(const QueuedJob& job, Seconds date, const Placement& otherwise = {}) const {
    const FragmentPlacer placer = placer_for(job, date, date + job.walltime);
    auto placement = FragmentPlacer(placer).place(job);
    if (placement.empty() && !otherwise.empty() && FragmentPlacer(placer).holds(job, otherwise))
      return otherwise;
    return placement;
  }

  bool holds(const Reservation& one) const {
    return placer_for(one.job, one.start, one.end()).holds(one.job, one.machines);
  }

  /// The dates at which anything becomes free, and now. The earliest start of a job is always one of them.
  const boost::container::flat_set<Seconds>& dates() const { return dates_; }

private:
  void reset_stock(const QueueView& view) {
    stock_.clear();
    if (view.free_stock == nullptr)
      return;
    stock_.resize(view.resources->size());
    for (std::size_t i = 0; i < stock_.size(); ++i)
      for (const auto& left : *view.free_stock) {
        stock_[i].emplace_back();
        stock_[i].back().reset(view.now, left[i], {});
      }
  }

  FragmentPlacer placer_for(const QueuedJob& job, Seconds from, Seconds to) const {
    auto rooms =
        rooms_of(job, *all_machines_, !stock_.empty(), [&](std::size_t resource, std::size_t machine) {
          return stock_[resource][machine].least(from, to);
        });
    if (windows_ != nullptr)
      heed_windows(*windows_, job, *all_machines_, from, to, rooms);
    return FragmentPlacer(least(from, to), MachineChoice::pack, false, std::move(rooms));
  }

  std::vector<int> least(Seconds from, Seconds to) const {
    std::vector<int> free;
    free.reserve(machines_.size());
    for (const auto& machine : machines_)
      free.push_back(machine.least(from, to));
    return free;
  }

  const std::vector<Machine>* all_machines_ = nullptr; ///< of the view
  const std::vector<Window>* windows_ = nullptr;       ///< of the view; null: none
  std::vector<Profile> machines_;
  std::vector<std::vector<Profile>> stock_; ///< by resource and machine; empty: jobs share no machine
  Profile all_;
  boost::container::flat_set<Seconds> dates_;
};

/// The running jobs, and the reservations of queued jobs. A reservation keeps its date. Its machines change
/// if another job would not fit at its date otherwise. Without that, a job without fragments would depend
/// on which of several equal CPUs were promised to others before.
class MachinePlan {
public:
  /// Starts from the jobs that run. An expected end counts if it is still to come and the machines of its job
  /// are known. Earlier reservations are remembered, unless promises are void.
  void reset(const QueueView& view) {
    before_ = view.changes.promises_void ? Reservations{} : std::move(reservations_);
    reservations_.clear();
    profiles_.reset(view);
    for (const auto& release : view.running)
      if (release.expected_end > view.now && release.expected_end < never) {
        const auto& held = held_by(release, view.machines);
        profiles_.add(release.expected_end, never, held.shares, held.takes, 1);
      }
  }

  /// Puts the remembered reservations back.
  void restore() {
    for (const auto& [id, one] : before_)
      put(one);
  }

  /// Reserves for the job at the date, if it fits. Returns whether it does.
  bool reserve(const QueuedJob& job, Seconds date) { return reserve(job, date, {}); }

  /// Reserves at the earliest date and returns it; returns `never`, and reserves nothing, when there is none.
  /// Machines that were reserved for the job before are used where the best machines would be free only
  /// later. The best machine for one fragment may be a bad one for the next.
  Seconds reserve_earliest(const QueuedJob& job) {
    const auto before = before_.find(job.id);
    const auto machines = before != before_.end() ? before->second.machines : Placement{};
    for (const Seconds date : profiles_.dates())
      if (date < never && reserve(job, date, machines))
        return date; // at once, since reserving changes the dates
    return never;
  }

  /// Whether the job would fit at the date if there were no later reservations.
  bool fits_without_reservations(const QueuedJob& job, Seconds date) const {
    auto profiles = profiles_;
    for (const auto& [id, one] : reservations_)
      if (one.start > date)
        profiles.give_back(one);
    return !profiles.place(job, date).empty();
  }

  /// Takes the reservations that start by the date out of the plan. Their jobs run from now on.
  std::vector<Reservation> launch(Seconds date) {
    std::vector<Reservation> due;
    for (auto it = reservations_.begin(); it != reservations_.end();) {
      if (it->second.start > date) {
        ++it;
        continue;
      }
      held_of(it->second.job.handle) = {it->second.job.id, it->second.shares, taken_by(it->second.job)};
      due.push_back(std::move(it->second));
      it = reservations_.erase(it);
    }
    return due;
  }

  /// The date of a job's reservation; `never` if it has none.
  Seconds start_of(const QueuedJob& job) const {
    const auto found = reservations_.find(job.id);
    return found != reservations_.end() ? found->second.start : never;
  }
  /// The number of CPUs that are free at the date.
  int free_at(Seconds date) const { return profiles_.free_at(date); }

private:
  using Reservations = std::map<TaskId, Reservation>; ///< by id

  /// What a running job holds of machines.
  struct Held {
    TaskId id = -1;
    std::vector<Share> shares = {};
    std::vector<int> takes = {}; ///< of their stock, for each fragment
  };

  Held& held_of(JobHandle handle) {
    held_.resize(std::max<std::size_t>(held_.size(), handle + std::size_t{1}));
    return held_[handle];
  }

  /// What a running job holds: of one that was not launched here, what the view says, and nothing of stock.
  const Held& held_by(const Release& release, const std::vector<Machine>& machines) {
    auto& held = held_of(release.handle);
    if (std::exchange(held.id, release.id) == release.id)
      return held;
    held.shares.clear();
    held.takes.clear();
    for (std::size_t i = 0; i < machines.size() && release.nodes != nullptr; ++i)
      if (const int cpus = release.nodes->within(machines[i].first, machines[i].cpus).size(); cpus > 0)
        held.shares.push_back({static_cast<int>(i), cpus, cpus});
    return held;
  }

  void put(Reservation one) {
    profiles_.take(one);
    reservations_[one.job.id] = std::move(one);
  }

  /// Reserves at the date, on the best machines or else on `otherwise`. Returns whether the job fits.
  bool reserve(const QueuedJob& job, Seconds date, const Placement& otherwise) {
    if (!profiles_.has_cpus(job, date))
      return false;
    Reservation one{job, date};
    one.put_on(profiles_.place(job, date, otherwise));
    if (one.machines.empty())
      return reserve_by_moving(one);
    put(std::move(one));
    return true;
  }

  /// Reserves for one job by moving others. Reservations that do not start before this one are placed again
  /// in the order of their dates: on their own machines if these are free, otherwise on the best ones. Later
  /// ones are not there yet, so a job without fragments finds room whenever enough CPUs are free.
  bool reserve_by_moving(const Reservation& one) {
    std::vector<const Reservation*> later{&one};
    for (const auto& [id, other] : reservations_)
      if (other.start >= one.start)
        later.push_back(&other);
    if (later.size() == 1)
      return false;
    auto profiles = profiles_;
    std::for_each(later.begin() + 1, later.end(), [&](const auto* other) { profiles.give_back(*other); });
    std::stable_sort(later.begin(), later.end(),
                     [](const auto* a, const auto* b) { return a->start < b->start; });
    std::vector<Reservation> moved;
    for (const auto* other : later) {
      if (!other->machines.empty() && profiles.holds(*other)) {
        profiles.take(*other);
        continue;
      }
      moved.push_back({other->job, other->start});
      moved.back().put_on(profiles.place(other->job, other->start));
      if (moved.back().machines.empty())
        return false;
      profiles.take(moved.back());
    }
    profiles_ = std::move(profiles);
    for (auto& other : moved)
      reservations_[other.job.id] = std::move(other);
    return true;
  }

  MachineProfiles profiles_;
  Reservations reservations_, before_;
  std::vector<Held> held_; ///< by handle of a running job
};

} // namespace malha::cluster

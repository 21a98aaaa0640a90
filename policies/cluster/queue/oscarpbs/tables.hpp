// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue/profile.hpp"
#include "powers.hpp"
#include "timeline.hpp"

namespace malha::cluster::oscarpbs {

/// The effects of an insertion on other jobs. They are final.
struct Committed {
  std::vector<Move> pushed;   ///< where a fragment lay before the insertion, and where it lies now
  std::vector<Job*> excluded; ///< jobs that were deallocated or killed
};

/// The places and times of all fragments, machine by machine (P26). Changes are provisional until they are
/// committed. They can be undone completely (P22).
class Tables {
public:
  explicit Tables(const std::vector<int>& cpus) : machines_(cpus.begin(), cpus.end()) {}

  /// Removes everything. The machines then have these numbers of CPUs.
  void reset(const std::vector<int>& cpus) {
    machines_ = std::vector<Timeline>(cpus.begin(), cpus.end());
    ++reliefs_;
  }

  int machines() const { return static_cast<int>(machines_.size()); }
  const Timeline& operator[](int machine) const { return machines_[static_cast<std::size_t>(machine)]; }

  void insert(const Piece& piece, int machine) { place(piece, machine, ++insertions_); }

  void remove(const Piece& piece) {
    auto& fragment = piece.job->fragments[piece.index];
    log_.push_back({false, piece, fragment.machine, fragment.inserted, piece.job->start});
    ++removals_;
    take(piece);
  }

  void remove_all(Job& job) {
    for (std::size_t index = 0; index < job.fragments.size(); ++index)
      if (job.fragments[index].machine != Fragment::nowhere)
        remove({&job, index});
  }

  /// Removes all fragments of a job.
  void exclude(Job& job) {
    excluded_.push_back({log_.size(), &job});
    remove_all(job);
  }

  using Mark = std::size_t;
  Mark mark() const { return log_.size(); }
  /// Undoes all changes since the mark.
  void undo(Mark mark = 0) {
    while (log_.size() > mark) {
      const Event event = log_.back();
      log_.pop_back();
      const Seconds start = std::exchange(event.piece.job->start, event.start);
      if (event.inserted) {
        take(event.piece);
      } else {
        put(event.piece, event.machine, event.number);
        --removals_;
      }
      event.piece.job->start = start;
    }
    while (!excluded_.empty() && excluded_.back().first >= mark)
      excluded_.pop_back();
  }

  /// Makes all changes final. Returns those that concern jobs other than `inserted`.
  Committed commit(const Job* inserted = nullptr) {
    Committed committed;
    for (const auto& excluded : excluded_)
      committed.excluded.push_back(excluded.second);
    for (std::size_t i = 0; i < log_.size(); ++i)
      if (const auto& event = log_[i]; event.piece.job != inserted && !event.inserted && is_first(i))
        if (const int now_at = event.piece.fragment().machine;
            now_at != Fragment::nowhere && now_at != event.machine)
          committed.pushed.push_back(
              {event.piece.job->handle, static_cast<int>(event.piece.index), event.machine, now_at});
    reliefs_ += removals_ > 0;
    removals_ = 0;
    log_.clear();
    excluded_.clear();
    return committed;
  }

  /// Whether it is known that no other machine has room for the fragment. Insertions take room, so such
  /// knowledge lasts until something is removed.
  bool is_stuck(const Piece& piece) const { return removals_ == 0 && piece.fragment().stuck == reliefs_; }
  /// Keeps in mind that no other machine has room for the fragment, unless that may be so only until changes
  /// are undone.
  void found_stuck(const Piece& piece) {
    if (log_.empty())
      piece.job->fragments[piece.index].stuck = reliefs_;
  }

  void trim(Seconds now) {
    ++reliefs_;
    for (auto& machine : machines_)
      machine.trim(now);
  }

private:
  struct Event {
    bool inserted; ///< otherwise it was removed
    Piece piece;
    int machine;
    std::uint64_t number; ///< number of the insertion
    Seconds start;        ///< start of its job at that time
  };

  bool is_first(std::size_t event) const {
    return std::none_of(log_.begin(), log_.begin() + static_cast<std::ptrdiff_t>(event),
                        [&](const Event& earlier) { return earlier.piece == log_[event].piece; });
  }

  void place(const Piece& piece, int machine, std::uint64_t number) {
    log_.push_back({true, piece, machine, number, piece.job->start});
    put(piece, machine, number);
  }

  void put(const Piece& piece, int machine, std::uint64_t number) {
    auto& fragment = piece.job->fragments[piece.index];
    fragment.machine = machine;
    fragment.inserted = number;
    machines_[static_cast<std::size_t>(machine)].insert(piece, piece.job->start, piece.job->end());
  }

  void take(const Piece& piece) {
    auto& fragment = piece.job->fragments[piece.index];
    machines_[static_cast<std::size_t>(fragment.machine)].remove(piece, piece.job->start, piece.job->end());
    fragment.machine = Fragment::nowhere;
  }

  std::vector<Timeline> machines_;
  std::uint64_t insertions_ = 0;
  std::uint64_t reliefs_ = 1; ///< grows when something was removed for good
  std::vector<Event> log_;
  std::size_t removals_ = 0; ///< in the log
  std::vector<std::pair<Mark, Job*>> excluded_;
};

/// The whole cluster over time, for tests that only count CPUs (the global intervals of Table 5.5).
class Totals {
public:
  void reset(Seconds now, int cpus) {
    free_.reset(now, cpus, {});
    without_starves_.reset(now, cpus, {});
  }
  void trim(Seconds now) {
    free_.trim(now);
    without_starves_.trim(now);
  }

  /// Takes the CPUs of a job that runs or is allocated (`sign` = -1), or gives them back (`sign` = +1).
  void add(const Job& job, int sign) {
    free_.add(job.start, job.end(), sign * job.size);
    if (job.kind != Class::starve || job.state != State::allocated || job.critical)
      without_starves_.add(job.start, job.end(), sign * job.size);
  }

  int free_at(Seconds date) const { return free_.least(date, date); }
  /// testar_intervalos_globais (P19): whether `size` CPUs are free, or taken by jobs that the power may
  /// deallocate, all the time from `from` to `to`. An insertion needs that, but it is not enough.
  bool hold(int size, Power power, Seconds from, Seconds to) const {
    return (power == Power::none ? free_ : without_starves_).least(from, to) >= size;
  }

private:
  Profile free_;
  Profile without_starves_; ///< as if there were no starve jobs that can be deallocated
};

} // namespace malha::cluster::oscarpbs

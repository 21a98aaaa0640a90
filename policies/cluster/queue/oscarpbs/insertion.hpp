// SPDX-License-Identifier: MIT
#pragma once
#include "tables.hpp"

#include <tuple>

namespace malha::cluster::oscarpbs {

/// Puts one job into the tables at its start, under a power. Each fragment goes to the machine that fits
/// best. If none fits, it goes to a machine on which room can be made by pushing fragments away and
/// removing jobs (P21, P23 to P25, P27, P28). All changes are provisional.
class Insertion {
public:
  Insertion(Tables& tables, Job& job, Power power, Seconds now, bool push)
      : tables_(tables), job_(job), power_(power), now_(now), pushes_(push) {}

  /// inserir_job (P21). Returns whether every fragment has its machine. If not, nothing has changed.
  bool run() {
    const auto before = tables_.mark();
    for (const auto fragment : job_.by_priority) {
      const auto machine = machine_for(fragment);
      if (!machine) {
        tables_.undo(before);
        return false;
      }
      tables_.insert({&job_, fragment}, *machine);
    }
    return true;
  }

private:
  struct Room { ///< an interval of a machine in which CPUs are missing
    Seconds length;
    int need;
    int relievable; ///< CPUs of the fragments that can be pushed or removed
    Pieces pieces;
  };
  struct Viable {
    int machine;
    int category; ///< category of the most important jobs that might be removed
    double space; ///< CPU s that must be made free
  };

  std::optional<int> machine_for(std::size_t fragment) {
    const int named = job_.fragments[fragment].named;
    if (job_.fragments[fragment].is_fixed()) {
      const bool may = is_eligible(job_, fragment, named) &&
                       (fits(fragment, named) || (viability(fragment, named) && make_room(fragment, named)));
      return may ? std::optional(named) : std::nullopt;
    }
    if (const auto machine = best_fit({&job_, fragment}, Fragment::nowhere))
      return machine;
    for (const auto& viable : viable_machines(fragment))
      if (make_room(fragment, viable.machine))
        return viable.machine;
    return std::nullopt;
  }

  bool fits(std::size_t fragment, int machine) const {
    return tables_[machine].free_space(job_.fragments[fragment].cpus, job_.start, job_.end()).has_value();
  }

  /// procurar_maquina_bestfit (P24): of the machines that fit, the first that has the least free space while
  /// the piece's job runs.
  std::optional<int> best_fit(const Piece& piece, int excluded) const {
    std::optional<int> best;
    double least = never;
    for (int machine = 0; machine < tables_.machines(); ++machine) {
      if (machine == excluded || !is_eligible(*piece.job, piece.index, machine))
        continue;
      if (const auto space =
              tables_[machine].free_space(piece.fragment().cpus, piece.job->start, piece.job->end(), least)) {
        best = machine;
        least = *space;
      }
    }
    return best;
  }

  bool can_push(const Piece& piece) const {
    return pushes_ && !piece.fragment().is_fixed() && piece.job->state != State::running &&
           !tables_.is_stuck(piece);
  }
  bool can_remove(const Piece& piece) const { return may_remove(*piece.job, job_, power_, now_); }

  int missing(std::size_t fragment, const Timeline& machine, const Timeline::Interval& interval) const {
    return std::max(0, job_.fragments[fragment].cpus - (machine.cpus() - interval.used));
  }
  int relievable(const Timeline::Interval& interval) const {
    int cpus = 0;
    for (const auto& piece : interval.pieces)
      if (can_push(piece) || can_remove(piece))
        cpus += piece.fragment().cpus;
    return cpus;
  }

  /// viabilidade_da_maquina (P23, P25): nothing if the fragment cannot fit, whatever is pushed and removed.
  std::optional<Viable> viability(std::size_t fragment, int machine) const {
    Viable viable{machine, 0, 0};
    const auto& timeline = tables_[machine];
    if (job_.fragments[fragment].cpus > timeline.cpus())
      return std::nullopt;
    const bool possible =
        timeline.each(job_.start, job_.end(), [&](const Timeline::Interval& interval, Seconds length) {
          const int need = missing(fragment, timeline, interval);
          if (need == 0)
            return true;
          viable.space += need * length;
          for (const auto& piece : interval.pieces)
            if (can_remove(piece))
              viable.category |= category_bit(*piece.job);
          return need <= relievable(interval);
        });
    return possible ? std::optional(viable) : std::nullopt;
  }

  /// procurar_maquinas_viaveis (P25): the machines with the least important jobs at risk come first, then
  /// those with the least space to make free.
  std::vector<Viable> viable_machines(std::size_t fragment) const {
    std::vector<Viable> all;
    for (int machine = 0; machine < tables_.machines(); ++machine)
      if (is_eligible(job_, fragment, machine))
        if (const auto viable = viability(fragment, machine))
          all.push_back(*viable);
    std::stable_sort(all.begin(), all.end(), [](const Viable& a, const Viable& b) {
      return a.category != b.category ? a.category < b.category : a.space < b.space;
    });
    return all;
  }

  std::vector<Room> rooms_of(std::size_t fragment, int machine) const {
    std::vector<Room> rooms;
    const auto& timeline = tables_[machine];
    timeline.each(job_.start, job_.end(), [&](const Timeline::Interval& interval, Seconds length) {
      if (const int need = missing(fragment, timeline, interval); need > 0)
        rooms.push_back({length, need, relievable(interval), interval.pieces});
      return true;
    });
    return rooms;
  }

  /// liberar_espaco (P27): first pushes fragments, those that free most first, then removes jobs, the least
  /// important first. If that does not make enough room, nothing has changed.
  bool make_room(std::size_t fragment, int machine) {
    const auto before = tables_.mark();
    auto rooms = rooms_of(fragment, machine);
    push_away(rooms, machine);
    if (is_made(rooms) || (is_possible(rooms) && remove_jobs(rooms, machine)))
      return true;
    tables_.undo(before);
    return false;
  }

  struct Candidate {
    Piece piece;
    double frees; ///< CPU s
  };

  static bool holds(const Room& room, const Piece& piece) {
    return std::find(room.pieces.begin(), room.pieces.end(), piece) != room.pieces.end();
  }
  static bool is_made(const std::vector<Room>& rooms) {
    return std::all_of(rooms.begin(), rooms.end(), [](const Room& room) { return room.need == 0; });
  }
  static bool is_possible(const std::vector<Room>& rooms) {
    return std::all_of(rooms.begin(), rooms.end(),
                       [](const Room& room) { return room.need <= room.relievable; });
  }
  static bool helps(const std::vector<Room>& rooms, const Piece& piece) {
    return std::any_of(rooms.begin(), rooms.end(),
                       [&](const Room& room) { return room.need > 0 && holds(room, piece); });
  }

  std::vector<Candidate> pushables(const std::vector<Room>& rooms) const {
    std::vector<Candidate> found;
    for (const auto& room : rooms)
      for (const auto& piece : room.pieces) {
        if (!can_push(piece))
          continue;
        auto known = std::find_if(found.begin(), found.end(),
                                  [&](const Candidate& one) { return one.piece == piece; });
        if (known == found.end())
          known = found.insert(known, {piece, 0});
        known->frees += piece.fragment().cpus * room.length;
      }
    std::sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
      return a.frees != b.frees ? a.frees > b.frees
                                : a.piece.fragment().inserted > b.piece.fragment().inserted;
    });
    return found;
  }

  /// Pushes fragments away until there is room, or no fragment is left that could be pushed.
  void push_away(std::vector<Room>& rooms, int machine) {
    for (const auto& [piece, frees] : pushables(rooms)) {
      if (!helps(rooms, piece))
        continue;
      const bool pushed = push(piece, machine);
      const int cpus = piece.fragment().cpus;
      for (auto& room : rooms) {
        if (!holds(room, piece))
          continue;
        if (pushed)
          room.need = std::max(0, room.need - cpus);
        if (pushed || !can_remove(piece))
          room.relievable -= cpus;
      }
      if (is_made(rooms) || !is_possible(rooms))
        return;
    }
  }

  /// empurrar_fragmento (P28): moves a piece to the machine that fits best without freeing anything. Its
  /// dates stay.
  bool push(const Piece& piece, int machine) {
    const auto target = best_fit(piece, machine);
    if (!target) {
      tables_.found_stuck(piece);
      return false;
    }
    tables_.remove(piece);
    tables_.insert(piece, *target);
    return true;
  }

  struct Removable {
    Job* job;
    double frees; ///< CPU s
  };

  std::vector<Removable> removables(const std::vector<Room>& rooms, int machine) const {
    std::vector<Removable> found;
    for (const auto& room : rooms)
      for (const auto& piece : room.pieces) {
        if (room.need == 0 || piece.fragment().machine != machine || !can_remove(piece))
          continue;
        auto known = std::find_if(found.begin(), found.end(),
                                  [&](const Removable& one) { return one.job == piece.job; });
        if (known == found.end())
          known = found.insert(known, {piece.job, 0});
        known->frees += piece.fragment().cpus * room.length;
      }
    std::sort(found.begin(), found.end(), [](const Removable& a, const Removable& b) {
      const int rank_a = removal_rank(*a.job), rank_b = removal_rank(*b.job);
      return std::tie(rank_a, b.frees, b.job->id) < std::tie(rank_b, a.frees, a.job->id);
    });
    return found;
  }

  bool remove_jobs(std::vector<Room>& rooms, int machine) {
    for (const auto& [job, frees] : removables(rooms, machine)) {
      bool needed = false;
      for (auto& room : rooms) {
        int here = 0;
        for (const auto& piece : room.pieces)
          if (piece.job == job && piece.fragment().machine == machine)
            here += piece.fragment().cpus;
        needed = needed || (room.need > 0 && here > 0);
        if (here > 0)
          room.need = std::max(0, room.need - here);
      }
      if (!needed)
        continue;
      tables_.exclude(*job);
      if (is_made(rooms))
        return true;
    }
    return false;
  }

  Tables& tables_;
  Job& job_;
  const Power power_;
  const Seconds now_;
  const bool pushes_;
};

} // namespace malha::cluster::oscarpbs

// SPDX-License-Identifier: MIT
#pragma once
#include "pushing.hpp"

#include <tuple>

namespace malha::cluster::oscarpbs {

/// Puts one job into the tables at its start, under a power. Each fragment goes to the machine that fits
/// best. If none fits, it goes to a machine on which room can be made by pushing fragments away and
/// removing jobs (P21, P23 to P25, P27, P28). All changes are provisional.
class Insertion {
public:
  Insertion(Tables& tables, Job& job, Power power, Seconds now, const Placing& placing)
      : tables_(tables), pushing_(tables, placing), job_(job), power_(power), now_(now) {}

  /// inserir_job (P21). Returns whether every fragment has its machine. If not, nothing has changed.
  bool run() {
    const auto before = tables_.mark();
    for (const auto fragment : job_.by_priority) {
      pushing_.begin();
      const auto machine = machine_for({&job_, fragment});
      if (!machine) {
        tables_.undo(before);
        return false;
      }
      tables_.insert({&job_, fragment}, *machine);
    }
    return true;
  }

private:
  struct Viable {
    int machine;
    int category; ///< category of the most important jobs that might be removed
    double space; ///< CPU s that must be made free
  };

  std::optional<int> machine_for(const Piece& piece) {
    const int named = piece.fragment().named;
    if (piece.fragment().is_fixed()) {
      const bool may = is_eligible(job_, piece.index, named) &&
                       (fits(piece, named) || (viability(piece, named) && make_room(piece, named)));
      return may ? std::optional(named) : std::nullopt;
    }
    if (const auto machine = pushing_.best_fit(piece))
      return machine;
    for (const auto& viable : viable_machines(piece))
      if (make_room(piece, viable.machine))
        return viable.machine;
    return std::nullopt;
  }

  bool fits(const Piece& piece, int machine) const {
    return tables_[machine].free_space(piece.fragment().cpus, job_.start, job_.end()).has_value();
  }

  bool can_push(const Piece& piece) const { return pushing_.can_push(piece); }
  bool can_remove(const Piece& piece) const { return may_remove(*piece.job, job_, power_, now_); }

  std::optional<Rooms> rooms_on(const Piece& piece, int machine) const {
    return rooms_for(piece, tables_[machine],
                     [&](const Piece& other) { return can_push(other) || can_remove(other); });
  }

  /// viabilidade_da_maquina (P23, P25): nothing if the fragment cannot fit, whatever is pushed and removed.
  std::optional<Viable> viability(const Piece& piece, int machine) const {
    const auto rooms = rooms_on(piece, machine);
    if (!rooms)
      return std::nullopt;
    Viable viable{machine, 0, missing_space(*rooms)};
    for (const auto& room : *rooms)
      for (const auto& other : room.pieces)
        if (can_remove(other))
          viable.category |= category_bit(*other.job);
    return viable;
  }

  /// procurar_maquinas_viaveis (P25): the machines with the least important jobs at risk come first, then
  /// those with the least space to make free.
  std::vector<Viable> viable_machines(const Piece& piece) const {
    std::vector<Viable> all;
    for (int machine = 0; machine < tables_.machines(); ++machine)
      if (is_eligible(job_, piece.index, machine))
        if (const auto viable = viability(piece, machine))
          all.push_back(*viable);
    std::stable_sort(all.begin(), all.end(), [](const Viable& a, const Viable& b) {
      return a.category != b.category ? a.category < b.category : a.space < b.space;
    });
    return all;
  }

  /// liberar_espaco (P27): first pushes fragments, those that free most first, then removes jobs, the least
  /// important first. If that does not make enough room, nothing has changed.
  bool make_room(const Piece& piece, int machine) {
    const auto before = tables_.mark();
    auto rooms = rooms_on(piece, machine);
    if (!rooms)
      return false;
    push_away(
        *rooms, pushables(*rooms, [&](const Piece& other) { return can_push(other); }),
        [&](const Piece& other) { return pushing_.push_off(other, machine); },
        [&](const Piece& other) { return can_remove(other); });
    if (is_made(*rooms) || (is_possible(*rooms) && remove_jobs(*rooms, machine)))
      return true;
    tables_.undo(before);
    return false;
  }

  struct Removable {
    Job* job;
    double frees; ///< CPU s
  };

  std::vector<Removable> removables(const Rooms& rooms, int machine) const {
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

  bool remove_jobs(Rooms& rooms, int machine) {
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
  Pushing pushing_;
  Job& job_;
  const Power power_;
  const Seconds now_;
};

} // namespace malha::cluster::oscarpbs

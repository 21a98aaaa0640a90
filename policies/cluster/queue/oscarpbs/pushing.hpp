// SPDX-License-Identifier: MIT
#pragma once
#include "rooms.hpp"

namespace malha::cluster::oscarpbs {

/// Empurrar (P28): moves a piece to another machine, at the same dates. The thesis pushes to a machine that
/// has room. Pushing of more levels, its future work (section 7.2), makes room there by pushing other pieces
/// away first, and these in their turn. The rules of it are ours:
/// - The shortest chain of pushes is taken: one level is tried first, then two, and so on.
/// - The machines that need least CPU s come first, and pieces go in the order of P27.
/// - Nothing is pushed to a machine that is being freed, and each machine is freed once at most, so that the
///   search ends after a pass over the machines for each level.
/// - Pushes remove no jobs, whatever the power of the inserted job.
class Pushing {
public:
  Pushing(Tables& tables, const Placing& placing) : tables_(tables), placing_(placing) {}

  /// procurar_maquina_bestfit (P24): of the machines with room for the piece, the first that has the least
  /// free space while its job runs, or the most with machines=spread. Machines that are being freed are left
  /// out.
  std::optional<int> best_fit(const Piece& piece) const {
    std::optional<int> best;
    double space_of_best = 0;
    for (int machine = 0; machine < tables_.machines(); ++machine) {
      if (is_being_freed(machine) || !is_eligible(*piece.job, piece.index, machine))
        continue;
      const double limit = best && !placing_.spread ? space_of_best : never;
      const auto space =
          tables_[machine].free_space(piece.fragment().cpus, piece.job->start, piece.job->end(), limit);
      if (space && (!best || !placing_.spread || *space > space_of_best)) {
        best = machine;
        space_of_best = *space;
      }
    }
    return best;
  }

  /// Whether the piece could be pushed if some machine had room.
  bool can_push(const Piece& piece) const {
    return placing_.push_levels > 0 && !piece.fragment().is_fixed() && piece.job->state != State::running &&
           !tables_.is_stuck(piece) && !is_stuck_here(piece);
  }
  /// Called before machines are looked for. Until the next call, pieces that could not be pushed are
  /// remembered.
  void begin() {
    here_ = tables_.mark();
    stuck_here_.clear();
  }

  /// Pushes the piece off the machine. Returns false, and changes nothing, when that is not possible.
  bool push_off(const Piece& piece, int machine) {
    for (int levels = 1; levels <= placing_.push_levels; ++levels) {
      being_freed_ = {machine};
      tried_.assign(static_cast<std::size_t>(tables_.machines()), false);
      const bool pushed = push(piece, levels);
      being_freed_.clear();
      if (pushed)
        return true;
    }
    tables_.found_stuck(piece);
    if (tables_.mark() == here_)
      stuck_here_.push_back(piece);
    return false;
  }

private:
  /// Whether nothing has changed since the piece could not be pushed.
  bool is_stuck_here(const Piece& piece) const {
    return tables_.mark() == here_ &&
           std::find(stuck_here_.begin(), stuck_here_.end(), piece) != stuck_here_.end();
  }
  bool is_being_freed(int machine) const {
    return std::find(being_freed_.begin(), being_freed_.end(), machine) != being_freed_.end();
  }

  bool is_tried(int machine) const { return tried_[static_cast<std::size_t>(machine)]; }

  bool push(const Piece& piece, int levels) {
    auto target = best_fit(piece);
    if (!target && levels > 1)
      target = made_room(piece, levels - 1);
    if (!target)
      return false;
    tables_.remove(piece);
    tables_.insert(piece, *target);
    return true;
  }

  /// A machine on which room for the piece was made by so many levels of pushes.
  std::optional<int> made_room(const Piece& piece, int levels) {
    std::vector<std::pair<double, int>> viable;
    for (int machine = 0; machine < tables_.machines(); ++machine)
      if (!is_being_freed(machine) && !is_tried(machine) && is_eligible(*piece.job, piece.index, machine))
        if (const auto rooms = rooms_on(piece, machine))
          viable.emplace_back(missing_space(*rooms), machine);
    std::sort(viable.begin(), viable.end());
    for (const auto& [space, machine] : viable)
      if (!is_tried(machine) && make_room(piece, machine, levels))
        return machine;
    return std::nullopt;
  }

  bool make_room(const Piece& piece, int machine, int levels) {
    auto rooms = rooms_on(piece, machine);
    if (!rooms)
      return false;
    const auto before = tables_.mark();
    tried_[static_cast<std::size_t>(machine)] = true;
    being_freed_.push_back(machine);
    push_away(
        *rooms, pushables(*rooms, [&](const Piece& other) { return can_push(other); }),
        [&](const Piece& other) { return push(other, levels); }, [](const Piece&) { return false; });
    being_freed_.pop_back();
    if (!is_made(*rooms))
      tables_.undo(before);
    return is_made(*rooms);
  }

  std::optional<Rooms> rooms_on(const Piece& piece, int machine) const {
    return rooms_for(piece, tables_[machine], [&](const Piece& other) { return can_push(other); });
  }

  Tables& tables_;
  const Placing placing_;
  Tables::Mark here_ = 0;
  std::vector<Piece> stuck_here_;
  std::vector<int> being_freed_; ///< machines, from that of the first push on
  std::vector<bool> tried_;      ///< by machine: it was freed, or could not be
};

} // namespace malha::cluster::oscarpbs

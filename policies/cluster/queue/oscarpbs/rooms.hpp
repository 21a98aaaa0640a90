// SPDX-License-Identifier: MIT
#pragma once
#include "tables.hpp"

namespace malha::cluster::oscarpbs {

/// An interval of a machine in which a fragment lacks CPUs.
struct Room {
  Seconds length;
  int need;       ///< CPUs that are missing
  int relievable; ///< CPUs of the fragments that can be pushed or removed
  Pieces pieces;

  bool holds(const Piece& piece) const {
    return std::find(pieces.begin(), pieces.end(), piece) != pieces.end();
  }
};
using Rooms = std::vector<Room>;

/// The intervals in which the machine lacks CPUs for the piece, while the piece's job runs. Nothing if more
/// are missing somewhere than can be pushed or removed; `can_relieve(other)` says that of another piece.
template <class CanRelieve>
std::optional<Rooms> rooms_for(const Piece& piece, const Timeline& machine, CanRelieve can_relieve) {
  Rooms rooms;
  const auto look = [&](const Timeline::Interval& interval, Seconds length) {
    const int need = piece.fragment().cpus - (machine.cpus() - interval.used);
    if (need <= 0)
      return true;
    int relievable = 0;
    for (const auto& other : interval.pieces)
      if (can_relieve(other))
        relievable += other.fragment().cpus;
    if (need <= relievable)
      rooms.push_back({length, need, relievable, interval.pieces});
    return need <= relievable;
  };
  return machine.each(piece.job->start, piece.job->end(), look) ? std::optional(std::move(rooms))
                                                                : std::nullopt;
}

/// Whether no CPUs are missing any more.
inline bool is_made(const Rooms& rooms) {
  return std::all_of(rooms.begin(), rooms.end(), [](const Room& room) { return room.need == 0; });
}
/// Whether the missing CPUs are no more than those that can be pushed or removed.
inline bool is_possible(const Rooms& rooms) {
  return std::all_of(rooms.begin(), rooms.end(),
                     [](const Room& room) { return room.need <= room.relievable; });
}
/// CPU s that are missing.
inline double missing_space(const Rooms& rooms) {
  double space = 0;
  for (const auto& room : rooms)
    space += room.need * room.length;
  return space;
}

/// The pieces that can be pushed out of the rooms, those that free most CPU s first; ties: the one that was
/// inserted last.
template <class CanPush>
std::vector<Piece> pushables(const Rooms& rooms, CanPush can_push) {
  std::vector<std::pair<Piece, double>> found;
  for (const auto& room : rooms)
    for (const auto& piece : room.pieces) {
      if (!can_push(piece))
        continue;
      auto known =
          std::find_if(found.begin(), found.end(), [&](const auto& one) { return one.first == piece; });
      if (known == found.end())
        known = found.insert(known, {piece, 0});
      known->second += piece.fragment().cpus * room.length;
    }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second
                                : a.first.fragment().inserted > b.first.fragment().inserted;
  });
  std::vector<Piece> pieces;
  for (const auto& [piece, frees] : found)
    pieces.push_back(piece);
  return pieces;
}

/// Pushes pieces, in this order, until there is room, or what is left cannot suffice. `push(piece)` returns
/// whether the piece was pushed. `can_remove(piece)` says whether its job may be removed later.
template <class Push, class CanRemove>
void push_away(Rooms& rooms, const std::vector<Piece>& order, Push push, CanRemove can_remove) {
  for (const auto& piece : order) {
    if (std::none_of(rooms.begin(), rooms.end(),
                     [&](const Room& room) { return room.need > 0 && room.holds(piece); }))
      continue;
    const int cpus = piece.fragment().cpus;
    const bool pushed = push(piece);
    for (auto& room : rooms) {
      if (!room.holds(piece))
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

} // namespace malha::cluster::oscarpbs

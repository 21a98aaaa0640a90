// SPDX-License-Identifier: MIT
#pragma once
#include "library.hpp"

#include <iosfwd>

namespace malha {

/// An actor where jobs enter with the others of its folder, under settings of theirs that change what they
/// bear.
struct Architecture {
  std::string entry;
  Settings settings;
  std::vector<PlacedActor> actors; ///< with those of their parameters alone that are in `settings`

  /// "broker/broker execution=exec".
  std::string name() const;
};

/// Every one there is, by entry, then by settings.
std::vector<Architecture> architectures(const Catalog& catalog);

/// Something that an architecture bears, or does not.
struct Trial {
  std::string name; ///< "hosts that go", "--environment crashes", "rigid job"
  std::vector<Burden> burdens;
  std::optional<Shape> shape;
};

/// All burdens, environment actors and shapes of jobs.
std::vector<Trial> trials(const Catalog& catalog);

/// "yes"; "instant" or "network" where it is borne under that transport alone; "no".
std::string answer(const Architecture& architecture, const Trial& trial);

/// The table of docs/architectures.md: a row a trial, a column an architecture.
void print_matrix(const std::vector<Architecture>& columns, const std::vector<Trial>& rows,
                  std::ostream& out);

} // namespace malha

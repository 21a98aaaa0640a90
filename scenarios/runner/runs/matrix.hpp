// SPDX-License-Identifier: MIT
#pragma once
#include "library.hpp"

#include <iosfwd>

namespace malha {

/// An actor where jobs enter, and the other actors of its folder. `settings` change what they support.
struct Architecture {
  std::string entry;
  Settings settings;
  std::vector<PlacedActor> actors; ///< of their parameters they have only those in `settings`

  /// The name that the table shows: "broker/broker execution=exec".
  std::string name() const;
};

/// All architectures, by the actor where jobs enter, then by settings.
std::vector<Architecture> architectures(const Catalog& catalog);

/// Something that an architecture supports or does not support.
struct Trial {
  std::string name; ///< "hosts that fail", "--environment crashes", "rigid job"
  std::vector<Condition> conditions;
  std::optional<Shape> shape;
};

/// A trial for each condition, each environment actor and each shape of jobs.
std::vector<Trial> trials(const Catalog& catalog);

/// Whether the architecture supports it: "yes" or "no", or "instant" or "network" where it does so only under
/// that transport.
std::string answer(const Architecture& architecture, const Trial& trial);

/// Prints the table of docs/architectures.md. A row is a trial, and a column is an architecture.
void print_matrix(const std::vector<Architecture>& columns, const std::vector<Trial>& rows,
                  std::ostream& out);

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include "library.hpp"

#include <iosfwd>

namespace malha {

/// An entry point and the actors that can be deployed with it, under settings that change what they support.
struct Architecture {
  std::string entry; ///< name of the entry point
  Settings settings;
  /// The entry point first. They have only those of their parameters that are in `settings`.
  std::vector<PlacedActor> actors;

  /// The name that the table shows: "broker/broker execution=exec".
  std::string name() const;
};

/// All architectures, by entry point, then by settings.
std::vector<Architecture> architectures(const Catalog& catalog);

/// A feature of runs that an architecture supports or does not support.
struct MatrixRow {
  std::string name; ///< "hosts that fail", "--environment crashes", "jobs: rigid job"
  std::vector<Condition> conditions;
  std::optional<Shape> shape;
};

/// The rows: one for each condition, each environment actor and each shape of jobs.
std::vector<MatrixRow> matrix_rows(const Catalog& catalog);

/// Says whether the architecture supports the feature of the row: "yes", "no", or the only transport under
/// which it does, "instant" or "network".
std::string answer(const Architecture& architecture, const MatrixRow& row);

/// Prints the table of docs/architectures.md. A column is an architecture.
void print_matrix(const std::vector<Architecture>& columns, const std::vector<MatrixRow>& rows,
                  std::ostream& out);

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/outcome.hpp"

#include <optional>
#include <string>

namespace malha {

/// An outcome as bytes for another process, without the parts that that process does not need. Bytes that are
/// not UTF-8 are replaced.
std::string bytes_of(const Outcome& outcome);

/// The outcome that these bytes say; nothing when they are not whole.
std::optional<Outcome> outcome_of(const std::string& bytes);

} // namespace malha

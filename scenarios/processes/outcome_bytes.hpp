// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/outcome.hpp"

#include <optional>
#include <string>

namespace malha {

/// An outcome as bytes for the process that takes it, without what that process is not told. Text that is not
/// UTF-8 is made so.
std::string bytes_of(const Outcome& outcome);

/// The outcome that these bytes say; nothing when they are not whole.
std::optional<Outcome> outcome_of(const std::string& bytes);

} // namespace malha

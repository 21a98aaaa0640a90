// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/outcome.hpp"

#include <optional>
#include <string>

namespace malha {

/// Serializes an outcome for the parent process, without the parts that the parent does not need. Bytes that
/// are not UTF-8 are replaced.
std::string bytes_of(const Outcome& outcome);

/// Reads a serialized outcome; nothing if the bytes are not complete.
std::optional<Outcome> outcome_of(const std::string& bytes);

} // namespace malha

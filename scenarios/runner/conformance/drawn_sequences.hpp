// SPDX-License-Identifier: MIT
#pragma once
#include "asker.hpp"
#include "views.hpp"

namespace malha::conformance {

/// A run has some forty decisions, and so counts as this number of views.
constexpr int views_of_a_run = 5;

/// Draws views of a question for each of the settings: `views` in all, or a fifth of it if each view is a
/// whole run. They depend on the question and the seed, and not on the policy.
std::vector<Sequence> drawn_sequences(const Views& question, const std::vector<Settings>& settings, int views,
                                      std::uint64_t seed);

/// A sequence as part of an example.
Json json_of(const Sequence& sequence);

} // namespace malha::conformance

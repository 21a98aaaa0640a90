// SPDX-License-Identifier: MIT
#pragma once
#include "asker.hpp"
#include "views.hpp"

namespace malha::conformance {

/// Of a run, which has some forty decisions, so many stand for one view.
constexpr int views_of_a_run = 5;

/// Random views of a question for each of the settings, `views` in all, or a fifth of it where each view is a
/// whole run. They depend on the question and the seed, and not on the policy.
std::vector<Sequence> drawn_sequences(const Views& question, const std::vector<Settings>& settings, int views,
                                      std::uint64_t seed);

/// As a part of an example.
Json json_of(const Sequence& sequence);

} // namespace malha::conformance

// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/outcome.hpp"
#include "watched_asking.hpp"

#include <functional>

namespace malha::conformance {

/// Does something with foreign code in a process below this one, which is its guard: foreign code may stop
/// its process, end that which has started it, wait for ever, or leave processes behind. Ends it where it
/// does not go on, and ends what it leaves. The place says so, and Outcome::message says how the process
/// ended or what `work` returned.
Outcome guarded(const std::function<Outcome()>& work, Place& place, Seconds limit);

} // namespace malha::conformance

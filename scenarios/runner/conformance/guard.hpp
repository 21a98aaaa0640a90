// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/outcome.hpp"
#include "watched_asking.hpp"

#include <functional>

namespace malha::conformance {

/// Runs foreign code in a child process, which this process guards: foreign code may stop its process, end
/// its parent, wait for ever, or leave processes behind. Ends the child if it hangs, and the processes that
/// it leaves. The place says so, and Outcome::message has the end of the process, or the result of `work`.
Outcome guarded(const std::function<Outcome()>& work, Place& place, Seconds limit);

} // namespace malha::conformance

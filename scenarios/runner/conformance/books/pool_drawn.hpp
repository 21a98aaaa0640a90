// SPDX-License-Identifier: MIT
#pragma once
#include "pool_book.hpp"
#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {

/// What a pool may know at some date, as JSON; also when no task is there, or no machine is free. What
/// changed is not told, so that any view may follow another one of the same Draw.
Json drawn_pool(Draw& draw);
/// The book at a date that lies `after` behind `before`. Throws NoView.
Book pool_of(const Json& view, Seconds before);
/// The book as the next view of an instance, whose clock goes on. Throws NoView.
Book next_pool(const Json& view, Asking& asking);

} // namespace malha::conformance

// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <string>

namespace simgrid::s4u {
class Engine;
class Host;
class NetZone;
} // namespace simgrid::s4u

namespace simgrid::kernel::timer {
class Timer;
} // namespace simgrid::kernel::timer

/// The private parts of SimGrid that Malha uses, since S4U offers nothing in their place. No other file of
/// Malha names them.
namespace malha::kernel {

/// Makes the variables of each solver of SimGrid. For its first variable, which stands for an action that
/// goes on, a solver of SimGrid 3.32 makes a thousand of them: those of a forked process are then made before
/// the fork.
void make_variables(const simgrid::s4u::Engine& engine);

/// Runs code in SimGrid's own loop. What the code throws leaves Engine::run.
void run_in_loop(const std::function<void()>& code);

/// Calls `code` when no actor has anything left to do at the present date. Until then `cancel` takes it back.
simgrid::kernel::timer::Timer* call_at_end_of_date(const std::function<void()>& code);
void cancel(simgrid::kernel::timer::Timer* timer);

/// Lets the state of a host follow a profile: lines of a date and 0 or 1, each point once.
void set_state_profile(simgrid::s4u::Host& host, const std::string& lines);

/// Whether the zone has any routing. With routing="None", S4U aborts when it is asked for a route.
bool has_routing(const simgrid::s4u::NetZone& zone);

} // namespace malha::kernel

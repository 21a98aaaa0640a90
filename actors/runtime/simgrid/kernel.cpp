// SPDX-License-Identifier: MIT
#include "kernel.hpp"

#include <simgrid/kernel/ProfileBuilder.hpp>
#include <simgrid/kernel/Timer.hpp>
#include <simgrid/kernel/resource/Model.hpp>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>
#include <simgrid/s4u.hpp>
#include <simgrid/version.h>
#if SIMGRID_VERSION < 33600
#include <simgrid/simix.hpp>
#else
#include <simgrid/simcall.hpp>
#endif

#include <typeinfo>

namespace simgrid::kernel::lmm {

/// The members that are called here; neither SimGrid 3.32 nor 4.0 installs a header with this class.
class System {
public:
  Variable* variable_new(resource::Action* action, double penalty, double bound, std::size_t constraints);
  void variable_free(Variable* variable);
};

} // namespace simgrid::kernel::lmm

namespace malha::kernel {
namespace s4u = simgrid::s4u;
using simgrid::kernel::timer::Timer;

void make_variables(const s4u::Engine& engine) {
  for (const auto* model : engine.get_all_models())
    if (auto* solver = model->get_maxmin_system(); solver != nullptr)
      solver->variable_free(solver->variable_new(nullptr, 0, -1, 1));
}

void run_in_loop(const std::function<void()>& code) { simcall_run_blocking(code, nullptr); }

Timer* call_at_end_of_date(const std::function<void()>& code) {
  return Timer::set(s4u::Engine::get_clock(), [code] { code(); });
}

void cancel(Timer* timer) { timer->remove(); }

void set_state_profile(s4u::Host& host, const std::string& lines) {
  constexpr double never_again = -1;
  host.set_state_profile(simgrid::kernel::profile::ProfileBuilder::from_string("state of " + host.get_name(),
                                                                               lines, never_again));
}

bool has_routing(const s4u::NetZone& zone) {
  // The library does not export the type for a dynamic_cast.
  const auto& own = *zone.get_impl();
  return std::string(typeid(own).name()).find("EmptyZone") == std::string::npos;
}

} // namespace malha::kernel

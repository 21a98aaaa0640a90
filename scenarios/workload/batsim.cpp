// SPDX-License-Identifier: MIT
#include "readers.hpp"

namespace malha {

WorkloadGenerator batsim_reader() { return {"batsim", "", "", {}, nullptr, {}}; }

} // namespace malha

// SPDX-License-Identifier: MIT
#include "readers.hpp"

namespace malha {

WorkloadGenerator swf_reader() { return {"swf", "", "", {}, nullptr, {}}; }

} // namespace malha

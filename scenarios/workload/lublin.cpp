// SPDX-License-Identifier: MIT
#include "readers.hpp"

namespace malha {

WorkloadGenerator lublin_generator() { return {"lublin", "", "", {}, nullptr, {}}; }

} // namespace malha

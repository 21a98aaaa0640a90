// SPDX-License-Identifier: MIT
#pragma once

namespace malha {

/// What a host does. A host that has failed is off.
enum class HostState { on, switching_off, off, switching_on };

} // namespace malha

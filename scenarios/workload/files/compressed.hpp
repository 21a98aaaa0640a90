// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <iosfwd>

namespace malha {

/// Lets `write` write into a gzip stream, which goes to `out`.
void write_compressed(std::ostream& out, const std::function<void(std::ostream&)>& write);

} // namespace malha

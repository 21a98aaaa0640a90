// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

namespace malha::page {

/// Encodes bytes in base64.
std::string base64(std::string_view bytes);

} // namespace malha::page

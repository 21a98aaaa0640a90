// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace malha {

/// Returns the value with all its texts in UTF-8, as JSON needs them. Paths and headers of SWF files may hold
/// any bytes. A text that is not UTF-8 is read as Latin-1, in which every byte is a character.
nlohmann::json readable(const nlohmann::json& value);

} // namespace malha

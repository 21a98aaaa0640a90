// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace malha {

/// Converts all texts of a value to UTF-8, as JSON needs it. A path, or the header of an SWF file, may hold
/// any bytes. A text that is not UTF-8 is read as Latin-1, in which every byte is a letter.
nlohmann::json readable(const nlohmann::json& value);

} // namespace malha

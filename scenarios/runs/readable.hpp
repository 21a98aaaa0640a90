// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json.hpp>

namespace malha {

/// The same with all texts in UTF-8, which JSON must be: a path, or the header of an SWF file, may hold any
/// bytes. A text that is not UTF-8 is read as Latin-1, in which every byte is a letter.
nlohmann::json readable(const nlohmann::json& value);

} // namespace malha

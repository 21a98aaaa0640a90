// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace malha {

/// The JSON of a text. Where a key is there twice in one object, of which the library would keep the last, it
/// throws InputError, which begins with `where` and the line. Other errors are those of the library; without
/// `has_errors` the answer is then `discarded`.
nlohmann::json strict_json(std::string_view text, const std::string& where, bool has_errors = true);

} // namespace malha

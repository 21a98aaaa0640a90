// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json.hpp>

#include <string>

namespace malha {

/// A name as a snapshot has it: bytes that are no UTF-8 are replaced.
inline std::string as_in_a_snapshot(const std::string& name) {
  using nlohmann::json;
  return json::parse(json(name).dump(-1, ' ', false, json::error_handler_t::replace)).get<std::string>();
}

} // namespace malha

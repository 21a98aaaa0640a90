// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace malha::page {

/// Numbers that a script reads by `malha.numbers` (arrays.js): the type of a typed array, and its bytes in
/// base64, least significant first.
nlohmann::json typed_array(const std::vector<double>& numbers);
nlohmann::json typed_array(const std::vector<std::int32_t>& numbers);
nlohmann::json typed_array(const std::vector<std::uint8_t>& numbers);

/// Numbers repeated texts, so that each is written once.
class TextList {
public:
  std::int32_t number_of(const std::string& text);
  const std::vector<std::string>& texts() const { return texts_; }

private:
  std::map<std::string, std::int32_t> numbers_;
  std::vector<std::string> texts_;
};

/// JSON as a text. Bytes that are not UTF-8 are replaced.
std::string dumped(const nlohmann::json& json);

} // namespace malha::page

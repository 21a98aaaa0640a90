// SPDX-License-Identifier: MIT
#include "typed_array.hpp"

#include "base64.hpp"

#include <nlohmann/json.hpp>

namespace malha::page {
namespace {

template <class Number>
nlohmann::json array_of(const char* type, const std::vector<Number>& numbers) {
  // All machines that Malha runs on are little-endian, as the typed arrays of browsers are.
  const std::string_view bytes(reinterpret_cast<const char*>(numbers.data()),
                               numbers.size() * sizeof(Number));
  return {{"type", type}, {"base64", base64(bytes)}};
}

} // namespace

nlohmann::json typed_array(const std::vector<double>& numbers) { return array_of("Float64Array", numbers); }
nlohmann::json typed_array(const std::vector<std::int32_t>& numbers) {
  return array_of("Int32Array", numbers);
}
nlohmann::json typed_array(const std::vector<std::uint8_t>& numbers) {
  return array_of("Uint8Array", numbers);
}

std::int32_t TextList::number_of(const std::string& text) {
  const auto [found, is_new] = numbers_.emplace(text, static_cast<std::int32_t>(texts_.size()));
  if (is_new)
    texts_.push_back(text);
  return found->second;
}

std::string dumped(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace malha::page

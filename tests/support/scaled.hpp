// SPDX-License-Identifier: MIT
#pragma once
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace malha::testing {

/// The number of random instances of a test, times MALHA_TEST_INSTANCES.
template <class Number>
Number scaled(Number usual) {
  static const int factor = [] {
    const char* text = std::getenv("MALHA_TEST_INSTANCES");
    const int value = text == nullptr ? 1 : std::atoi(text);
    if (value < 1)
      throw std::invalid_argument("MALHA_TEST_INSTANCES is '" + std::string(text) + "'; valid: 1, 2, …");
    return value;
  }();
  return usual * static_cast<Number>(factor);
}

} // namespace malha::testing

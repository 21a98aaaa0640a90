// SPDX-License-Identifier: MIT
#pragma once
#include <gtest/gtest.h>

#include <string>

namespace malha::testing {

inline std::string printed(const char* text) { return text; }
inline std::string printed(const std::string& text) { return text; }
template <class Value>
std::string printed(const Value& value) {
  return ::testing::PrintToString(value);
}

/// Names each test of a suite by the value of its parameter: `INSTANTIATE_TEST_SUITE_P(By, Suite, values,
/// ByValue())`. Letters and digits stay. Any other characters between them become one '_'; those before the
/// first letter or digit are left out.
struct ByValue {
  template <class Value>
  std::string operator()(const ::testing::TestParamInfo<Value>& info) const {
    std::string name;
    bool is_apart = true;
    for (const char c : printed(info.param)) {
      const bool stays = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (stays || !is_apart)
        name += stays ? c : '_';
      is_apart = !stays;
    }
    return name.empty() ? "nothing" : name;
  }
};

} // namespace malha::testing

// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/conformance/views.hpp"

#include <gtest/gtest.h>

namespace malha::test {

/// The rule that an answer to a view of the question breaks; "": none. Both are JSON.
inline std::string broken_rule(const std::string& question, const std::string& view,
                               const std::string& answer) {
  const auto* views = conformance::views_of(question);
  if (views == nullptr)
    return "no views of " + question;
  return views->broken_rule(conformance::Json::parse(view), conformance::Json::parse(answer));
}

} // namespace malha::test

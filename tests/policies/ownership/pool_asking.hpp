// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/conformance/books/pool_book.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {

using HandMadePool = conformance::Book;

using Starts = std::vector<ownership::Start>;

/// What a policy with these parameters starts.
inline Starts starts(const std::string& policy, const HandMadePool& pool,
                     const std::map<std::string, std::string>& parameters = {}) {
  return make<ownership::Negotiate>(policy, parameters)->negotiate(pool.view());
}

} // namespace malha::test

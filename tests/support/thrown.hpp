// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace malha::testing {

/// What `act` throws as an `Error`; "(nothing)" when it throws nothing.
template <class Error, class Act>
std::string thrown(Act&& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "(nothing)";
}

} // namespace malha::testing

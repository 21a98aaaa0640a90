// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace malha::testing {

/// The text of the `Error` that `act` throws; "(nothing)" when it throws none.
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

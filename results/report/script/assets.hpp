// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

namespace malha::page {

/// A style sheet or a script below results/report, which is built into the program.
struct Asset {
  std::string_view name; ///< its path below results/report
  std::string_view text;
  std::string_view sha256; ///< in hexadecimal digits
};

/// The asset of that name. Throws std::out_of_range if there is none.
const Asset& asset(std::string_view name);

/// The hash of an asset for a content security policy: "'sha256-…='".
std::string policy_hash(const Asset& asset);

} // namespace malha::page

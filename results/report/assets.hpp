// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

namespace malha::page {

/// A style sheet or a script below results/report, which the program carries.
struct Asset {
  std::string_view name; ///< its path below results/report
  std::string_view text;
  std::string_view sha256; ///< in hexadecimal digits
};

/// The asset of that name. Throws std::out_of_range when there is none.
const Asset& asset(std::string_view name);

/// Its hash as a content security policy has it: "'sha256-…='".
std::string policy_hash(const Asset& asset);

} // namespace malha::page

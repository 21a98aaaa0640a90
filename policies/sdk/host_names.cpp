// SPDX-License-Identifier: MIT
#include "host_names.hpp"

#include "numbers.hpp"
#include "split.hpp"

#include <boost/algorithm/string/trim.hpp>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <set>
#include <stdexcept>

namespace malha {
namespace {

constexpr std::size_t most_hosts = 1000000; // as many as a platform may have
constexpr std::size_t most_digits = 9;
constexpr std::size_t most_quoted = 60; // bytes in a message

[[noreturn]] void refuse_hosts(const std::string& text, const std::string& why, const std::string& valid) {
  throw std::invalid_argument("'" + text.substr(0, most_quoted) + "' " + why + "; valid: " + valid);
}

/// The numbers of a range without its brackets, "1-4,7" or "01-16", as texts.
std::vector<std::string> numbers_of(const std::string& ranges, const std::string& whole) {
  std::vector<std::string> numbers;
  for (const auto& range : split(ranges, ',')) {
    const auto dash = range.find('-');
    const auto low = range.substr(0, dash), high = dash == std::string::npos ? low : range.substr(dash + 1);
    const auto from = parse_number<std::uint32_t>(low), to = parse_number<std::uint32_t>(high);
    if (!from || !to || low.size() > most_digits || high.size() > most_digits)
      refuse_hosts(whole, "has the range '" + range.substr(0, most_quoted) + "'",
                   "numbers and ranges such as n[1-4,7]");
    if (*from > *to)
      refuse_hosts(whole, "counts down", "the smaller number first, as in n[1-4]");
    if (*to - *from >= most_hosts || numbers.size() + (*to - *from) >= most_hosts)
      refuse_hosts(whole, "stands for more than a million hosts", "fewer");
    for (auto number = *from; number <= *to; ++number) {
      auto digits = std::to_string(number);
      digits.insert(0, low.size() > digits.size() ? low.size() - digits.size() : 0, '0');
      numbers.push_back(std::move(digits));
    }
  }
  return numbers;
}

bool may_be_in_a_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-';
}

/// All names of an expression without commas outside of brackets.
std::vector<std::string> names_of_one(const std::string& one) {
  if (one.find_first_of("[]") != std::string::npos && one.back() != ']')
    refuse_hosts(one, "does not end in its last range", "such as rack[1-2]n[1-4]");
  std::vector<std::string> names{""};
  for (std::size_t at = 0; at < one.size();) {
    const auto open = std::min(one.find('[', at), one.size()), close = one.find(']', at);
    if (open == one.size() ? close != std::string::npos : close == std::string::npos || close < open)
      refuse_hosts(one, "has a bracket without its other one", "such as n[1-4]");
    if (!std::all_of(one.begin() + static_cast<std::ptrdiff_t>(at),
                     one.begin() + static_cast<std::ptrdiff_t>(open), may_be_in_a_name))
      refuse_hosts(one, "is no name of a host", "letters, digits, '.', '-' and '_', and ranges as in n[1-4]");
    std::vector<std::string> ends{""};
    if (open < one.size())
      ends = numbers_of(one.substr(open + 1, close - open - 1), one);
    if (names.size() * ends.size() > most_hosts)
      refuse_hosts(one, "stands for more than a million hosts", "fewer");
    const auto between = one.substr(at, open - at);
    std::vector<std::string> longer;
    for (const auto& name : names)
      for (const auto& end : ends)
        longer.emplace_back(name).append(between).append(end);
    names = std::move(longer);
    at = open == one.size() ? open : close + 1;
  }
  return names;
}

/// The parts between commas that are in no brackets, without blanks around them.
std::vector<std::string> expressions_in(const std::string& text) {
  std::vector<std::string> parts(1);
  bool is_inside = false;
  for (const char c : text) {
    if (c == '[' || c == ']')
      is_inside = c == '[';
    if (c == ',' && !is_inside)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (auto& part : parts)
    boost::algorithm::trim(part);
  parts.erase(std::remove(parts.begin(), parts.end(), ""), parts.end());
  return parts;
}

} // namespace

std::vector<std::string> host_names(const std::string& expression) {
  std::vector<std::string> names;
  std::set<std::string> there;
  for (const auto& one : expressions_in(expression))
    for (auto& name : names_of_one(one))
      if (there.insert(name).second) {
        if (there.size() > most_hosts)
          refuse_hosts(expression, "stands for more than a million hosts", "fewer");
        names.push_back(std::move(name));
      }
  return names;
}

} // namespace malha

// SPDX-License-Identifier: MIT
#include "slurm_tres.hpp"

#include "field_values.hpp"
#include "policies/sdk/numbers.hpp"
#include "slurm_values.hpp"

namespace malha {
namespace {

constexpr double most_of_a_tres = 1e18; // sums of such amounts are exact enough, and finite

/// An amount with a suffix. The unit of mem and burst buffers is MB, that of all others 1.
std::optional<double> tres_amount(const std::string& name, std::string_view text) {
  static const std::string suffixes = "KMGTP";
  const int unit = name == "mem" || name.rfind("bb/", 0) == 0 ? 2 : 0;
  int exponent = 0;
  if (!text.empty()) {
    const auto letter = static_cast<char>(std::toupper(static_cast<unsigned char>(text.back())));
    if (const auto place = suffixes.find(letter); place != std::string::npos) {
      exponent = static_cast<int>(place) + 1 - unit;
      text.remove_suffix(1);
    }
  }
  const auto number = parse_number<double>(text);
  if (!number || !(*number >= 0 && *number <= most_of_a_tres))
    return std::nullopt;
  return std::ldexp(*number, 10 * exponent);
}

template <class NameOf>
cluster::TresAmounts amounts_in(const std::string& text, NameOf name_of) {
  cluster::TresAmounts amounts;
  for (const auto& part : SlurmValue("", text).list()) {
    const auto equals = part.find('=');
    if (equals == std::string::npos || equals == 0)
      throw std::invalid_argument(malha::quoted(part) +
                                  " is no amount of a resource; valid: such as cpu=10,mem=4G");
    const std::string name = name_of(part.substr(0, equals));
    const auto written = part.substr(equals + 1);
    const auto amount = written == "-1" ? 0 : tres_amount(name, written);
    if (!amount)
      throw std::invalid_argument("the amount of " + name + " is " + malha::quoted(written) +
                                  "; valid: a number from 0 on, with K, M, G, T or P behind it or without");
    if (amounts.count(name) > 0)
      throw std::invalid_argument("the amount of " + name + " is given twice; valid: once each");
    if (written != "-1")
      amounts.emplace(name, *amount);
  }
  return amounts;
}

std::string in_small_letters(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

std::string name_of_limited(const std::string& written) {
  if (in_small_letters(written) == "billing")
    return "billing";
  try {
    return cluster::tres_name(written);
  } catch (const std::invalid_argument&) {
    throw std::invalid_argument(malha::quoted(written) + " is no resource that can be limited" +
                                instead_of(written, {"cpu", "mem", "node", "billing", "gres/NAME",
                                                     "gres/NAME:TYPE", "license/NAME", "bb/NAME"}));
  }
}

} // namespace

cluster::TresAmounts tres_amounts(const std::string& text) { return amounts_in(text, in_small_letters); }

cluster::TresAmounts tres_limits(const std::string& text) { return amounts_in(text, name_of_limited); }

} // namespace malha

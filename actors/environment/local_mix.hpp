// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/local_users.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/random_streams.hpp"
#include "policies/sdk/split.hpp"

#include <boost/random/uniform_real_distribution.hpp>

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace malha::environment {

/// A kind of local users.
struct LocalKind {
  double share;         ///< of all users, from 0 to 1
  LocalProfile profile; ///< what monitors see of such a user
  double penalty;       ///< share of each core that parallel tasks lose to such a user, below 1
};

/// Throws InputError.
[[noreturn]] inline void refuse_mix(const std::string& text) {
  throw InputError(
      "local_users.mix='" + text +
      "'; valid: kinds of users, separated by commas, each share:cpu:memory:traffic:penalty, with "
      "the first three in % and from 0 to 100, the traffic in B/s, the penalty from 0 to 0.99, and "
      "shares that add up to 100");
}

/// One kind of the text. Throws InputError.
inline LocalKind kind_in(const std::string& part, const std::string& text) {
  constexpr double no_end = 1e300;
  constexpr std::array<double, 5> most{100, 100, 100, no_end, 0.99};
  const auto fields = split(part, ':');
  if (fields.size() != most.size())
    refuse_mix(text);
  std::array<double, 5> numbers{};
  for (std::size_t i = 0; i < most.size(); ++i) {
    const auto number = parse_number<double>(fields[i]);
    if (!number || !(*number >= 0 && *number <= most[i]))
      refuse_mix(text);
    numbers[i] = *number;
  }
  return {numbers[0] / 100, {numbers[1] / 100, numbers[2] / 100, numbers[3]}, numbers[4]};
}

/// The kinds in a text like "62:15:35:638:0.15,38:20:60:3650:0.2": of each the share of the users (%), CPU
/// (%), memory (%), traffic (B/s) and penalty (1). Throws InputError unless the shares add up to 100 %.
inline std::vector<LocalKind> kinds_in(const std::string& text) {
  std::vector<LocalKind> kinds;
  double sum = 0;
  for (const auto& part : split(text, ',')) {
    kinds.push_back(kind_in(part, text));
    sum += kinds.back().share;
  }
  if (!(std::abs(sum - 1) < 1e-9))
    refuse_mix(text);
  return kinds;
}

/// Draws the kind of the user of each host, with one draw a host, in their order. A host keeps the kind
/// whether its user is there or not, so that the same person comes back (ours).
inline std::vector<const LocalKind*> draw_kinds(const std::vector<LocalKind>& kinds, std::size_t hosts,
                                                RandomStreams::Engine& draws) {
  std::vector<const LocalKind*> of_hosts;
  while (of_hosts.size() < hosts) {
    double left = boost::random::uniform_real_distribution<double>(0, 1)(draws);
    auto kind = kinds.begin();
    while (left >= kind->share && std::next(kind) != kinds.end())
      left -= (kind++)->share;
    of_hosts.push_back(&*kind);
  }
  return of_hosts;
}

} // namespace malha::environment

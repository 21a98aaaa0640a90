// SPDX-License-Identifier: MIT
#include "shares.hpp"

#include <cmath>
#include <numeric>

namespace malha::ownership {

Shares::Shares(const std::vector<Machine>& machines, const ShareRules& rules)
    : rules_(rules), machines_(machines) {
  for (const auto& machine : machines) {
    if (!machine.owner)
      continue;
    const auto owner = static_cast<std::size_t>(*machine.owner);
    given_.resize(std::max(given_.size(), owner + 1));
    given_[owner] += machine.capacity;
  }
  shares_ = up_ = given_;
}

void Shares::switched(int number, bool is_on) {
  const auto& machine = machines_[static_cast<std::size_t>(number)];
  if (!machine.owner)
    return;
  up_[static_cast<std::size_t>(*machine.owner)] += is_on ? machine.capacity : -machine.capacity;
  if (rules_.owner_bears_outage)
    shares_ = up_;
  else
    divide();
}

/// Divides what is up in proportion to what was given. Whole machines are rounded down first, and those that
/// are left go to the largest remainders; ties: the first owner.
void Shares::divide() {
  const double left = std::accumulate(up_.begin(), up_.end(), 0.0);
  const double given = std::accumulate(given_.begin(), given_.end(), 0.0);
  double rest = left;
  std::vector<double> remainders;
  for (std::size_t owner = 0; owner < given_.size(); ++owner) {
    const double exact = given_[owner] * left / given;
    shares_[owner] = rules_.in_speed ? exact : std::floor(exact);
    remainders.push_back(exact - shares_[owner]);
    rest -= shares_[owner];
  }
  if (rules_.in_speed)
    return;
  for (; rest > 0; --rest) {
    const auto largest = std::max_element(remainders.begin(), remainders.end());
    shares_[static_cast<std::size_t>(largest - remainders.begin())] += 1;
    *largest = -1;
  }
}

} // namespace malha::ownership

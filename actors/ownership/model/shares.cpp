// SPDX-License-Identifier: MIT
#include "shares.hpp"

#include <cmath>
#include <numeric>

namespace malha::ownership {
namespace {

/// Divides an amount in proportion to what was given. Whole machines are rounded down first; the rest is
/// given to the largest remainders, ties to the first.
std::vector<double> divided(double amount, const std::vector<double>& given, bool in_machines) {
  const double sum = std::accumulate(given.begin(), given.end(), 0.0);
  double rest = amount;
  std::vector<double> parts, remainders;
  for (const double one : given) {
    const double exact = one * amount / sum;
    parts.push_back(in_machines ? std::floor(exact) : exact);
    remainders.push_back(exact - parts.back());
    rest -= parts.back();
  }
  for (; in_machines && rest > 0; --rest) {
    const auto largest = std::max_element(remainders.begin(), remainders.end());
    parts[static_cast<std::size_t>(largest - remainders.begin())] += 1;
    *largest = -1;
  }
  return parts;
}

} // namespace

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
  if (rules_.owner_loses_outage)
    shares_ = up_;
  else
    divide();
}

void Shares::divide() {
  shares_ = divided(std::accumulate(up_.begin(), up_.end(), 0.0), given_, !rules_.in_speed);
}

std::vector<double> shares_with_guarantee(const std::vector<double>& owners,
                                          const std::vector<std::int64_t>& demands, const ShareRules& rules) {
  auto shares = owners;
  shares.resize(demands.size());
  std::vector<double> guests(demands.size()); // 1 for each who is to get a part
  for (std::size_t user = owners.size(); user < demands.size(); ++user)
    guests[user] = demands[user] > 0;
  if (std::accumulate(guests.begin(), guests.end(), 0.0) == 0)
    return shares;
  const double all = std::accumulate(owners.begin(), owners.end(), 0.0);
  double part = all * rules.guarantee;
  if (rules.guarantee_of_unused) {
    double unused = 0;
    for (std::size_t owner = 0; owner < owners.size(); ++owner)
      unused += std::max(0.0, owners[owner] - static_cast<double>(demands[owner]));
    part = std::min(part, unused);
  }
  part = rules.in_speed ? part : std::floor(part);
  if (!rules.guarantee_of_unused) {
    shares = divided(all - part, owners, !rules.in_speed);
    shares.resize(demands.size());
  }
  const auto parts = divided(part, guests, !rules.in_speed);
  for (std::size_t user = owners.size(); user < demands.size(); ++user)
    shares[user] = parts[user];
  return shares;
}

} // namespace malha::ownership

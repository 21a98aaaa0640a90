// SPDX-License-Identifier: MIT
#include "site_shares.hpp"

#include "scenarios/workload/files/account_dump.hpp"
#include "scenarios/workload/files/account_usage.hpp"

namespace malha {

ReadShares read_shares(const std::filesystem::path& accounts, const std::filesystem::path& usage) {
  auto dump = read_account_dump(accounts);
  std::vector<double> used(static_cast<std::size_t>(dump.accounts.size()));
  if (!usage.empty())
    used = read_account_usage(usage, dump.accounts);
  ReadShares read{{std::move(dump.accounts), std::move(used)}, {}};
  for (const auto& key : dump.without_effect)
    read.keys_without_effect.push_back(key.key);
  return read;
}

std::vector<AdvanceReservation> read_advance_reservations(const std::filesystem::path& file) {
  return read_reservations(file);
}

} // namespace malha

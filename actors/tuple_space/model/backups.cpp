// SPDX-License-Identifier: MIT
#include "backups.hpp"

#include <algorithm>
#include <functional>

namespace malha::tuple_space {

OpNumber Backups::held_by_needed(OpNumber end) const {
  if (needed() == 0)
    return end;
  std::vector<OpNumber> held;
  for (const int replica : in_order())
    held.push_back(all_[static_cast<std::size_t>(replica)].held);
  std::sort(held.begin(), held.end(), std::greater<>());
  return held[needed() - 1];
}

std::vector<int> Backups::in_order() const {
  const int servers = static_cast<int>(all_.size());
  std::vector<int> others;
  for (int step = 1; step < servers; ++step)
    others.push_back((self_ + step) % servers);
  return others;
}

std::vector<int> Backups::to_prepare(OpNumber end, OpNumber lag) const {
  std::vector<int> chosen;
  std::size_t fast = 0;
  for (const int replica : in_order()) {
    const auto& one = all_[static_cast<std::size_t>(replica)];
    if (one.slow)
      continue;
    const bool is_needed = ++fast <= needed();
    const bool lacks_many = end - one.next >= lag;
    if ((is_needed || lacks_many) && !one.under_way && one.next < end)
      chosen.push_back(replica);
  }
  return chosen;
}

void Backups::confirm(int replica, OpNumber held) {
  auto& one = (*this)[replica];
  one.held = std::max(one.held, held);
  one.next = std::max(one.next, one.held);
  one.under_way = one.held < one.next;
  one.slow = false;
}

void Backups::start_again(OpNumber committed) {
  for (auto& one : all_) {
    one.slow = one.under_way;
    one.next = one.held > 0 ? one.held : committed;
  }
}

void Backups::begin_view(OpNumber end, const std::vector<int>& voters) {
  all_.assign(all_.size(), Backup{0, end, true, true});
  for (const int replica : voters)
    (*this)[replica].slow = false;
}

} // namespace malha::tuple_space

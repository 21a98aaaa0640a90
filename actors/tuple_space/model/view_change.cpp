// SPDX-License-Identifier: MIT
#include "view_change.hpp"

#include <algorithm>
#include <tuple>

namespace malha::tuple_space {

void ViewChange::clear() {
  starts_.clear();
  votes_.clear();
  has_voted_ = false;
}

std::vector<int> ViewChange::voters() const {
  std::vector<int> all;
  for (const auto& [from, vote] : votes_)
    all.push_back(from);
  return all;
}

std::optional<OpNumber> ViewChange::committed_of(int replica) const {
  if (const auto vote = votes_.find(replica); vote != votes_.end())
    return vote->second.committed;
  const auto start = starts_.find(replica);
  return start != starts_.end() ? std::optional(start->second) : std::nullopt;
}

OpNumber ViewChange::most_committed(OpNumber own) const {
  for (const auto& [from, vote] : votes_)
    own = std::max(own, vote.committed);
  return own;
}

const DoViewChange* ViewChange::best(View last_normal, OpNumber end) const {
  const DoViewChange* best = nullptr;
  auto latest = std::tuple(last_normal, end);
  for (const auto& [from, vote] : votes_)
    if (const std::tuple voted(vote.last_normal, vote.end); voted > latest) {
      latest = voted;
      best = &vote;
    }
  return best;
}

} // namespace malha::tuple_space

// SPDX-License-Identifier: MIT
#include "tuple_index.hpp"

#include <utility>

namespace malha::tuple_space {

std::uint32_t TupleIndex::new_members() {
  if (unused_.empty()) {
    many_.emplace_back(ranked_);
    return static_cast<std::uint32_t>(many_.size() - 1);
  }
  const auto number = unused_.back();
  unused_.pop_back();
  return number;
}

void TupleIndex::grow() {
  constexpr std::size_t least = 8;
  const auto before = std::exchange(slots_, std::vector<Slot>(std::max(least, 2 * slots_.size())));
  shift_ = 64;
  for (auto size = slots_.size(); size > 1; size /= 2)
    --shift_;
  for (const auto& slot : before)
    if (!slot.empty())
      slots_[position_of(slot.hash, [](const Slot&) { return false; })] = slot;
}

/// Who went on because of it moves back.
void TupleIndex::erase(std::size_t position) {
  for (auto next = after(position); !slots_[next].empty(); next = after(next)) {
    const auto mask = slots_.size() - 1;
    const bool is_behind_home = ((next - home_of(slots_[next].hash)) & mask) >= ((next - position) & mask);
    if (is_behind_home)
      slots_[std::exchange(position, next)] = slots_[next];
  }
  slots_[position] = Slot();
}

} // namespace malha::tuple_space

// SPDX-License-Identifier: MIT
#include "checkpoints.hpp"

#include <algorithm>

namespace malha::tuple_space {

bool Checkpoints::next() {
  const Seconds interval_end = begin_ + interval_;
  const bool ends_before = speeds_ == nullptr ? !((made_ + 1) * interval_ < work_ / nominal_)
                                              : speeds_->end(begin_, left_) <= interval_end;
  if (ends_before)
    return false;
  if (speeds_ != nullptr)
    left_ = std::max(0.0, left_ - speeds_->computed(begin_, interval_end));
  ++made_;
  begin_ = start_ + made_ * (interval_ + cost_);
  return true;
}

bool Checkpoints::next_needed(Seconds crash) {
  constexpr Seconds clearly = 1; // more than any error of a clock
  while (next()) {
    Checkpoints after = *this;
    const Seconds follows = after.next() ? after.date() : after.end();
    if (!(follows + clearly < crash))
      return true;
  }
  return false;
}

} // namespace malha::tuple_space

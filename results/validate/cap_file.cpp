// SPDX-License-Identifier: MIT
#include "cap_file.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "rows.hpp"

#include <cmath>

namespace malha {

CapFile::CapFile(const std::filesystem::path& folder, bool is_strict, Findings& findings)
    : is_strict_(is_strict), findings_(findings) {
  if (!is_written(folder / "power_cap.csv"))
    return;
  row_.emplace(folder / "power_cap.csv");
  has_next_ = row_->next();
  if (has_next_)
    next_ = finite(*row_, "time");
}

/// Reads the rows up to this date.
void CapFile::read_to(Seconds date) {
  while (has_next_ && next_ <= date) {
    cap_ = finite(*row_, "cap");
    place_ = row_->place();
    has_next_ = row_->next();
    if (!has_next_)
      return;
    const Seconds before = next_;
    next_ = finite(*row_, "time");
    if (!(next_ > before))
      findings_.violation("power_cap", row_->place() + " is at " + shortest(next_) + ", after a row at " +
                                           shortest(before));
  }
}

void CapFile::passed(Seconds from, Seconds to, Watts power) {
  while (row_ && from < to) {
    read_to(from);
    const Seconds until = has_next_ ? std::min(to, next_) : to;
    compare(from, until, power);
    from = until;
  }
}

void CapFile::compare(Seconds from, Seconds to, Watts power) {
  if (!cap_ && !std::exchange(is_unknown_, true))
    findings_.violation("power_cap", "the cap at " + shortest(from) + " is not in power_cap.csv");
  if (!cap_ || power <= *cap_ + rounding * std::abs(*cap_))
    return;
  time_above_ += to - from;
  energy_above_ += (power - *cap_) * (to - from);
  if (is_strict_ && !std::exchange(is_above_, true))
    findings_.violation("power_cap", "the power at " + shortest(from) + " is " + shortest(power) +
                                         ", and the cap is " + shortest(*cap_) + " (" + place_ + ")");
}

void CapFile::end() {
  if (row_ && is_strict_)
    findings_.checked("the power is never above the cap");
}

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace malha {

/// The number that a text stands for, in `unit`. A plain number has that unit already. Behind it may stand
/// one of the units of SimGrid that fit: for "s" a time such as 90min, 2h or 1d; for "B" a size such as 10kB
/// or 1MiB; for "B/s" a bandwidth such as 1GBps; for "flop" and "flop/s" an amount such as 1Gf, for the
/// latter 1GHz, too, at one flop a cycle; for "%" a '%'. Nothing when the text is anything else.
std::optional<double> parse_quantity(std::string_view text, const std::string& unit);

/// Two ways of writing an example of that unit, "1e9 or 1GBps"; "" where only plain numbers are read.
std::string example_of_unit(const std::string& unit);

} // namespace malha

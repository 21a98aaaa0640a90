// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace malha {

/// Whether a value says that it is not known: nothing, -1, NA, NaN, None, null, Unknown, or, of a limit,
/// INFINITE, UNLIMITED or Partition_Limit. Capitals do not matter.
bool is_unknown(std::string_view text);
/// Whether a number is one by which Slurm says that there is none: 4294967294 or 4294967295, or those of 64
/// bits.
bool is_unknown_number(std::string_view text);

/// A date of a trace.
struct TraceDate {
  std::int64_t microseconds;
  /// Whether it counts from 1970. Otherwise it counts from the beginning of the trace.
  bool is_of_calendar;
  bool lacks_zone; ///< a date of the calendar that was read as one of UTC
};

/// A date in s. A difference of dates is best taken in microseconds, and turned into s then.
inline Seconds in_seconds(std::int64_t microseconds) { return static_cast<double>(microseconds) / 1e6; }

/// The first date that no trace may have: the begin of the year 10000, in s since 1970.
inline constexpr Seconds end_of_dates = 253402300800;

/// The date that a text stands for in one of `date_forms`; nothing where it stands for none. Dates reach
/// from year 1400 to the end of year 9999.
std::optional<TraceDate> date_in(std::string_view text, const std::string& form);
/// The date behind an ISO 8601 text: "2020-05-01", "2020-05-01T10:00:03.25+02:00", "2020-05-01 10:00Z".
std::optional<TraceDate> iso_date(std::string_view text);
/// A date of the calendar as ISO 8601, in UTC.
std::string iso_text(const TraceDate& date);
/// The duration that a text stands for in one of `duration_forms`, at least 0; nothing where there is none.
/// In form hms it is as Slurm writes it: "1-06:30:00", "30:00:00", "06:30:00", "30:00", "30:00.25".
std::optional<Seconds> duration_in(std::string_view text, const std::string& form);
/// The number of nodes that a text stands for in one of `count_forms`, at least 0; nothing where it stands
/// for none. In form NxC it is the N of a text that ends in "2500x112", behind a ':' or at its beginning.
std::optional<int> count_in(std::string_view text, const std::string& form);
/// The memory, in bytes, that a text stands for in one of `memory_forms`, at least 0; nothing where there is
/// none.
std::optional<Bytes> memory_in(std::string_view text, const std::string& form);

/// What is valid in a form, as messages say it.
std::string valid_in(const std::string& form);

/// A text of a file in a message, which may be long.
std::string quoted(std::string_view text);

} // namespace malha

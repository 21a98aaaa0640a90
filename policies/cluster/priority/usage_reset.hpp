// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/errors.hpp"
#include "policies/sdk/quantities.hpp"

#include <boost/date_time/gregorian/gregorian_types.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace malha::cluster {

/// PriorityUsageResetPeriod: when all usage becomes 0 (Slurm 22.05 documentation, slurm.conf).
enum class UsageReset {
  none,
  now,     ///< once, when the scheduler starts
  daily,   ///< at midnight
  weekly,  ///< on Sundays, at the midnight before
  monthly, ///< on the first day of a month, at the midnight before
  quarterly,
  yearly,
};

/// The words for the periods, in the order of the enumeration.
inline const std::vector<std::string>& usage_reset_words() {
  static const std::vector<std::string> words{"none",    "now",       "daily", "weekly",
                                              "monthly", "quarterly", "yearly"};
  return words;
}

/// The period that a word stands for; upper and lower case are the same. Throws std::invalid_argument.
inline UsageReset usage_reset_of(const std::string& word) {
  std::string lower = word;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto& words = usage_reset_words();
  const auto found = std::find(words.begin(), words.end(), lower);
  if (found == words.end())
    throw std::invalid_argument("'" + word +
                                "' is no period after which usage is reset; valid: " + listed(words));
  return static_cast<UsageReset>(found - words.begin());
}

/// Why a half life and a period do not go together: usage that neither fades nor is reset grows for ever.
/// Nothing where all is well.
inline std::optional<std::string> why_usage_never_ends(Seconds half_life, UsageReset period) {
  if (half_life != 0 || period != UsageReset::none)
    return std::nullopt;
  return "usage would grow for ever, since its half life is 0 and it is never reset; valid: a half life from "
         "1 s on, or a period after which usage is reset";
}

/// The day on which a period begins that follows the one with `day`.
inline boost::gregorian::date next_reset_day(const boost::gregorian::date& day, UsageReset period) {
  using boost::gregorian::days;
  constexpr int in_a_week = 7, in_a_quarter = 3, in_a_year = 12;
  if (period == UsageReset::daily)
    return day + days(1);
  if (period == UsageReset::weekly)
    return day + days(in_a_week - day.day_of_week().as_number()); // Sunday is 0
  const int months = period == UsageReset::monthly     ? 1
                     : period == UsageReset::quarterly ? in_a_quarter
                                                       : in_a_year;
  const int ahead = months - (day.month().as_number() - 1) % months;
  return boost::gregorian::date(day.year(), day.month(), 1) + boost::gregorian::months(ahead);
}

/// The first date after `date` at which usage is reset; `never` where there is none, or from the year 9999
/// on. `zero` is the date 0 s of the simulation in seconds since 1970. Days have 86400 s: the calendar is
/// UTC, and no clock is put back in autumn. For `now` the scheduler sets all usage to 0 when it starts.
inline Seconds next_usage_reset(UsageReset period, Seconds date, std::int64_t zero) {
  constexpr std::int64_t in_a_day = 86400;
  if (period == UsageReset::none || period == UsageReset::now)
    return never;
  const boost::gregorian::date first(1970, 1, 1);
  const std::int64_t last_day = (boost::gregorian::date(9999, 1, 1) - first).days();
  // Whole seconds, since the sum of two doubles might be a midnight that is still to come.
  const double second = std::floor(date);
  if (second >= static_cast<double>(last_day * in_a_day - zero))
    return never;
  const auto day = (zero + static_cast<std::int64_t>(second)) / in_a_day;
  const auto next = next_reset_day(first + boost::gregorian::days(day), period);
  return static_cast<Seconds>((next - first).days() * in_a_day - zero);
}

} // namespace malha::cluster

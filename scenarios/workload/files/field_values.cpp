// SPDX-License-Identifier: MIT
#include "field_values.hpp"

#include "policies/sdk/numbers.hpp"

#include <boost/date_time/posix_time/posix_time.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace malha {
namespace {

constexpr std::int64_t in_a_second = 1'000'000;
constexpr std::size_t longest_quote = 40;

/// Seconds of one unit of a form.
const std::map<std::string, double> seconds_of{{"s", 1}, {"min", 60}, {"h", 3600}, {"epoch", 1}};
/// Units of a form in a second, where a unit is shorter than that.
const std::map<std::string, double> units_in_a_second{{"ms", 1000}, {"epoch_ms", 1000}};

/// Most numbers are digits alone, which are faster to read as integers.
std::optional<double> number_in(std::string_view text) {
  constexpr std::size_t most_digits = 15; // so many are a double
  if (!text.empty() && text.size() <= most_digits && text.front() != '-')
    if (const auto whole = parse_number<std::int64_t>(text))
      return static_cast<double>(*whole);
  return parse_number<double>(text);
}

/// The number behind a text, in s.
std::optional<double> seconds_in(std::string_view text, const std::string& form) {
  const auto number = number_in(text);
  if (!number || !std::isfinite(*number))
    return std::nullopt;
  if (form == "s") // of which there are most
    return number;
  const auto shorter = units_in_a_second.find(form);
  return shorter == units_in_a_second.end() ? *number * seconds_of.at(form) : *number / shorter->second;
}

/// Takes the parts of a date from the beginning of a text.
class DateScanner {
public:
  explicit DateScanner(std::string_view text) : rest_(text) {}

  bool is_at_end() const { return rest_.empty(); }
  bool takes(std::string_view what) {
    const bool is_there = rest_.substr(0, what.size()) == what;
    if (is_there)
      rest_.remove_prefix(what.size());
    return is_there;
  }
  bool takes_one_of(std::string_view all) {
    const bool is_there = !rest_.empty() && all.find(rest_.front()) != std::string_view::npos;
    if (is_there)
      rest_.remove_prefix(1);
    return is_there;
  }
  /// A number of exactly `digits` digits, up to `most`.
  std::optional<int> number(std::size_t digits, int most) {
    if (digits_here() < digits)
      return std::nullopt;
    const auto value = parse_number<int>(rest_.substr(0, digits));
    rest_.remove_prefix(digits);
    return value && *value <= most ? value : std::nullopt;
  }
  /// The digits behind a decimal point, in microseconds; what is behind the sixth is cut off.
  std::optional<int> fraction() {
    const auto digits = digits_here();
    std::string six(rest_.substr(0, std::min<std::size_t>(digits, 6)));
    six.resize(6, '0');
    rest_.remove_prefix(digits);
    return digits > 0 ? parse_number<int>(six) : std::nullopt;
  }

private:
  std::size_t digits_here() const { return std::min(rest_.find_first_not_of("0123456789"), rest_.size()); }

  std::string_view rest_;
};

std::optional<std::int64_t> days_since_1970(DateScanner& text) {
  const auto year = text.number(4, 9999);
  const bool has_month = year && text.takes("-");
  const auto month = has_month ? text.number(2, 12) : std::nullopt;
  const bool has_day = month && text.takes("-");
  const auto day = has_day ? text.number(2, 31) : std::nullopt;
  if (!day)
    return std::nullopt;
  using boost::gregorian::date;
  try {
    const date begin(1970, 1, 1),
        that(static_cast<unsigned short>(*year), static_cast<unsigned short>(*month),
             static_cast<unsigned short>(*day));
    return static_cast<std::int64_t>((that - begin).days());
  } catch (const std::out_of_range&) { // 30 February, or a year before 1400
    return std::nullopt;
  }
}

/// The time of the day, in microseconds: "10:00", "10:00:03", "10:00:03.25".
std::optional<std::int64_t> time_of_day(DateScanner& text) {
  const auto hour = text.number(2, 23);
  const bool has_minute = hour && text.takes(":");
  const auto minute = has_minute ? text.number(2, 59) : std::nullopt;
  if (!minute)
    return std::nullopt;
  std::optional<int> second = 0, fraction = 0;
  if (text.takes(":")) {
    second = text.number(2, 60); // 60: a leap second
    if (second && text.takes_one_of(".,"))
      fraction = text.fraction();
  }
  if (!second || !fraction)
    return std::nullopt;
  return (*hour * 3600 + *minute * 60 + *second) * in_a_second + *fraction;
}

/// The number behind all digits from here on; there must be one.
std::optional<double> digits_of(DateScanner& text) {
  std::optional<double> value;
  while (const auto digit = text.number(1, 9))
    value = value.value_or(0) * 10 + *digit;
  return value;
}

/// With days, hours come next, and what is left out is 0. Otherwise seconds are the last, and hours may be
/// left out, or be above 23.
std::optional<Seconds> hours_minutes_seconds(DateScanner text) {
  auto first = digits_of(text);
  const bool has_days = first && text.takes("-");
  const double days = has_days ? *first : 0;
  if (has_days)
    first = digits_of(text);
  if (!first || (has_days && *first > 23))
    return std::nullopt;
  std::vector<double> parts{*first};
  while (parts.size() < 3 && text.takes(":")) {
    const auto part = text.number(2, 59);
    if (!part)
      return std::nullopt;
    parts.push_back(*part);
  }
  const bool has_seconds = parts.size() == 3 || (!has_days && parts.size() == 2);
  const auto fraction = has_seconds && text.takes_one_of(".,") ? text.fraction() : std::optional<int>(0);
  if ((!has_seconds && !has_days) || !fraction || !text.is_at_end())
    return std::nullopt;
  if (has_days)
    parts.resize(3);
  Seconds time = 0;
  for (const double part : parts)
    time = time * 60 + part;
  return days * 86400 + time + *fraction / static_cast<double>(in_a_second);
}

struct Zone {
  bool is_given;
  std::int64_t offset; ///< in s east of UTC
};

/// "Z", "UTC", "+02:00", "+0200", "+02", or nothing.
std::optional<Zone> zone_in(DateScanner& text) {
  if (text.is_at_end())
    return Zone{false, 0};
  text.takes(" ");
  if (text.takes("Z") || text.takes("UTC"))
    return Zone{true, 0};
  const bool is_east = text.takes("+");
  if (!is_east && !text.takes("-"))
    return std::nullopt;
  const auto hours = text.number(2, 23);
  const bool has_minutes = hours && (text.takes(":") || !text.is_at_end());
  const auto minutes = has_minutes ? text.number(2, 59) : std::optional(0);
  if (!hours || !minutes)
    return std::nullopt;
  const std::int64_t offset = *hours * 3600 + *minutes * 60;
  return Zone{true, is_east ? offset : -offset};
}

} // namespace

bool is_unknown(std::string_view text) {
  if (text.empty())
    return true;
  if (text.front() >= '0' && text.front() <= '9') // nearly all values are numbers
    return false;
  static constexpr std::array<const char*, 13> words{
      "na",     "n/a",     "nan",      "none",      "none assigned",   "null",
      "(null)", "unknown", "infinite", "unlimited", "partition_limit", "not_set",
      "\\n"};
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(words.begin(), words.end(), small) != words.end() || parse_number<double>(text) == -1.0;
}

bool is_unknown_number(std::string_view text) {
  static constexpr std::array<std::string_view, 4> numbers{"4294967294", "4294967295", "18446744073709551614",
                                                           "18446744073709551615"};
  return text.size() >= 10 && std::find(numbers.begin(), numbers.end(), text) != numbers.end();
}

std::string iso_text(const TraceDate& date) {
  const boost::posix_time::ptime begin(boost::gregorian::date(1970, 1, 1));
  return boost::posix_time::to_iso_extended_string(begin +
                                                   boost::posix_time::microseconds(date.microseconds)) +
         "Z";
}

std::optional<TraceDate> iso_date(std::string_view text) {
  DateScanner rest(text);
  const auto days = days_since_1970(rest);
  if (!days)
    return std::nullopt;
  std::optional<std::int64_t> time = 0;
  std::optional<Zone> zone = Zone{false, 0};
  if (rest.takes_one_of("T ")) {
    time = time_of_day(rest);
    if (time)
      zone = zone_in(rest);
  }
  if (!time || !zone || !rest.is_at_end())
    return std::nullopt;
  return TraceDate{(*days * 86400 - zone->offset) * in_a_second + *time, true, !zone->is_given};
}

std::optional<TraceDate> date_in(std::string_view text, const std::string& form) {
  if (form == "date")
    return iso_date(text);
  const bool is_of_calendar = form == "epoch" || form == "epoch_ms";
  const auto seconds = seconds_in(text, form);
  if (!seconds || *seconds < 0 || *seconds >= end_of_dates)
    return std::nullopt;
  return TraceDate{std::llround(*seconds * in_a_second), is_of_calendar, false};
}

std::optional<Seconds> duration_in(std::string_view text, const std::string& form) {
  const auto seconds = form == "hms" ? hours_minutes_seconds(DateScanner(text)) : seconds_in(text, form);
  return seconds && *seconds >= 0 && *seconds < end_of_dates ? seconds : std::nullopt;
}

std::optional<int> count_in(std::string_view text, const std::string& form) {
  if (form == "NxC") {
    const auto begin = text.rfind(':') + 1; // 0 where there is none
    const auto cross = text.find('x', begin);
    if (cross == std::string_view::npos || !parse_number<int>(text.substr(cross + 1)))
      return std::nullopt;
    text = text.substr(begin, cross - begin);
  }
  const auto number = number_in(text); // some tools write 4 nodes as 4.0
  const bool is_count =
      number && *number >= 0 && *number <= std::numeric_limits<int>::max() && *number == std::trunc(*number);
  return is_count ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

std::optional<Bytes> memory_in(std::string_view text, const std::string& form) {
  constexpr double most = 1e12, mib = 1 << 20, gib = 1 << 30;
  const auto number = parse_number<double>(text);
  if (!number || !(*number >= 0 && *number <= most))
    return std::nullopt;
  return *number * (form == "gib" ? gib : form == "mib" ? mib : 1);
}

std::string valid_in(const std::string& form) {
  static const std::string below = ", at least 0 and below 253402300800 s";
  static const std::map<std::string, std::string> texts{
      {"s", "a number of seconds" + below},
      {"ms", "a number of milliseconds" + below},
      {"min", "a number of minutes" + below},
      {"h", "a number of hours" + below},
      {"hms", "a time such as 1-06:30:00, 06:30:00 or 30:00, below 253402300800 s"},
      {"date", "a date such as 2020-05-01T10:00:03+02:00, in years 1400 to 9999"},
      {"epoch", "a number of seconds since 1970, up to the end of year 9999"},
      {"epoch_ms", "a number of milliseconds since 1970, up to the end of year 9999"},
      {"count", "an integer, from 0 to " + std::to_string(std::numeric_limits<int>::max())},
      {"mib", "a number of MiB, from 0 to 1e12"},
      {"gib", "a number of GiB, from 0 to 1e12"},
      {"bytes", "a number of bytes, from 0 to 1e12"},
      {"slurm", "a word, or a number of Slurm, whose lowest byte is from 0 (pending) to 11"},
      {"swf", "a word, or a number of SWF, from -1 (unknown) to 5 (cancelled)"},
      {"NxC", "a text that ends in N nodes x C cores, such as 'frontier:excl:2500x112'"}};
  return texts.at(form);
}

std::string quoted(std::string_view text) { return "'" + std::string(text.substr(0, longest_quote)) + "'"; }

} // namespace malha

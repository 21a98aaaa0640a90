// SPDX-License-Identifier: MIT
#include "swf_line.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "recorded_job.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace malha::swf {
namespace {

/// Of what is no number, in a message.
constexpr int longest_quote = 40;
const std::string unknown_or_positive = "-1 (unknown), or at least 0";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool is_comment(std::string_view line) { return line.empty() || line.front() == ';'; }

/// Nearly all numbers are integers, which are much faster to read.
std::from_chars_result read_number(const char* begin, const char* end, double& value) {
  std::int64_t integer;
  const auto read = std::from_chars(begin, end, integer);
  if (read.ec != std::errc() || (read.ptr != end && !is_blank(*read.ptr)))
    return std::from_chars(begin, end, value);
  value = static_cast<double>(integer);
  return read;
}

/// Job number and submission of a line; nothing where it has none, which is for the reader to say.
std::optional<std::pair<double, double>> start_of(std::string_view line) {
  std::pair<double, double> start;
  const char *const end = line.data() + line.size(), *at = line.data();
  for (double* field : {&start.first, &start.second}) {
    while (at != end && is_blank(*at))
      ++at;
    const auto read = read_number(at, end, *field);
    if (read.ec != std::errc())
      return std::nullopt;
    at = read.ptr;
  }
  return start;
}

/// Most other fields are digits alone. Goes behind them; nothing where the field is something else.
std::optional<std::int64_t> whole_number_at(const char*& at, const char* end) {
  constexpr std::ptrdiff_t most_digits = 18; // so many fit into 64 bits
  std::int64_t value = 0;
  const char* stop = at;
  for (; stop != end && *stop >= '0' && *stop <= '9'; ++stop)
    if (stop - at < most_digits)
      value = 10 * value + (*stop - '0');
  const auto digits = stop - at;
  if (digits == 0 || digits > most_digits || (stop != end && !is_blank(*stop)))
    return std::nullopt;
  at = stop;
  return value;
}

double number_at(const char*& at, const char* end, std::size_t field, const LineReader& lines) {
  const char* const begin = at;
  if (end - begin > 2 && begin[0] == '-' && begin[1] == '1' && is_blank(begin[2])) {
    at += 2; // half of the fields of most files are unknown
    return unknown;
  }
  if (const auto whole = whole_number_at(at, end))
    return static_cast<double>(*whole);
  double value;
  auto [stop, error] = read_number(begin, end, value);
  if (error != std::errc() || (stop != end && !is_blank(*stop)) || !std::isfinite(value)) {
    while (stop != end && !is_blank(*stop))
      ++stop;
    refuse_field(lines, field, "'" + std::string(begin, std::min(stop, begin + longest_quote)) + "'",
                 "a number");
  }
  if (value < 0 && value != unknown && field != wait_time && field != run_time)
    refuse_field(lines, field, written(value), unknown_or_positive);
  at = stop;
  return value;
}

/// Several jobs are joined by '&'. They are kept as they are written; the number is the first one's.
double preceding_at(const char*& at, const char* end, const LineReader& lines, std::string& text) {
  text.clear();
  const char* const stop = std::find_if(at, end, is_blank);
  const std::string_view word(at, static_cast<std::size_t>(stop - at));
  if (!is_list(word))
    return number_at(at, end, preceding_job, lines);
  text = word;
  at = stop;
  return parse_number<double>(word.substr(0, word.find('&'))).value();
}

[[noreturn]] void refuse_count(std::string_view line, const LineReader& lines) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < line.size(); ++i)
    count += !is_blank(line[i]) && (i == 0 || is_blank(line[i - 1]));
  lines.bad_row(std::string(lines.unfinished() ? "the last line has " : "has ") + std::to_string(count) +
                    (count == 1 ? " field" : " fields") + "; valid: 18",
                "wrong number of fields");
}

/// Whether the line says that it is a part of a job, which another line sums up.
bool is_part(std::string_view line) {
  for (std::size_t field = 0; field < status && !line.empty(); ++field) {
    line.remove_prefix(std::min(line.find_first_of(" \t"), line.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  }
  double number = unknown;
  read_number(line.data(), line.data() + line.size(), number);
  return swf_state(number) == EndState::part;
}

/// Finds out whether lines come in an order in which they can be read as a stream.
class Order {
public:
  /// Returns false where the line is out of order.
  bool takes(std::string_view line, const std::pair<double, double>& start) {
    if (start.first <= last_.first || start.second < last_.second)
      return is_part(line);
    last_ = start;
    ++jobs_;
    return true;
  }
  std::int64_t jobs() const { return jobs_; }

private:
  std::pair<double, double> last_{-1, 0};
  std::int64_t jobs_ = 0;
};

} // namespace

std::string_view trimmed(std::string_view line) {
  while (!line.empty() && is_blank(line.back()))
    line.remove_suffix(1);
  while (!line.empty() && is_blank(line.front()))
    line.remove_prefix(1);
  return line;
}

std::string written(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

std::string name_of(std::size_t field) {
  return "field " + std::to_string(field + 1) + " (" + names[field] + ")";
}

void refuse_field(const LineReader& lines, std::size_t field, const std::string& is,
                  const std::string& valid) {
  lines.bad_row(name_of(field) + " is " + is + "; valid: " + valid, name_of(field));
}

std::optional<std::int64_t> jobs_in_order(const std::filesystem::path& file, bool skips_bad) {
  LineReader lines(file);
  Order order;
  std::size_t header = 0;
  try {
    while (const auto next = lines.next()) {
      const auto line = trimmed(*next);
      if (is_comment(line)) {
        header += order.jobs() == 0 ? line.size() : 0;
        if (header > longest_header)
          break;
        continue;
      }
      const auto start = start_of(line);
      if (!start && !skips_bad)
        break;
      if (start && !order.takes(line, *start))
        return std::nullopt;
    }
  } catch (const InputError&) {
    // It is for the reader to say, who may find something else before it.
  }
  return order.jobs();
}

bool read_fields(std::string_view line, const LineReader& lines, Line& found, std::string& preceding) {
  const char *at = line.data(), *const end = at + line.size();
  for (std::size_t field = 0; field < fields; ++field) {
    if (at == end)
      refuse_count(line, lines);
    found[field] =
        field == preceding_job ? preceding_at(at, end, lines, preceding) : number_at(at, end, field, lines);
    while (at != end && is_blank(*at))
      ++at;
  }
  return at != end;
}

} // namespace malha::swf

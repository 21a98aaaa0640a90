// SPDX-License-Identifier: MIT
#include "swf_line.hpp"

#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace malha::swf {
namespace {

/// Of what is no number, in a message.
constexpr int longest_quote = 40;

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

double number_at(const char*& at, const char* end, std::size_t field, const LineReader& lines) {
  const char* const begin = at;
  if (end - begin > 2 && begin[0] == '-' && begin[1] == '1' && is_blank(begin[2])) {
    at += 2; // half of the fields of most files are unknown
    return unknown;
  }
  double value;
  auto [stop, error] = read_number(begin, end, value);
  if (error != std::errc() || (stop != end && !is_blank(*stop)) || !std::isfinite(value)) {
    while (stop != end && !is_blank(*stop))
      ++stop;
    lines.fail(name_of(field) + " is '" + std::string(begin, std::min(stop, begin + longest_quote)) +
               "'; valid: a number");
  }
  if (value < 0 && value != unknown)
    lines.fail(name_of(field) + " is " + written(value) + "; valid: -1 (unknown), or at least 0");
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
  lines.fail(std::string(lines.unfinished() ? "the last line has " : "has ") + std::to_string(count) +
             (count == 1 ? " field" : " fields") + "; valid: 18");
}

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

std::optional<std::int64_t> jobs_in_order(const std::filesystem::path& file) {
  LineReader lines(file);
  std::int64_t jobs = 0;
  std::pair<double, double> last{-1, 0};
  while (const auto next = lines.next()) {
    const auto line = trimmed(*next);
    if (is_comment(line))
      continue;
    const auto start = start_of(line);
    if (!start)
      return jobs; // up to the damage
    if (start->first <= last.first || start->second < last.second)
      return std::nullopt;
    last = *start;
    ++jobs;
  }
  return jobs;
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

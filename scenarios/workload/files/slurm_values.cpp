// SPDX-License-Identifier: MIT
#include "slurm_values.hpp"

#include "csv_delimiter.hpp"
#include "field_values.hpp"
#include "policies/sdk/near_names.hpp"
#include "policies/sdk/numbers.hpp"

#include <boost/algorithm/string/predicate.hpp>

#include <cmath>

namespace malha {
namespace {

constexpr double slurm_megabyte = 1048576; // bytes
constexpr Seconds slurm_minute = 60;
constexpr std::int64_t most_of_a_count = std::int64_t{1} << 50;
constexpr std::int64_t most_of_a_time = 1000000000; // far more than any site allows, in any unit
const std::string examples_of_time =
    "such as 30 (minutes), 30:00, 12:30:00, 1-12, 1-12:30, 1-12:30:00, or UNLIMITED";

/// Whole numbers with ':' between them; nothing where one is none.
std::optional<std::vector<double>> parts_of_time(const std::string& text) {
  std::vector<double> parts;
  for (const auto& part : split(text, ':')) {
    const auto number = parse_number<std::uint32_t>(part);
    if (!number || *number > most_of_a_time)
      return std::nullopt;
    parts.push_back(*number);
  }
  return parts;
}

/// A number with a suffix: "4K" is 4096.
std::optional<std::int64_t> suffixed_count(std::string_view text) {
  static const std::string suffixes = "KMGTP";
  std::int64_t unit = 1;
  const auto letter = text.empty() ? '\0' : std::toupper(static_cast<unsigned char>(text.back()));
  if (const auto place = suffixes.find(static_cast<char>(letter)); place != std::string::npos) {
    unit <<= 10 * (place + 1);
    text.remove_suffix(1);
  }
  const auto number = parse_number<std::int64_t>(text);
  return number && *number >= 0 && *number <= most_of_a_count / unit ? std::optional(*number * unit)
                                                                     : std::nullopt;
}

} // namespace

void SlurmValue::refuse(const std::string& valid) const {
  throw std::invalid_argument(key_ + " is " + malha::quoted(text_) + "; valid: " + valid);
}

bool SlurmValue::means_no_limit() const {
  return text_ == "-1" || boost::iequals(text_, "UNLIMITED") || boost::iequals(text_, "INFINITE");
}

Seconds SlurmValue::time() const {
  if (means_no_limit())
    return never;
  const auto dash = text_.find('-');
  const bool has_days = dash != std::string::npos;
  const auto days = has_days ? parts_of_time(text_.substr(0, dash)) : std::vector<double>{0};
  auto parts = parts_of_time(has_days ? text_.substr(dash + 1) : text_);
  if (!days || days->size() != 1 || !parts || parts->size() > 3)
    refuse("a time " + examples_of_time);
  if (!has_days && parts->size() < 3) // minutes come first, otherwise hours
    parts->insert(parts->begin(), 0);
  parts->resize(3);
  return ((days->front() * 24 + (*parts)[0]) * 60 + (*parts)[1]) * 60 + (*parts)[2];
}

Seconds SlurmValue::time_in_minutes() const {
  const auto found = time();
  return found < never ? std::ceil(found / slurm_minute) * slurm_minute : never;
}

Seconds SlurmValue::time_limit() const {
  const auto limit = time_in_minutes();
  if (limit <= 0)
    refuse("a time above 0, " + examples_of_time);
  return limit;
}

Seconds SlurmValue::seconds() const { return static_cast<Seconds>(whole(0, most_of_a_time)); }

Seconds SlurmValue::minutes() const {
  return means_no_limit() ? never : static_cast<Seconds>(whole(0, most_of_a_time)) * slurm_minute;
}

std::int64_t SlurmValue::whole(std::int64_t low, std::int64_t high) const {
  const auto number = parse_number<std::int64_t>(text_);
  if (!number || *number < low || *number > high)
    refuse("a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return *number;
}

std::optional<std::int64_t> SlurmValue::count() const {
  if (means_no_limit())
    return std::nullopt;
  const auto number = parse_number<std::int64_t>(text_);
  if (!number || *number < 0 || *number > most_of_a_count)
    refuse("a whole number from 0 on, or UNLIMITED");
  return number;
}

double SlurmValue::real() const {
  const auto number = parse_number<double>(text_);
  if (!number || !std::isfinite(*number) || *number < 0)
    refuse("a number from 0 on");
  return *number;
}

Bytes SlurmValue::memory() const {
  if (means_no_limit())
    return 0;
  const auto number = parse_number<std::int64_t>(text_);
  if (!number || *number < 0 || *number > most_of_a_count)
    refuse("a whole number of MB, or UNLIMITED");
  return static_cast<double>(*number) * slurm_megabyte;
}

bool SlurmValue::is_yes() const {
  const auto word = word_of({"YES", "NO", "TRUE", "FALSE", "1", "0"});
  return word == "YES" || word == "TRUE" || word == "1";
}

std::vector<std::string> SlurmValue::list() const {
  std::vector<std::string> words;
  for (const auto& part : split(text_, ',')) {
    const std::string word(without_blanks(part));
    if (!word.empty() && std::find(words.begin(), words.end(), word) == words.end())
      words.push_back(word);
  }
  return words;
}

std::set<std::string> SlurmValue::set() const {
  const auto words = list();
  return {words.begin(), words.end()};
}

std::string SlurmValue::word_of(const std::vector<std::string>& words) const {
  for (const auto& word : words)
    if (boost::iequals(word, text_))
      return word;
  throw std::invalid_argument(key_ + " is " + malha::quoted(text_) + instead_of(text_, words));
}

SlurmPreemptMode SlurmValue::preempt_mode() const {
  using cluster::PreemptMode;
  static const std::map<std::string, PreemptMode> modes{{"OFF", PreemptMode::off},
                                                        {"CANCEL", PreemptMode::cancel},
                                                        {"REQUEUE", PreemptMode::requeue},
                                                        {"SUSPEND", PreemptMode::suspend}};
  SlurmPreemptMode found;
  for (const auto& part : list()) {
    const auto word =
        SlurmValue(key_, part).word_of({"OFF", "CANCEL", "REQUEUE", "SUSPEND", "GANG", "WITHIN", "CLUSTER"});
    const auto mode = modes.find(word);
    if (mode == modes.end()) {
      if (word != "CLUSTER")
        found.others.push_back(word);
      continue;
    }
    if (found.mode)
      refuse("one of OFF, CANCEL, REQUEUE, SUSPEND, and GANG or WITHIN beside it");
    found.mode = mode->second;
  }
  return found;
}

std::map<std::string, std::int64_t> SlurmValue::licences() const {
  std::map<std::string, std::int64_t> counts;
  for (const auto& part : list()) {
    const auto colon = std::min(part.find_first_of(":*"), part.size()); // older versions have a '*'
    const auto name = part.substr(0, colon);
    const auto given = std::string_view(part).substr(std::min(colon + 1, part.size()));
    const auto count = colon == part.size() ? 1 : suffixed_count(given);
    if (name.empty() || name.find_first_of("; ") != std::string::npos)
      refuse("NAME:COUNT, or NAME, with ',' between them");
    if (!count)
      throw std::invalid_argument(key_ + ": the count of " + malha::quoted(name) + " is " +
                                  malha::quoted(given) + "; valid: a whole number from 0 on");
    if (!counts.emplace(name, *count).second)
      throw std::invalid_argument(key_ + " has " + malha::quoted(name) + " twice; valid: once");
  }
  return counts;
}

SlurmGres SlurmValue::gres() const {
  SlurmGres gres;
  std::set<std::string> without_type, with_type;
  for (const auto& part : list()) {
    auto words = split(part, ':');
    const auto count = suffixed_count(words.back());
    words.pop_back();
    if (words.size() > 1 && boost::iequals(words.back(), "no_consume")) {
      gres.has_no_consume = true;
      words.pop_back();
    }
    const bool has_empty = std::find(words.begin(), words.end(), "") != words.end();
    if (words.empty() || words.size() > 2 || has_empty || !count)
      throw std::invalid_argument(key_ + ": " + malha::quoted(part) +
                                  " is no device; valid: NAME:COUNT or NAME:TYPE:COUNT, such as gpu:2");
    const auto& name = words.front();
    (words.size() == 1 ? without_type : with_type).insert(name);
    const auto whole_name = words.size() == 1 ? name : name + ":" + words.back();
    if (gres.counts.count(whole_name) > 0 || (without_type.count(name) > 0 && with_type.count(name) > 0))
      throw std::invalid_argument(key_ + " has " + malha::quoted(name) +
                                  " twice; valid: once, or each time with another type");
    gres.counts[name] += *count;
    if (words.size() == 2)
      gres.counts[whole_name] = *count;
  }
  return gres;
}

} // namespace malha

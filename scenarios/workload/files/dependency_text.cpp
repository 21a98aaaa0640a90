// SPDX-License-Identifier: MIT
#include "dependency_text.hpp"

#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"

#include <stdexcept>

namespace malha {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw std::invalid_argument(what +
                              "; valid: such as afterok:12:13, after:12+5, afterany:12?afternotok:14 or "
                              "singleton");
}

std::optional<Dependency> kind_named(const std::string& word) {
  for (const auto kind :
       {Dependency::after, Dependency::after_any, Dependency::after_ok, Dependency::after_not_ok})
    if (word == name_of(kind))
      return kind;
  return std::nullopt;
}

/// The job of a text such as "12", or "12+5" with minutes.
PrecedingJob preceding_job(const std::string& text, Dependency kind) {
  constexpr Seconds minute = 60;
  const auto plus = text.find('+');
  const auto job = parse_number<JobId>(text.substr(0, plus));
  if (!job || *job < 0)
    fail("'" + text + "' is no number of a job");
  PrecedingJob found{*job, kind};
  if (plus == std::string::npos)
    return found;
  const auto minutes = parse_number<std::int64_t>(text.substr(plus + 1));
  if (!minutes || *minutes < 0 || kind != Dependency::after)
    fail("'" + text + "' has minutes, which go with 'after' alone");
  found.delay = static_cast<double>(*minutes) * minute;
  return found;
}

} // namespace

JobLink dependency_of(std::string_view text) {
  const std::string whole(text);
  JobLink link;
  link.one_suffices = whole.find('?') != std::string::npos;
  if (link.one_suffices && whole.find(',') != std::string::npos)
    fail("'" + whole + "' has both ',' and '?'");
  for (const auto& part : split(whole, link.one_suffices ? '?' : ',')) {
    auto words = split(part, ':');
    if (part == "singleton") {
      link.is_singleton = true;
      continue;
    }
    const auto kind = kind_named(words.front());
    if (!kind || words.size() < 2)
      fail("'" + part + "' is no dependency");
    for (auto word = words.begin() + 1; word != words.end(); ++word)
      link.preceding.push_back(preceding_job(*word, *kind));
  }
  return link;
}

} // namespace malha

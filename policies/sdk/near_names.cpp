// SPDX-License-Identifier: MIT
#include "near_names.hpp"

#include "errors.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <tuple>

namespace malha {
namespace {

bool separates(char c) { return c == '_' || c == '-' || c == '.' || c == '/'; }

/// In lower case, without what separates words.
std::string bare(const std::string& name) {
  std::string letters;
  for (const char c : name)
    if (!separates(c))
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

/// The name from each of its words on to its end: "cluster.easy_backfill", "easy_backfill", "backfill".
std::vector<std::string> ends_of(const std::string& name) {
  std::vector<std::string> ends{bare(name)};
  for (std::size_t i = 0; i + 1 < name.size(); ++i)
    if (separates(name[i]))
      ends.push_back(bare(name.substr(i + 1)));
  return ends;
}

/// Letters to change, to add, to leave out, or to swap with their neighbours, that make one word of the
/// other.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      auto& least = rows[i][j];
      if (i == 0 || j == 0) {
        least = i + j;
        continue;
      }
      least = std::min(
          {rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        least = std::min(least, rows[i - 2][j - 2] + 1);
    }
  return rows[a.size()][b.size()];
}

/// How far a known name is from a written one; nothing where nobody would take one for the other.
std::optional<std::size_t> farness(const std::string& written, const std::string& known) {
  constexpr std::size_t of_a_part = 4, longest = 100, shortest_part = 3; // more letters are no slip
  if (written.empty() || written.size() > longest)
    return std::nullopt;
  const auto may_differ = std::clamp<std::size_t>(written.size() / 3, 1, 3);
  const auto ends = ends_of(known);
  std::optional<std::size_t> least;
  for (const auto& end : ends)
    if (const auto slips = distance(written, end); slips <= may_differ && slips < end.size())
      least = std::min(least.value_or(slips), slips);
  const auto& whole = ends.front();
  const bool is_part = (written.size() >= shortest_part && whole.find(written) != std::string::npos) ||
                       (whole.size() >= shortest_part && whole.size() * 2 > written.size() &&
                        written.find(whole) != std::string::npos);
  return !least && is_part ? of_a_part : least;
}

} // namespace

std::vector<std::string> near_names(const std::string& name, const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  const auto written = bare(name);
  std::vector<std::tuple<std::size_t, std::size_t, std::string>> found; // farness, length, name
  for (const auto& known : names)
    if (const auto far = farness(written, known))
      found.emplace_back(*far, known.size(), known);
  std::sort(found.begin(), found.end());
  // Where one name is near, others that are farther are not meant.
  found.erase(
      std::find_if(found.begin(), found.end(),
                   [&](const auto& one) { return std::get<0>(one) > std::get<0>(found.front()) + 1; }),
      found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<std::string> near;
  for (std::size_t i = 0; i < std::min(found.size(), most); ++i)
    near.push_back(std::get<2>(found[i]));
  return near;
}

std::string instead_of(const std::string& name, const std::vector<std::string>& names, const std::string& all,
                       const std::string& also) {
  constexpr std::size_t few = 8;
  const auto near = near_names(name, names);
  std::string meant = near.empty() ? "" : "; did you mean " + listed(near) + "?";
  const std::string or_also = also.empty() ? "" : ", or " + also;
  if (names.size() > few && !all.empty())
    return meant + "; valid: a name that " + all + " shows" + or_also;
  if (names.size() > few && !near.empty())
    return meant;
  return meant + "; valid: " + listed(names) + or_also;
}

} // namespace malha

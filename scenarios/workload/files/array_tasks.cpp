// SPDX-License-Identifier: MIT
#include "array_tasks.hpp"

#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"

namespace malha {
namespace {

constexpr std::int64_t most_tasks = 1'000'000;
constexpr std::int64_t largest_number = 1'000'000'000;

struct TaskRange {
  std::int64_t first, last, step;
};

/// "4", "1-5" or "1-9:2"; nothing for any other text.
std::optional<TaskRange> range_in(std::string_view text) {
  const auto colon = text.find(':');
  const auto bounds = text.substr(0, colon);
  const auto dash = bounds.find('-');
  const auto first = parse_number<std::int64_t>(bounds.substr(0, dash));
  const auto last =
      dash == std::string_view::npos ? first : parse_number<std::int64_t>(bounds.substr(dash + 1));
  const auto step = colon == std::string_view::npos ? std::optional<std::int64_t>(1)
                                                    : parse_number<std::int64_t>(text.substr(colon + 1));
  const bool is_range = first && last && step && *first >= 0 && *last <= largest_number && *last >= *first &&
                        *step >= 1 && *step <= most_tasks && *last - *first < most_tasks;
  return is_range ? std::optional(TaskRange{*first, *last, *step}) : std::nullopt;
}

} // namespace

std::optional<std::vector<std::int64_t>> array_tasks_in(const std::string& list) {
  std::vector<std::int64_t> tasks;
  for (const auto& piece : split(list.substr(0, list.find('%')), ',')) {
    const auto range = range_in(piece);
    if (!range)
      return std::nullopt;
    for (auto task = range->first; task <= range->last; task += range->step)
      tasks.push_back(task);
    if (static_cast<std::int64_t>(tasks.size()) > most_tasks)
      return std::nullopt;
  }
  return tasks;
}

} // namespace malha

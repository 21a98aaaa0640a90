// SPDX-License-Identifier: MIT
#include "host_list.hpp"

#include "numbers.hpp"

#include <algorithm>

namespace malha {
namespace {

constexpr std::int64_t most_in_list = 1'000'000;
constexpr int most_brackets = 10; ///< of a name

/// The pieces between commas that stand in no brackets.
std::vector<std::string_view> pieces_of(std::string_view list) {
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= list.size(); ++i)
    if (i == list.size() || (list[i] == ',' && depth == 0)) {
      pieces.push_back(list.substr(begin, i - begin));
      begin = i + 1;
    } else {
      depth += list[i] == '[' ? 1 : list[i] == ']' ? -1 : 0;
    }
  return pieces;
}

std::string padded(std::int64_t number, std::size_t digits) {
  const auto text = std::to_string(number);
  return std::string(digits > text.size() ? digits - text.size() : 0, '0') + text;
}

struct NumberRange {
  std::int64_t first, last, step;
};

/// "4", "1-5" or "1-9:2"; nothing for any other text.
std::optional<NumberRange> range_in(std::string_view text) {
  const auto colon = text.find(':');
  const auto bounds = text.substr(0, colon);
  const auto dash = bounds.find('-');
  const auto first = parse_number<std::int64_t>(bounds.substr(0, dash));
  const auto last =
      dash == std::string_view::npos ? first : parse_number<std::int64_t>(bounds.substr(dash + 1));
  const auto step = colon == std::string_view::npos ? std::optional<std::int64_t>(1)
                                                    : parse_number<std::int64_t>(text.substr(colon + 1));
  const bool is_range = first && last && step && *first >= 0 && *last >= *first && *step >= 1 &&
                        *step <= most_in_list && *last - *first < most_in_list;
  return is_range ? std::optional(NumberRange{*first, *last, *step}) : std::nullopt;
}

/// What the brackets of a host list stand for: "1-4,07".
std::optional<std::vector<std::string>> numbers_in(std::string_view ranges) {
  std::vector<std::string> numbers;
  for (const auto piece : pieces_of(ranges)) {
    const auto range = range_in(piece);
    if (!range || piece.find(':') != std::string_view::npos)
      return std::nullopt;
    const auto digits = std::min(piece.find('-'), piece.size()); // of the first number, with its zeros
    for (auto number = range->first; number <= range->last; ++number)
      numbers.push_back(padded(number, digits));
  }
  return numbers;
}

/// The names of one piece, which may have several brackets.
std::optional<std::vector<std::string>> names_of_piece(std::string_view piece) {
  const auto open = piece.find('[');
  if (open == std::string_view::npos)
    return piece.empty() || piece.find(']') != std::string_view::npos
               ? std::nullopt
               : std::optional(std::vector{std::string(piece)});
  const auto close = piece.find(']', open);
  if (close == std::string_view::npos)
    return std::nullopt;
  const auto numbers = numbers_in(piece.substr(open + 1, close - open - 1));
  const auto rest = piece.substr(close + 1);
  const auto ends = rest.empty() ? std::optional(std::vector<std::string>{""}) : names_of_piece(rest);
  if (!numbers || !ends || static_cast<std::int64_t>(numbers->size() * ends->size()) > most_in_list)
    return std::nullopt;
  std::vector<std::string> names;
  for (const auto& number : *numbers)
    for (const auto& end : *ends)
      names.push_back(std::string(piece.substr(0, open)) + number + end);
  return names;
}

} // namespace

std::optional<std::vector<std::string>> hosts_in(std::string_view list) {
  std::vector<std::string> hosts;
  for (const auto piece : pieces_of(list)) {
    if (std::count(piece.begin(), piece.end(), '[') > most_brackets)
      return std::nullopt;
    auto names = names_of_piece(piece);
    if (!names || static_cast<std::int64_t>(hosts.size() + names->size()) > most_in_list)
      return std::nullopt;
    hosts.insert(hosts.end(), std::make_move_iterator(names->begin()), std::make_move_iterator(names->end()));
  }
  return hosts;
}

std::optional<std::vector<std::int64_t>> array_tasks_in(std::string_view list) {
  std::vector<std::int64_t> tasks;
  for (const auto piece : pieces_of(list.substr(0, list.find('%')))) {
    const auto range = range_in(piece);
    if (!range)
      return std::nullopt;
    for (auto task = range->first; task <= range->last; task += range->step)
      tasks.push_back(task);
    if (static_cast<std::int64_t>(tasks.size()) > most_in_list)
      return std::nullopt;
  }
  return tasks;
}

} // namespace malha

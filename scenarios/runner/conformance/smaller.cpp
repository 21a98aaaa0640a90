// SPDX-License-Identifier: MIT
#include "smaller.hpp"

#include <algorithm>
#include <cmath>

namespace malha::conformance {
namespace {

/// Makes one value smaller in place.
class Shrinking {
public:
  Shrinking(Json& whole, const std::function<bool(const Json&)>& shows, int most)
      : whole_(whole), shows_(shows), left_(most) {}

  /// Whether anything became smaller.
  bool reduce(Json& part) {
    bool is_smaller = false;
    if (part.is_array())
      is_smaller = drop_elements(part);
    else if (part.is_object())
      is_smaller = drop_members(part);
    else if (part.is_number())
      return reduce_number(part);
    if (part.is_structured())
      for (auto& inner : part)
        is_smaller |= reduce(inner);
    return is_smaller;
  }
  bool may_go_on() const { return left_ > 0; }

  /// Takes the same from two whole numbers at once: a size and what it is of. Whether anything became
  /// smaller.
  bool reduce_pairs() {
    std::vector<Json*> numbers;
    find_numbers(whole_, numbers);
    bool is_smaller = false;
    for (std::size_t i = 0; i < numbers.size() && numbers.size() <= most_in_pairs; ++i)
      for (std::size_t j = i + 1; j < numbers.size(); ++j)
        for (auto step = std::min(*numbers[i], *numbers[j]).get<std::int64_t>() / 2; step > 0; step /= 2)
          while (become(*numbers[i], *numbers[j], step))
            is_smaller = true;
    return is_smaller;
  }

private:
  static constexpr std::size_t most_in_pairs = 12;

  static void find_numbers(Json& part, std::vector<Json*>& numbers) {
    if (part.is_number_integer() && part > 1)
      numbers.push_back(&part);
    if (part.is_structured())
      for (auto& inner : part)
        find_numbers(inner, numbers);
  }

  bool become(Json& one, Json& other, std::int64_t step) {
    if (left_ <= 0 || one <= step || other <= step)
      return false;
    --left_;
    const Json before = one, other_before = other;
    one = before.get<std::int64_t>() - step;
    other = other_before.get<std::int64_t>() - step;
    if (shows_(whole_))
      return true;
    one = before;
    other = other_before;
    return false;
  }

  bool becomes(Json& part, Json candidate) {
    if (left_ <= 0)
      return false;
    --left_;
    std::swap(part, candidate);
    if (shows_(whole_))
      return true;
    std::swap(part, candidate);
    return false;
  }

  /// Half of the elements at once, then a quarter, and in the end one.
  bool drop_elements(Json& list) {
    bool is_smaller = false;
    for (std::size_t length = list.size(); length > 0; length /= 2)
      for (std::size_t begin = 0; begin + length <= list.size();) {
        auto fewer = list;
        const auto first = fewer.begin() + static_cast<std::ptrdiff_t>(begin);
        fewer.erase(first, first + static_cast<std::ptrdiff_t>(length));
        if (becomes(list, std::move(fewer)))
          is_smaller = true;
        else
          begin += length;
      }
    return is_smaller;
  }

  bool drop_members(Json& object) {
    bool is_smaller = false;
    std::vector<std::string> names;
    for (auto member = object.begin(); member != object.end(); ++member)
      names.push_back(member.key());
    for (const auto& name : names) {
      auto fewer = object;
      fewer.erase(name);
      is_smaller |= becomes(object, std::move(fewer));
    }
    return is_smaller;
  }

  bool reduce_number(Json& number) {
    const auto value = number.get<double>();
    if (value == 0 || !std::isfinite(value))
      return false;
    std::vector<double> candidates{0, 1, std::trunc(value / 2), std::trunc(value)};
    if (value > 1)
      candidates.push_back(std::ceil(value) - 1);
    for (const double candidate : candidates) {
      const bool is_less = std::abs(candidate) < std::abs(value);
      if (is_less && becomes(number, static_cast<std::int64_t>(candidate))) {
        reduce_number(number);
        return true;
      }
    }
    return false;
  }

  Json& whole_;
  const std::function<bool(const Json&)>& shows_;
  int left_;
};

} // namespace

Json smaller(Json start, const std::function<bool(const Json&)>& shows, int most) {
  Shrinking shrinking(start, shows, most);
  while (shrinking.may_go_on() && (shrinking.reduce(start) || shrinking.reduce_pairs())) {
  }
  return start;
}

} // namespace malha::conformance

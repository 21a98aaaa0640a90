// SPDX-License-Identifier: MIT
#pragma once
#include <boost/preprocessor/cat.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace malha {

/// The place in lists of a part that asks for none: behind those that do.
inline constexpr int last_place = 1'000'000;

/// The list behind `linked_parts`. One for the program and all its shared libraries.
template <class Part>
__attribute__((visibility("default"))) std::vector<Part>& list_of_linked_parts() {
  static std::vector<Part> all;
  return all;
}

/// The parts of one kind that are linked into the program: commands, claim rules or metrics. They are in the
/// order of their `place`; ties are in the order of their names. The order of linking does not matter.
template <class Part>
const std::vector<Part>& linked_parts() {
  return list_of_linked_parts<Part>();
}

/// Adds a part; MALHA_LINKED_PART calls it before `main` begins. Throws std::logic_error when another part
/// has the name: the program then ends at once and says so.
template <class Part>
bool add_linked_part(Part part) {
  auto& all = list_of_linked_parts<Part>();
  for (const auto& other : all)
    if (other.name == part.name)
      throw std::logic_error("two linked parts have the name '" + part.name + "'");
  const auto comes_before = [](const Part& a, const Part& b) {
    return std::tie(a.place, a.name) < std::tie(b.place, b.name);
  };
  const auto position = std::upper_bound(all.begin(), all.end(), part, comes_before);
  all.insert(position, std::move(part));
  return true;
}

} // namespace malha

/// Registers a part where its file ends. The macros of the kinds (MALHA_COMMAND, MALHA_CLAIM, MALHA_METRIC)
/// are made of it.
#define MALHA_LINKED_PART(...)                                                                               \
  static const bool BOOST_PP_CAT(malha_linked_part_, __COUNTER__) = malha::add_linked_part(__VA_ARGS__);

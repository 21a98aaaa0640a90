// SPDX-License-Identifier: MIT
#include "last_words.hpp"

#include <algorithm>
#include <cstring>

namespace malha {
namespace {

LastWords read_by_nobody;

} // namespace

LastWords* last_words = &read_by_nobody;

std::size_t LastWords::enlist(const std::string& policy) {
  const auto same = [&](const auto& name) { return policy.compare(0, name.size() - 1, name.data()) == 0; };
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(policies);
  if (const auto known = std::find_if(names.begin(), end, same); known != end)
    return static_cast<std::size_t>(known - names.begin()) + 1;
  if (policies == most)
    return 0;
  auto& name = names[policies++];
  std::strncpy(name.data(), policy.c_str(), name.size() - 1);
  return policies;
}

} // namespace malha

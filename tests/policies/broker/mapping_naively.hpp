// SPDX-License-Identifier: MIT
#pragma once
#include "assigning.hpp"

namespace malha::test {

/// Where a task would end first, and when on the next best resource.
struct Prospect {
  Flops work;
  TaskId id;
  int resource = -1;
  Seconds least = 0, second = 0; ///< on one resource both are the same
};

/// The rules of policies that map (docs/grids.md), as they are written down: whatever is mapped, everything
/// is computed again. `first(a, b)` is whether task a is mapped before task b, apart from ties.
template <class First>
Given mapped_naively(const Assigning& book, First first) {
  std::map<int, Seconds> ends;
  for (int i = 0; i < static_cast<int>(book.resources.size()); ++i)
    if (const auto& resource = book.resources[static_cast<std::size_t>(i)]; resource.is_up)
      ends[i] = book.free.contains(i) ? book.now : std::max(book.now, resource.free_at);
  std::map<TaskId, Task> waiting;
  for (const auto& task : book.waiting)
    waiting[task.id] = task;
  std::map<int, TaskId> starts; // by resource, among those that are free
  Given given;
  while (!waiting.empty() && !ends.empty()) {
    std::vector<Prospect> prospects;
    for (const auto& [id, task] : waiting) {
      std::vector<std::pair<Seconds, int>> completions;
      for (const auto& [i, end] : ends) {
        const auto& resource = book.resources[static_cast<std::size_t>(i)];
        completions.emplace_back(end + task.work / resource.speed / (1 - resource.load), i);
      }
      std::sort(completions.begin(), completions.end());
      const auto& second = completions[completions.size() > 1 ? 1 : 0];
      prospects.push_back({task.work, id, completions[0].second, completions[0].first, second.first});
    }
    const auto next = *std::min_element(prospects.begin(), prospects.end(), first); // the first of equals
    ends[next.resource] = next.least;
    waiting.erase(next.id);
    if (book.free.contains(next.resource) && starts.emplace(next.resource, next.id).second)
      given.emplace_back(next.id, next.resource);
  }
  return given;
}

/// A free resource of speed 1 at a date of which the next one that can be told from it is 2 s later: what
/// takes up to 1 s seems to end at once.
inline Assigning with_rounded_dates(const std::vector<Flops>& works) {
  Assigning book({1}, works);
  book.now = 9007199254740992; // 2^53
  return book;
}

} // namespace malha::test

// SPDX-License-Identifier: MIT
#include "lost_nodes.hpp"

#include "requests.hpp"

#include <utility>

namespace malha::cluster {

void LostNodes::switched(int node, bool is_on) {
  const bool is_lost = !is_on && stays_down_(node);
  if (is_lost == lost_.contains(node))
    return;
  if (is_lost)
    lost_.insert(IndexSet(node, 1));
  else
    lost_.remove(IndexSet(node, 1));
  has_lost_ = has_lost_ || is_lost;
}

void LostNodes::look_at(const IndexSet& down) {
  for (const int node : down)
    switched(node, false);
}

std::vector<JobHandle> LostNodes::too_large(const Book& book, bool one_a_machine) {
  std::vector<JobHandle> too_large;
  if (lost_.empty())
    return too_large;
  const auto look = [&](const auto& jobs) {
    for (const auto& job : jobs)
      if (!could_start_without(lost_, one_a_machine, job, book.nodes().machines()))
        too_large.push_back(job.handle);
  };
  if (std::exchange(has_lost_, false))
    look(book.queue().jobs());
  else
    look(book.view(0, false).changes.arrived);
  return too_large;
}

} // namespace malha::cluster

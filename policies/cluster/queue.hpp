// SPDX-License-Identifier: MIT
#pragma once
#include "../sdk/job.hpp"
#include "../sdk/plugin.hpp"

#include <deque>

namespace malha::cluster {

struct QueueView {
  Seconds now;
  int free_nodes;
  const std::deque<Task>& queue; ///< what waits, by (submission, id); each asks for Task::resources nodes
};

/// Which queued jobs start now? Answers with positions in QueueView::queue, increasing; together they fit the
/// free nodes.
class Queue : public Policy {
public:
  static constexpr const char* question = "cluster/queue";
  virtual std::vector<std::size_t> start_now(const QueueView& view) = 0;
};

} // namespace malha::cluster

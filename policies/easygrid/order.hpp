// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "policies/sdk/plugin.hpp"

namespace malha::easygrid {

/// A task of a DAG that a host has, and has not launched.
struct WaitingTask {
  Task task;
  Seconds ready_since = never; ///< date since when all its inputs are at the host; `never`: some are not
};

struct OrderView {
  Seconds now;
  const std::vector<WaitingTask>& waiting; ///< by planned start, each task behind those for which it waits
  int running;                             ///< number of application tasks that run on this host
  int slots;          ///< nt: the most application tasks that may run at once on this host
  int external_loads; ///< number of CPU-bound processes of others on this host
  int cores;
};

/// Which tasks of DAGs start now on a host? The answer has positions in OrderView::waiting, of tasks that are
/// ready, at most `slots - running` of them. The source orders by a static schedule, or by dataflow
/// (tonelli2010, section 2.1.1).
class LaunchOrder : public Policy {
public:
  static constexpr const char* question = "easygrid/order";
  virtual std::vector<std::size_t> launch(const OrderView& view) = 0;
};

} // namespace malha::easygrid

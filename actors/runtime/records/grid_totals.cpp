// SPDX-License-Identifier: MIT
#include "grid_totals.hpp"

namespace malha {

void GridTotals::changed(const StateRow& before, const StateRow& after, Recorder& recorder) {
  if (has_state_ && state_.time < after.time)
    recorder.state(state_);
  has_state_ = true;
  state_.time = after.time;
  state_.queued_jobs += after.queued_jobs - before.queued_jobs;
  state_.queued_resources += after.queued_resources - before.queued_resources;
  state_.running_jobs += after.running_jobs - before.running_jobs;
  state_.computing += after.computing - before.computing;
  state_.idle += after.idle - before.idle;
  state_.down += after.down - before.down;
  state_.asleep += after.asleep - before.asleep;
  state_.switching_on += after.switching_on - before.switching_on;
  state_.switching_off += after.switching_off - before.switching_off;
}

void GridTotals::close(double job_seconds_waited, double node_seconds_busy, Seconds now, Recorder& recorder) {
  if (!std::exchange(is_closed_, true)) {
    if (has_state_)
      recorder.state(state_);
    recorder.count("longest_queue", static_cast<double>(std::max(longest_queue_, waiting_)));
  }
  const Seconds window = now - first_submission_;
  if (!(window > 0))
    return;
  recorder.count("mean_queue_length", job_seconds_waited / window);
  recorder.count("utilisation", node_seconds_busy / (window * nodes_));
  if (const Seconds to_last_start = last_start_ - first_submission_;
      counts_to_last_start_ && to_last_start > 0)
    recorder.count("utilisation_to_last_start", node_seconds_busy / (to_last_start * nodes_));
}

} // namespace malha

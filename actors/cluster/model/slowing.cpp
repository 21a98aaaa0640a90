// SPDX-License-Identifier: MIT
// Jobs that run at other pstates than those of the platform.
#include "model.hpp"

namespace malha::cluster {

void Model::slow_by(Frequencies frequencies) {
  frequencies_.emplace(std::move(frequencies));
  book_.stretch_by([this](int node, int pstate) { return frequencies_->stretch(node, pstate); });
}

/// What a job computes must be known to say how long it runs at another speed, and what it draws then.
void Model::check_lengths(const Job& job) const {
  for (const auto& task : job.tasks)
    if (task.is_delay && is_busy(task))
      admission_.refuse(
          "task " + std::to_string(number_of(task)) +
          " has a length that no speed explains, so that nobody knows how long it runs at another "
          "one; valid: jobs that say what they compute, or policy.frequency=cluster/full_speed");
}

/// A job that has its nodes gets a pstate. Where its limit is stretched, or only says what to expect, it is
/// expected to end at another date than the policy of the queue has planned.
void Model::choose_frequency(const LiveJob& job, std::size_t to_start) {
  const std::size_t queued = book_.queue().size();
  const auto waiting = static_cast<int>(queued - std::min(queued, to_start));
  const auto chosen = frequencies_->ask(job.queued, job.task, job.nodes, waiting, date_);
  const double limit_stretch = frequencies_->scales_limits() || rules_.extends ? chosen.stretch : 1;
  if (book_.run_at(job.queued.handle, chosen.pstate, limit_stretch))
    notify_of_void_promises();
}

} // namespace malha::cluster

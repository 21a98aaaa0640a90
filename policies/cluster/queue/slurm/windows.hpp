// SPDX-License-Identifier: MIT
#pragma once
#include "node_sets.hpp"
#include "policies/cluster/queue.hpp"

namespace malha::cluster::slurm {

/// The window for which the job was submitted, or `Request::none`.
inline int window_of(const QueuedJob& job) {
  return job.request != nullptr ? job.request->window : Request::none;
}

/// The windows of a view: nodes that are set apart for a time. A job of a window runs wholly within it, on
/// its nodes; other jobs end before it begins, or begin when it is over.
class Windows {
public:
  explicit Windows(const QueueView& view) : all_(view.windows) {}

  std::size_t size() const { return all_ != nullptr ? all_->size() : 0; }
  const Window& operator[](std::size_t number) const { return (*all_)[number]; }

  /// Whether the job would run into the window of others if it began then.
  bool bars(std::size_t number, const QueuedJob& job, Seconds from) const {
    const auto& window = (*this)[number];
    return !is_own(number, job) && window.from < from + job.walltime && from < window.until;
  }
  static bool is_of_one(const QueuedJob& job) { return window_of(job) != Request::none; }
  /// Whether it is the window for which the job was submitted.
  static bool is_own(std::size_t number, const QueuedJob& job) {
    return static_cast<int>(number) == window_of(job);
  }
  /// Whether the job, if it began then, would run within its window. A job without a window has none to
  /// leave.
  bool holds(const QueuedJob& job, Seconds from) const {
    const int own = window_of(job);
    if (own == Request::none)
      return true;
    const auto& window = (*this)[static_cast<std::size_t>(own)];
    return window.from <= from && from + job.walltime <= window.until;
  }
  /// Those of the nodes that the job may use if it begins then, as far as windows go.
  IndexSet usable(IndexSet nodes, const QueuedJob& job, Seconds from) const {
    if (!holds(job, from))
      return {};
    for (std::size_t number = 0; number < size(); ++number)
      if (is_own(number, job))
        nodes = in_both(nodes, (*this)[number].nodes);
      else if (bars(number, job, from))
        nodes = without(std::move(nodes), (*this)[number].nodes);
    return nodes;
  }
  /// The first date after `now` at which a window begins or ends.
  Seconds next_border(Seconds now) const {
    Seconds next = never;
    for (std::size_t number = 0; number < size(); ++number)
      for (const Seconds date : {(*this)[number].from, (*this)[number].until})
        next = date > now ? std::min(next, date) : next;
    return next;
  }

private:
  const std::vector<Window>* all_;
};

} // namespace malha::cluster::slurm

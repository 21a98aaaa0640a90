// SPDX-License-Identifier: MIT
#pragma once
#include "node_bits.hpp"
#include "spot.hpp"
#include "windows.hpp"

#include <boost/container/flat_map.hpp>

namespace malha::cluster::slurm {

/// On which nodes jobs may run, as sets of a pass: those that their requests allow, and that windows leave.
class Bounds {
public:
  Bounds(const Windows& windows, std::size_t width) : windows_(windows), width_(width) {
    for (std::size_t number = 0; number < windows.size(); ++number)
      of_windows_.emplace_back(windows[number].nodes, width);
  }

  /// Leaves the nodes that the request allows.
  void keep_allowed(NodeBits& nodes, const QueuedJob& job) {
    const auto* const allowed = job.request != nullptr ? job.request->allowed : nullptr;
    if (allowed == nullptr)
      return;
    const auto [known, is_new] = allowed_.try_emplace(allowed); // the address is only a name of the set
    if (is_new)
      known->second = NodeBits(*allowed, width_);
    nodes &= known->second;
  }

  bool has_windows() const { return windows_.size() > 0; }
  /// Leaves the nodes that windows let the job use if it begins then.
  void keep_outside_of_windows(NodeBits& nodes, const QueuedJob& job, Seconds from) const {
    if (!windows_.holds(job, from))
      nodes = NodeBits(IndexSet(), width_);
    for (std::size_t number = 0; number < windows_.size(); ++number)
      if (Windows::is_own(number, job))
        nodes &= of_windows_[number];
      else if (windows_.bars(number, job, from))
        nodes -= of_windows_[number];
  }
  /// The date from which to look again if a job on these nodes, from that date on, would run into a window or
  /// out of its own; nothing if it would not.
  std::optional<Seconds> conflict(const NodeBits& nodes, const QueuedJob& job, Seconds from) const {
    if (!windows_.holds(job, from))
      return never;
    for (std::size_t number = 0; number < windows_.size(); ++number)
      if (windows_.bars(number, job, from) && nodes.intersects(of_windows_[number]))
        return windows_[number].until;
    return std::nullopt;
  }
  /// The first date at which a job could begin, as far as the window for which it was submitted goes.
  Seconds earliest(const QueuedJob& job, Seconds from) const {
    const int own = window_of(job);
    return own == Request::none ? from : std::max(from, windows_[static_cast<std::size_t>(own)].from);
  }
  /// Notes when windows will let a job that would begin now use fewer nodes. What ends is noted elsewhere.
  void note_changes(Horizon& horizon, const QueuedJob& job, Seconds now) const {
    for (std::size_t number = 0; number < windows_.size(); ++number) {
      const Seconds border = Windows::is_own(number, job) ? windows_[number].until : windows_[number].from;
      if (border >= now + job.walltime)
        horizon.note(border - job.walltime);
    }
  }

private:
  const Windows& windows_;
  const std::size_t width_;
  std::vector<NodeBits> of_windows_; ///< by number
  boost::container::flat_map<const IndexSet*, NodeBits> allowed_;
};

} // namespace malha::cluster::slurm

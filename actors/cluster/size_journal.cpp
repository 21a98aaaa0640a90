// SPDX-License-Identifier: MIT
#include "size_journal.hpp"

#include <algorithm>

namespace malha::cluster {

std::vector<MetricSpec> SizeJournal::metrics() {
  return {{"mean_size", "count", "nodes of jobs that may change their size, mean over the time that they run",
           true},
          {"resizes", "count", "changes of the number of nodes of running jobs", true},
          {"mean_resizes", "count", "resizes / jobs that may change their size and ran", true},
          {"reconfiguration_node_time", "s", "time that nodes spent in pauses after resizes", true},
          {"efficiency", "1",
           "work of the jobs that may change their size and completed, on one node of the reference speed, / "
           "time "
           "that nodes were held by jobs that may change their size",
           true},
          {"requests", "count", "times that running jobs asked for another number of nodes", true},
          {"requests_granted", "count", "of these, that got at least some of it", true}};
}

void SizeJournal::started(TaskId job, Seconds work, int nodes, Seconds date) {
  ++starts_;
  running_[job] = {work, date, nodes, date, 0, 0, 0, 0};
}

/// The job had its nodes up to the date.
void SizeJournal::pass(Running& job, Seconds date) {
  const Seconds passed = date - job.since;
  job.node_seconds += job.nodes * passed;
  job.paused_node_seconds += job.nodes * std::min(job.pause, passed);
  job.since = date;
}

void SizeJournal::resized(TaskId job, int nodes, Seconds date, Seconds pause, bool is_granted) {
  auto& running = running_.at(job);
  pass(running, date);
  running.nodes = nodes;
  running.pause = pause;
  ++running.resizes;
  granted_ += is_granted ? 1 : 0;
}

void SizeJournal::ended(TaskId job, Seconds date, End how) {
  const auto found = running_.find(job);
  if (found == running_.end())
    return;
  auto& running = found->second;
  pass(running, date);
  jobs_ += how == End::cut_short ? 0 : 1;
  work_ += how == End::completed ? running.work : 0;
  resizes_ += running.resizes;
  seconds_ += date - running.start;
  node_seconds_ += running.node_seconds;
  paused_node_seconds_ += running.paused_node_seconds;
  running_.erase(found);
}

void SizeJournal::close(Recorder& recorder) const {
  if (starts_ == 0)
    return;
  recorder.count("resizes", static_cast<double>(resizes_));
  recorder.count("reconfiguration_node_time", paused_node_seconds_);
  if (requests_ > 0) {
    recorder.count("requests", static_cast<double>(requests_));
    recorder.count("requests_granted", static_cast<double>(granted_));
  }
  if (jobs_ > 0)
    recorder.count("mean_resizes", static_cast<double>(resizes_) / static_cast<double>(jobs_));
  if (seconds_ > 0)
    recorder.count("mean_size", node_seconds_ / seconds_);
  if (node_seconds_ > 0)
    recorder.count("efficiency", work_ / node_seconds_);
}

} // namespace malha::cluster

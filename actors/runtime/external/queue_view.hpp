// SPDX-License-Identifier: MIT
#pragma once
#include "changed_jobs.hpp"

#include <memory>
#include <tuple>
#include <utility>

namespace malha::external {

/// What the other side knows of a job that waits.
struct WaitingRow {
  cluster::JobHandle handle;
  TaskId id;
  Seconds submitted, walltime;
  double priority;
  Seconds eligible; ///< later, once the job was requeued

  static WaitingRow of(const cluster::QueuedJob& job) {
    return {job.handle, job.id, job.submitted, job.walltime, job.priority, cluster::eligible_since(job)};
  }
  friend bool operator==(const WaitingRow& a, const WaitingRow& b) {
    return std::tie(a.handle, a.id, a.submitted, a.walltime, a.priority, a.eligible) ==
           std::tie(b.handle, b.id, b.submitted, b.walltime, b.priority, b.eligible);
  }
  friend bool operator<(const WaitingRow& a, const WaitingRow& b) {
    return std::tuple(-a.priority, a.submitted, a.id) < std::tuple(-b.priority, b.submitted, b.id);
  }
};

/// What it knows of the nodes of a running job that need not be rigid.
struct ResizingRow {
  cluster::Resizing now;
  IndexSet nodes;

  static std::unique_ptr<const ResizingRow> of(const cluster::Release& job) {
    return job.resizing == nullptr
               ? nullptr
               : std::make_unique<const ResizingRow>(ResizingRow{*job.resizing, *job.nodes});
  }
  friend bool operator==(const ResizingRow& a, const ResizingRow& b) {
    const auto values = [](const cluster::Resizing& one) {
      return std::tie(one.nodes, one.target, one.reserved, one.left, one.computes, one.whole, one.next_point,
                      one.at_point, one.wanted);
    };
    return values(a.now) == values(b.now) && a.nodes == b.nodes;
  }
};

/// The same of a job that runs.
struct RunningRow {
  cluster::JobHandle handle;
  TaskId id;
  Seconds expected_end;
  std::unique_ptr<const ResizingRow> resizing; ///< null: the job is rigid

  static RunningRow of(const cluster::Release& job) {
    return {job.handle, job.id, job.expected_end, ResizingRow::of(job)};
  }
  friend bool operator==(const RunningRow& a, const RunningRow& b) {
    return std::tie(a.handle, a.id, a.expected_end) == std::tie(b.handle, b.id, b.expected_end) &&
           (a.resizing == nullptr ? b.resizing == nullptr
                                  : b.resizing != nullptr && *a.resizing == *b.resizing);
  }
  friend bool operator<(const RunningRow& a, const RunningRow& b) {
    return std::tie(a.expected_end, a.id) < std::tie(b.expected_end, b.id);
  }
};

/// Writes the view of a queue policy, as members of an object that has been opened. Who wants changes only is
/// told of jobs what has changed since the view before, and what stays the same in the first view alone.
class QueueViewWriter {
public:
  /// `write_changes()` writes the member `changes`, or nothing.
  template <class WriteChanges>
  void write(JsonLine& line, const cluster::QueueView& view, bool changes_only,
             const WriteChanges& write_changes) {
    line.member("now", view.now);
    line.member("nodes", view.nodes);
    line.member("free", view.free);
    line.member("down", view.down);
    line.member("explain", view.explain);
    waiting_.write(line, "queue", view.queue, changes_only, write_job);
    running_.write(line, "running", view.running, changes_only, write_release);
    write_changes();
    write_shared(line, view.shared);
    if (view.free_stock != nullptr)
      line.member("free_stock", *view.free_stock);
    if (view.power != nullptr)
      line.object("power", [&](JsonLine& one) { write_power(one, *view.power); });
    if (!std::exchange(has_shown_the_rest_, changes_only))
      write_what_stays(line, view);
  }

private:
  static void write_power(JsonLine& line, const cluster::PowerView& power) {
    line.member("now", power.now);
    line.member("energy", power.energy);
    line.member("idle", power.idle);
    line.member("extra", power.extra);
    if (!power.asleep.empty() || !power.booting.empty()) {
      line.member("kept", power.kept);
      line.member("boot_time", power.boot_time);
      line.member("asleep", power.asleep);
      line.member("booting", power.booting);
    }
    if (power.cap == nullptr)
      return;
    line.list("cap", power.cap->steps(), [](JsonLine& one, const StepSeries::Step& step) {
      one.member("date", step.date);
      one.member("value", step.value);
    });
    line.member("cap_period", power.cap->period().value_or(never));
  }

  /// Once, if it wants to be told of changes only.
  static void write_what_stays(JsonLine& line, const cluster::QueueView& view) {
    write_machines(line, view.machines);
    write_site(line, view.site);
    if (view.windows != nullptr)
      line.list("windows", *view.windows, [](JsonLine& one, const cluster::Window& window) {
        one.member("name", window.name);
        one.member("from", window.from);
        one.member("until", window.until);
        one.member("nodes", window.nodes);
        one.member("is_maintenance", window.is_maintenance);
      });
    if (view.resources != nullptr)
      line.member("resources", *view.resources);
    if (view.stock != nullptr)
      line.member("stock", *view.stock);
    if (view.weights != nullptr)
      line.member("weights", *view.weights);
  }

  ChangedJobs<WaitingRow> waiting_;
  ChangedJobs<RunningRow> running_;
  bool has_shown_the_rest_ = false;
};

} // namespace malha::external

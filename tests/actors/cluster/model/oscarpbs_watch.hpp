// SPDX-License-Identifier: MIT
#pragma once
#include "oscarpbs_machine.hpp"

#include <gtest/gtest.h>

namespace malha::testing {

/// Sees what an OscarPBS policy is shown and what it decides, in the model of the batch scheduler, and
/// expects what must hold whatever it decides. Knows the jobs, the machines and the settings, and nothing of
/// the policy.
class OscarWatch {
public:
  OscarWatch(const std::vector<int>& machine_cpus, const std::vector<OscarJob>& jobs,
             const OscarSettings& settings)
      : machine_cpus_(machine_cpus), settings_(settings) {
    for (const auto& job : jobs)
      jobs_.emplace(job.id, job);
  }

  int stops = 0, moves = 0, reservations = 0;
  std::map<long, int> deallocations; ///< by job

  const OscarJob& job(long id) const { return jobs_.at(id); }

  void look(const cluster::QueueView& view, const cluster::Decision& decision) {
    for (const auto& queued : view.queue)
      ids_[queued.handle] = static_cast<long>(queued.id);
    forget_ended(view);
    expect_allowed_removals(view, decision);
    expect_allowed_moves(decision);
    carry_out(view, decision);
    expect_room_on_machines();
    expect_reasons(view, decision);
    expect_room_for_reservations(view, decision);
    expect_no_hopeless_job(view, decision);
    EXPECT_GT(decision.wake, view.now);
  }

  /// Machines of its last start, and how often it was stopped.
  const std::vector<int>& last_machines(long id) const { return machines_.at(id); }
  int stopped(long id) const { return count_of(stopped_, id); }

  double length(long id) const { return job(id).walltime + settings_.tolerance; }

private:
  struct Run {
    long id;
    double start;
  };

  static int count_of(const std::map<long, int>& counts, long id) {
    const auto found = counts.find(id);
    return found == counts.end() ? 0 : found->second;
  }
  static bool holds(const std::vector<cluster::JobHandle>& handles, cluster::JobHandle handle) {
    return std::find(handles.begin(), handles.end(), handle) != handles.end();
  }

  /// What the view says still runs was started, and not stopped.
  void forget_ended(const cluster::QueueView& view) {
    std::map<cluster::JobHandle, Run> still;
    for (const auto& release : view.running) {
      ASSERT_EQ(running_.count(release.handle), 1u);
      still.insert(*running_.find(release.handle));
    }
    running_ = std::move(still);
  }

  /// Of an emergency job that has just been submitted.
  bool arrives(const cluster::QueueView& view, bool OscarPowers::*power) const {
    return std::any_of(view.changes.arrived.begin(), view.changes.arrived.end(), [&](const auto& queued) {
      const auto& one = job(static_cast<long>(queued.id));
      return one.service == 'E' && one.submitted == view.now && one.powers.*power;
    });
  }

  /// Running jobs are stopped, and deadline jobs lose reservations, when an emergency job arrives that may.
  void expect_allowed_removals(const cluster::QueueView& view, const cluster::Decision& decision) {
    for (const auto& stop : decision.stop) {
      ++stops;
      ASSERT_EQ(running_.count(stop.job), 1u);
      EXPECT_TRUE(stop.requeue);
      const char service = job(ids_.at(stop.job)).service;
      EXPECT_TRUE(service == 'Q'   ? arrives(view, &OscarPowers::qos_running)
                  : service == 'E' ? arrives(view, &OscarPowers::emergency_running)
                                   : arrives(view, &OscarPowers::common_running) ||
                                         arrives(view, &OscarPowers::starve_running));
    }
    for (const auto handle : decision.deallocated) {
      const auto& one = job(ids_.at(handle));
      ++deallocations[one.id];
      EXPECT_TRUE(one.service == 'Q'   ? arrives(view, &OscarPowers::qos_allocated)
                  : one.service == 'E' ? arrives(view, &OscarPowers::emergency_allocated)
                                       : may_starve(view, one));
    }
  }

  bool may_starve(const cluster::QueueView& view, const OscarJob& one) const {
    return settings_.starve && view.now > one.submitted + settings_.starve_tolerance;
  }

  /// Free fragments of jobs that do not run.
  void expect_allowed_moves(const cluster::Decision& decision) {
    for (const auto& move : decision.moved) {
      ++moves;
      EXPECT_TRUE(settings_.push);
      const auto stopped = std::any_of(decision.stop.begin(), decision.stop.end(),
                                       [&](const auto& stop) { return stop.job == move.job; });
      EXPECT_TRUE(stopped || running_.count(move.job) == 0) << "job " << ids_.at(move.job) << " runs";
      EXPECT_EQ(job(ids_.at(move.job)).fragments.at(static_cast<std::size_t>(move.fragment)).machine, -1);
      EXPECT_NE(move.from, move.to);
    }
  }

  void carry_out(const cluster::QueueView& view, const cluster::Decision& decision) {
    for (const auto& stop : decision.stop) {
      ++stopped_[ids_.at(stop.job)];
      running_.erase(stop.job);
    }
    for (const auto& start : decision.start) {
      const auto& one = job(ids_.at(start.job));
      EXPECT_LE(view.now + length(one.id), one.deadline);
      EXPECT_EQ(running_.count(start.job), 0u);
      running_[start.job] = {one.id, view.now};
      machines_[one.id] = start.machines;
    }
  }

  /// What runs changes only by decisions.
  void expect_room_on_machines() const {
    auto left = machine_cpus_;
    for (const auto& [handle, run] : running_) {
      const auto& machines = last_machines(run.id);
      ASSERT_EQ(machines.size(), job(run.id).fragments.size());
      for (std::size_t i = 0; i < machines.size(); ++i)
        left.at(static_cast<std::size_t>(machines[i])) -= job(run.id).fragments[i].cpus;
    }
    for (const int cpus : left)
      EXPECT_GE(cpus, 0);
  }

  /// One for each queued job that is not dropped, in their order: of its start when it starts.
  static void expect_reasons(const cluster::QueueView& view, const cluster::Decision& decision) {
    ASSERT_TRUE(view.explain);
    std::vector<cluster::JobHandle> explained, expected;
    std::vector<cluster::JobHandle> started;
    for (const auto& reason : decision.reasons)
      explained.push_back(reason.job);
    for (const auto& queued : view.queue)
      if (!holds(decision.drop, queued.handle))
        expected.push_back(queued.handle);
    EXPECT_EQ(explained, expected);
    for (const auto& start : decision.start)
      started.push_back(start.job);
    for (const auto& reason : decision.reasons) {
      const std::string code = reason.code;
      EXPECT_EQ(holds(started, reason.job),
                code == "fits" || code == "reservation_due" || code == "pulled_forward")
          << code;
      EXPECT_EQ(code == "reserved", reason.date < never);
    }
  }

  static int cpus_of(const OscarJob& one) {
    int cpus = 0;
    for (const auto& fragment : one.fragments)
      cpus += fragment.cpus;
    return cpus;
  }

  /// Reservations and what runs are never more than the cluster has, if all keep to their walltimes, and end
  /// before their deadlines. Common jobs hold none until they starve.
  void expect_room_for_reservations(const cluster::QueueView& view, const cluster::Decision& decision) {
    std::map<double, int> changes; // of the CPUs in use
    const auto hold = [&](long id, double start) {
      changes[start] += cpus_of(job(id));
      changes[start + length(id)] -= cpus_of(job(id));
    };
    for (const auto& [handle, run] : running_)
      hold(run.id, run.start);
    for (const auto& reason : decision.reasons) {
      const auto& one = job(ids_.at(reason.job));
      if (reason.date == never)
        continue;
      ++reservations;
      hold(one.id, reason.date);
      EXPECT_GT(reason.date, view.now);
      EXPECT_GE(reason.date, decision.wake);
      EXPECT_LE(reason.date + length(one.id), one.deadline);
      EXPECT_TRUE(one.service != 'C' || may_starve(view, one));
    }
    int used = 0, cpus = 0;
    for (const int here : machine_cpus_)
      cpus += here;
    for (const auto& [date, change] : changes)
      EXPECT_LE(used += change, cpus) << "at " << date;
  }

  /// What waits without a reservation is looked at again in time, and leaves when its deadline is too near.
  void expect_no_hopeless_job(const cluster::QueueView& view, const cluster::Decision& decision) const {
    for (const auto handle : decision.drop) {
      const auto& one = job(ids_.at(handle));
      EXPECT_GT(view.now + length(one.id), one.deadline);
    }
    for (const auto& reason : decision.reasons)
      if (const std::string code = reason.code; code == "no_slot" || code == "no_machines_for_fragments") {
        const auto& one = job(ids_.at(reason.job));
        EXPECT_LE(view.now + length(one.id), one.deadline);
        EXPECT_LE(decision.wake, view.now + settings_.max_suspension);
      }
  }

  const std::vector<int> machine_cpus_;
  const OscarSettings settings_;
  std::map<long, OscarJob> jobs_;
  std::map<cluster::JobHandle, long> ids_;
  std::map<cluster::JobHandle, Run> running_;
  std::map<long, std::vector<int>> machines_;
  std::map<long, int> stopped_;
};

} // namespace malha::testing

// SPDX-License-Identifier: MIT
#pragma once
#include "lists.hpp"

namespace malha::cluster::oscarpbs {

/// The scheduling cycle (P2). The order of its steps makes priority: emergency, QoS, starve, common. At the
/// end deadline jobs that own a slot are pulled forward.
class Scheduler {
public:
  Scheduler(const Settings& settings, const std::vector<int>& cpus)
      : settings_(settings), cpus_(cpus), lists_(settings, cpus) {}

  const Job& operator[](JobHandle handle) const { return lists_[handle]; }

  /// Adds a job, which the next cycle reads.
  void submit(const QueuedJob& queued) { requested_.insert(&lists_.create(queued)); }
  bool knows(JobHandle handle) const { return lists_.knows(handle); }
  /// Forgets a job that ran and has ended. Its handle may be used again.
  void ended(JobHandle handle) { lists_.end(handle); }
  /// Forgets a job that waits, and that will run elsewhere. Its handle may be used again.
  void withdraw(JobHandle handle) { lists_.withdraw(handle); }
  /// Plans everything again after machines failed or recovered, or jobs outlived their walltimes. `cpus` has
  /// the number of CPUs that are up on each machine.
  void plan_anew(Seconds now, const std::vector<int>& cpus, const std::vector<Release>& running) {
    lists_.plan_anew(now, cpus, running);
  }

  /// Runs the cycles of a date. When an older starve job has bumped a younger one, another cycle follows at
  /// once.
  Outcome run(Seconds now) {
    now_ = now;
    lists_.trim(now);
    do {
      bumped_ = false;
      cycle();
    } while (bumped_);
    return std::exchange(lists_.outcome, {});
  }

  /// The date at which to run again if nothing happens before (P1). It is the next reserved start; while
  /// there is a candidate, it is no later than the longest suspension from now.
  Seconds wake() const {
    Seconds date = lists_.has_candidates() ? now_ + settings_.max_suspension : never;
    for (const auto kind : {Class::starve, Class::qos, Class::emergency})
      for (const auto* job : lists_.allocated(kind))
        date = std::min(date, job->start);
    return date;
  }

private:
  void cycle() {
    release_late();
    give_up_late(Class::qos);
    give_up_late(Class::emergency);
    admit(Class::emergency);
    allocate_emergencies();
    admit(Class::qos);
    allocate_before_deadline(Class::qos);
    find_starving();
    allocate_starving();
    pull_starves();
    admit(Class::common);
    start_commons();
    pull_deadline_jobs();
    start_due();
  }

  SlotSearch search() { return {lists_.tables(), lists_.totals(), now_, settings_.placing}; }
  bool is_late(const Job& job) const { return now_ + job.length > job.deadline; }

  /// P7: releases reservations whose start was missed by more than the tolerance.
  void release_late() {
    for (const auto kind : {Class::starve, Class::qos, Class::emergency}) {
      const Jobs all = lists_.allocated(kind);
      for (auto* job : all)
        if (now_ - job->start > settings_.tolerance)
          lists_.release(*job);
    }
  }

  /// Removes candidates whose deadline cannot be met any more from the queue.
  void give_up_late(Class kind) {
    const Jobs all = lists_.candidates(kind);
    for (auto* job : all)
      if (is_late(*job)) {
        lists_.dequeue(*job);
        lists_.drop(*job);
      }
  }

  /// Reads the new requests of a class (P3).
  void admit(Class kind) {
    for (auto next = requested_.begin(); next != requested_.end();) {
      Job& job = **next;
      if (job.kind != kind) {
        ++next;
        continue;
      }
      next = requested_.erase(next);
      if (is_late(job) || !fits_empty_cluster(job))
        lists_.drop(job);
      else
        lists_.enqueue(job);
    }
  }

  bool fits_empty_cluster(Job& job) const {
    Tables empty(cpus_);
    const bool fits = Insertion(empty, job, Power::none, now_, settings_.placing).run();
    empty.undo();
    return fits;
  }

  /// P9, then P10. An emergency job that cannot be guaranteed when it is requested may use its powers, for
  /// the slot that ends at its deadline. It does so then or never.
  void allocate_emergencies() {
    const Jobs all = lists_.candidates(Class::emergency);
    Jobs requested_now;
    for (auto* job : all) {
      if (!std::exchange(job->is_new, false))
        continue;
      requested_now.insert(job);
      const Seconds last = job->deadline - job->length;
      if (search().backward(*job, Power::starves, lists_.starts()) ||
          (last >= now_ && search().insert_at(*job, last, Power::all)))
        lists_.allocate(*job);
    }
    allocate_before_deadline(Class::emergency, requested_now);
  }

  /// P10, P11.
  void allocate_before_deadline(Class kind, const Jobs& but = {}) {
    const Jobs all = lists_.candidates(kind);
    for (auto* job : all)
      if (but.count(job) == 0 && search().backward(*job, Power::starves, lists_.starts()))
        lists_.allocate(*job);
  }

  /// P12.
  void find_starving() {
    if (!settings_.starve)
      return;
    for (auto next = lists_.commons().begin(); next != lists_.commons().end();) {
      Job& job = **next++;
      if (now_ > job.submitted + settings_.starve_tolerance)
        lists_.starve(job);
    }
  }

  /// P13.
  void allocate_starving() {
    const Jobs all = lists_.candidates(Class::starve);
    for (auto* job : all)
      if (search().forward(*job, lists_.ends()))
        lists_.allocate(*job);
  }

  /// P14: pulls starve jobs to the current instant, the oldest first. Younger starve jobs may lose their
  /// reservations to them.
  void pull_starves() {
    const Jobs all = lists_.allocated(Class::starve);
    for (auto* job : all)
      if (job->state == State::allocated && !starts_now(*job))
        bumped_ = pull(*job, Power::younger_starves) || bumped_;
  }

  /// P15: starts common jobs, which never reserve.
  void start_commons() {
    for (auto next = lists_.commons().begin();
         next != lists_.commons().end() && lists_.totals().free_at(now_) > 0;) {
      Job& job = **next++;
      if (!search().insert_at(job, now_, Power::none))
        continue;
      lists_.allocate(job);
      mark(job, "fits");
    }
  }

  /// P16.
  void pull_deadline_jobs() {
    std::set<Job*, ByWeight> later;
    for (const auto kind : {Class::qos, Class::emergency})
      for (auto* job : lists_.allocated(kind))
        if (!starts_now(*job))
          later.insert(job);
    for (auto* job : later)
      pull(*job, Power::none);
  }

  static void mark(Job& job, const char* why) {
    job.due = true;
    job.why = why;
  }

  bool starts_now(Job& job) const {
    if (job.start > now_)
      return false;
    mark(job, "reservation_due");
    return true;
  }

  /// Gives the job a slot that begins now instead of its own, if there is one. Returns whether another job
  /// lost a reservation.
  bool pull(Job& job, Power power) {
    if (lists_.totals().free_at(now_) < job.size)
      return false;
    lists_.lift(job);
    if (!search().insert_at(job, now_, power)) {
      lists_.put_back(job);
      return false;
    }
    mark(job, "pulled_forward");
    return lists_.settle(job);
  }

  /// P17.
  void start_due() {
    for (const auto kind : {Class::common, Class::starve, Class::qos, Class::emergency}) {
      const Jobs all = lists_.allocated(kind);
      for (auto* job : all)
        if (job->due)
          lists_.start(*job);
    }
  }

  const Settings settings_;
  const std::vector<int> cpus_; ///< by machine, as if all were up
  Lists lists_;
  Jobs requested_;
  Seconds now_ = 0;
  bool bumped_ = false;
};

} // namespace malha::cluster::oscarpbs

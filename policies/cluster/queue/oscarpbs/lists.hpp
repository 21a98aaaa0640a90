// SPDX-License-Identifier: MIT
#pragma once
#include "slot_search.hpp"

#include <array>
#include <memory>

namespace malha::cluster::oscarpbs {

/// The results of the cycles of one date.
struct Outcome {
  std::vector<Job*> started;
  std::vector<JobHandle> killed;  ///< running jobs that were stopped, and are candidates again or run again
  std::vector<JobHandle> dropped; ///< jobs whose deadline is too near, or for which the cluster is too small
  std::vector<Move> moved;
  std::vector<JobHandle> deallocated;
};

/// All jobs by class and state (thesis, section 5.4.4), and the tables of the jobs that hold CPUs. Every
/// change of a job's state is one function of this class.
class Lists {
public:
  Lists(const Settings& settings, const std::vector<int>& cpus) : settings_(settings), tables_(cpus) {
    totals_.reset(0, std::accumulate(cpus.begin(), cpus.end(), 0));
  }

  Outcome outcome;

  Job& operator[](JobHandle handle) const { return *jobs_[handle]; }
  Tables& tables() { return tables_; }
  const Totals& totals() const { return totals_; }
  const std::set<Job*, ByWeight>& commons() const { return commons_; }          ///< candidates
  const Jobs& candidates(Class kind) const { return candidates_[index(kind)]; } ///< without common jobs
  const Jobs& allocated(Class kind) const { return allocated_[index(kind)]; }
  bool has_candidates() const {
    return !commons_.empty() || std::any_of(candidates_.begin(), candidates_.end(),
                                            [](const Jobs& some) { return !some.empty(); });
  }
  /// The starts of the jobs that are allocated or run, in increasing order (gerar_lista_inicios).
  std::vector<Seconds> starts() const {
    return dates([](const Job& job) { return job.start; });
  }
  /// The ends of those jobs, in increasing order (gerar_lista_finais).
  std::vector<Seconds> ends() const {
    return dates([](const Job& job) { return job.end(); });
  }

  void trim(Seconds now) {
    tables_.trim(now);
    totals_.trim(now);
  }

  /// P3: makes a job, which is in no list yet.
  Job& create(const QueuedJob& queued) {
    if (queued.handle >= jobs_.size())
      jobs_.resize(queued.handle + std::size_t{1});
    jobs_[queued.handle] = std::make_unique<Job>(candidate_of(queued, settings_));
    return *jobs_[queued.handle];
  }

  void enqueue(Job& job) {
    job.state = State::candidate;
    if (job.kind == Class::common)
      commons_.insert(&job);
    else
      candidates_[index(job.kind)].insert(&job);
  }
  void dequeue(Job& job) {
    if (job.kind == Class::common)
      commons_.erase(&job);
    else
      candidates_[index(job.kind)].erase(&job);
  }
  /// A common candidate becomes a starve candidate (P12).
  void starve(Job& job) {
    dequeue(job);
    job.kind = Class::starve;
    enqueue(job);
  }
  /// Forgets a job that is in no list any more. It will never run.
  void drop(Job& job) {
    outcome.dropped.push_back(job.handle);
    jobs_[job.handle].reset();
  }

  /// efetivar_eventos (P22): gives a candidate that was inserted its reservation, and makes what that did to
  /// other jobs final. Returns whether another job lost a reservation.
  bool allocate(Job& job) {
    dequeue(job);
    const bool bumped = commit(job);
    job.state = State::allocated;
    allocated_[index(job.kind)].insert(&job);
    totals_.add(job, -1);
    return bumped;
  }

  /// Lets an allocated job look for another slot. Its own slot counts as free meanwhile.
  void lift(Job& job) {
    totals_.add(job, +1);
    tables_.remove_all(job);
  }
  /// Gives a lifted job the slot that it has found. Returns whether another job lost a reservation.
  bool settle(Job& job) {
    const bool bumped = commit(job);
    totals_.add(job, -1);
    return bumped;
  }
  void put_back(Job& job) {
    tables_.undo();
    totals_.add(job, -1);
  }

  /// Takes its reservation from an allocated job (P7).
  void release(Job& job) {
    free_reservation(job);
    outcome.deallocated.push_back(job.handle);
    enqueue(job);
  }
  /// Forgets a candidate or an allocated job, which will run elsewhere.
  void withdraw(JobHandle handle) {
    Job& job = *jobs_[handle];
    if (job.state == State::allocated)
      free_reservation(job);
    else
      dequeue(job);
    jobs_[handle].reset();
  }

  /// P17: starts an allocated job.
  void start(Job& job) {
    allocated_[index(job.kind)].erase(&job);
    totals_.add(job, +1);
    job.state = State::running;
    totals_.add(job, -1);
    job.due = false;
    running_.insert(&job);
    outcome.started.push_back(&job);
  }

  /// Whether the job was created and has not ended.
  bool knows(JobHandle handle) const { return handle < jobs_.size() && jobs_[handle] != nullptr; }
  /// P6: ends a job that ran, early or not.
  void end(JobHandle handle) {
    Job& job = *jobs_[handle];
    totals_.add(job, +1);
    tables_.remove_all(job);
    tables_.commit();
    running_.erase(&job);
    jobs_[handle].reset();
  }

  /// Gives up all reservations. Running jobs get these ends, and machines these numbers of CPUs that are up.
  void plan_anew(Seconds now, const std::vector<int>& cpus, const std::vector<Release>& running) {
    for (auto& some : allocated_) {
      for (auto* job : some) {
        for (auto& fragment : job->fragments)
          fragment.machine = Fragment::nowhere;
        outcome.deallocated.push_back(job->handle);
        enqueue(*job);
      }
      some.clear();
    }
    tables_.reset(cpus);
    totals_.reset(now, std::accumulate(cpus.begin(), cpus.end(), 0));
    for (const auto& release : running) {
      Job& job = *jobs_[release.handle];
      job.length = std::min(release.expected_end, now + longest_plan) - job.start;
      for (std::size_t fragment = 0; fragment < job.fragments.size(); ++fragment)
        tables_.insert({&job, fragment}, job.fragments[fragment].machine);
      tables_.commit(&job);
      totals_.add(job, -1);
    }
  }

private:
  static std::size_t index(Class kind) { return static_cast<std::size_t>(kind); }

  void free_reservation(Job& job) {
    tables_.remove_all(job);
    tables_.commit();
    totals_.add(job, +1);
    allocated_[index(job.kind)].erase(&job);
  }

  template <class Date>
  std::vector<Seconds> dates(Date date) const {
    std::vector<Seconds> all;
    for (const auto* job : running_)
      all.push_back(date(*job));
    for (const auto& some : allocated_)
      for (const auto* job : some)
        all.push_back(date(*job));
    std::sort(all.begin(), all.end());
    return all;
  }

  bool commit(Job& job) {
    const auto committed = tables_.commit(&job);
    outcome.moved.insert(outcome.moved.end(), committed.pushed.begin(), committed.pushed.end());
    for (auto* other : committed.excluded)
      exclude(*other);
    return !committed.excluded.empty();
  }

  /// Makes a job that is no longer in the tables a candidate again.
  void exclude(Job& job) {
    totals_.add(job, +1);
    if (job.state == State::running) {
      running_.erase(&job);
      job.length = job.walltime + settings_.tolerance;
      outcome.killed.push_back(job.handle);
    } else {
      allocated_[index(job.kind)].erase(&job);
      outcome.deallocated.push_back(job.handle);
      if (job.kind == Class::starve)
        job.critical = ++job.deallocations >= settings_.deallocation_limit;
    }
    enqueue(job);
  }

  const Settings settings_;
  Tables tables_;
  Totals totals_;
  std::vector<std::unique_ptr<Job>> jobs_; ///< by handle
  std::set<Job*, ByWeight> commons_;
  std::array<Jobs, 4> candidates_, allocated_; ///< by class
  Jobs running_;
};

} // namespace malha::cluster::oscarpbs

// SPDX-License-Identifier: MIT
#pragma once
#include "round.hpp"

#include <boost/container/flat_map.hpp>

namespace malha::cluster::slurm {

/// Preemption (Slurm 22.05 documentation, page "Preemption"; measured on 22.05.8). A job that does not fit
/// takes jobs away that it may preempt, one by one, until it fits: those of the smallest priority first, and
/// among them the smallest. Then it chooses again: the last one that it took first, the others by how many of
/// their nodes it would get. Ours: of equal ones the oldest first; jobs whose grace is over end together, and
/// those that are to end anyway are taken first.
class Preemption {
public:
  Preemption(const Settings& settings, const KnownJobs& known) : settings_(settings), known_(known) {}

  bool is_on() const { return settings_.preempt_by != PreemptBy::none; }

  /// Stops the jobs whose grace is over. It is called before anything else at a date.
  void begin(Round& round) {
    claimed_.clear();
    if (doomed_.empty())
      return;
    std::map<JobHandle, Doom> left;
    for (const auto& release : round.view().running)
      if (const auto found = doomed_.find(release.handle);
          found != doomed_.end() && found->second.job == release.id) {
        if (found->second.date > round.now()) {
          left.insert(*found);
          round.will_stop(release.handle, found->second.date);
        } else
          round.stop(release, found->second.requeue);
      }
    doomed_ = std::move(left);
  }
  /// The next date at which the grace of a job is over; `never`: none has any.
  Seconds next_stop() const {
    Seconds next = never;
    for (const auto& [job, doom] : doomed_)
      next = std::min(next, doom.date);
    return next;
  }
  /// When the job will be stopped; `never`: it will not.
  Seconds stop_of(const Release& running) const {
    const auto found = doomed_.find(running.handle);
    return found != doomed_.end() && found->second.job == running.id ? found->second.date : never;
  }

  /// The free nodes, and those of jobs that the job may preempt.
  IndexSet nodes_for(const QueuedJob& job, const Round& round) const {
    auto nodes = round.free();
    if (is_on())
      for (const auto& one : candidates(job, round, [](const IndexSet& all) { return all; }))
        nodes.insert(one.usable);
    return nodes;
  }
  /// The first date at which a job may be preempted that runs, or starts now, and may not yet; `never`: there
  /// is none.
  Seconds next_end_of_exemption(const Round& round) const {
    Seconds next = never;
    const auto see = [&](const Terms& terms) {
      if (is_exempt(terms, round.now()))
        next = std::min(next, exempt_until(terms));
    };
    if (!is_on())
      return next;
    for (const auto& running : round.view().running)
      if (const auto* const terms = known_.find(running); terms != nullptr)
        see(*terms);
    for (const auto& started : round.started())
      see(known_[started.job]);
    return next;
  }

  /// Starts the job on free nodes and on those of jobs that it preempts, if there are enough of them. Where
  /// these jobs have a grace, it only chooses them; they hold their nodes until it is over. `usable(nodes)`
  /// says which of some nodes the job may use. Returns whether it starts.
  template <class Usable>
  bool starts(const QueuedJob& job, Round& round, Usable usable) {
    if (!is_on())
      return false;
    auto taken = candidates(job, round, usable);
    const auto idle = usable(round.free());
    std::sort(taken.begin(), taken.end());
    auto nodes = take(taken, job, idle, round);
    for (Settings::Count again = 0; nodes && again < settings_.reorders; ++again) {
      reorder(taken, *nodes);
      nodes = take(taken, job, idle, round);
    }
    return nodes && preempt(taken, job, *nodes, round);
  }

private:
  /// A job that is to be stopped when its grace is over.
  struct Doom {
    TaskId job;
    Seconds date;
    bool requeue;
  };
  struct Candidate {
    const Release* running;
    const Terms* terms;
    IndexSet usable; ///< those of its nodes that the job may use
    bool is_doomed;
    std::int64_t priority; ///< of its partition or QOS
    double rank;           ///< among those of equal priority
    bool is_taken = false;

    friend bool operator<(const Candidate& a, const Candidate& b) {
      return std::tuple(!a.is_doomed, a.priority, a.rank, a.running->id) <
             std::tuple(!b.is_doomed, b.priority, b.rank, b.running->id);
    }
  };

  PreemptMode mode_of(const Terms& terms) const {
    const auto of_class =
        settings_.preempt_by == PreemptBy::partition
            ? (terms.of_partition != nullptr ? terms.of_partition->preempt_mode : std::nullopt)
            : (terms.of_qos != nullptr ? terms.of_qos->preempt_mode : std::nullopt);
    return of_class.value_or(settings_.preempt_mode);
  }
  Seconds grace_of(const Terms& terms) const {
    if (settings_.preempt_by == PreemptBy::partition)
      return terms.of_partition != nullptr ? terms.of_partition->grace_time : 0;
    return terms.of_qos != nullptr ? terms.of_qos->grace_time : 0;
  }
  bool is_claimed(JobHandle running, const QueuedJob& by_others_than) const {
    const auto found = claimed_.find(running);
    return found != claimed_.end() && found->second != by_others_than.handle;
  }
  Seconds exempt_until(const Terms& terms) const {
    const Seconds of_qos = terms.of_qos != nullptr ? terms.of_qos->preempt_exempt_time : 0;
    return terms.start + (of_qos > 0 ? of_qos : settings_.exempt_time);
  }
  bool is_exempt(const Terms& terms, Seconds now) const { return now < exempt_until(terms); }

  template <class Usable>
  std::vector<Candidate> candidates(const QueuedJob& job, const Round& round, Usable usable) const {
    std::vector<Candidate> found;
    const auto& own = round.terms_of(job);
    for (const auto& running : round.view().running) {
      const auto* const terms = known_.find(running);
      if (terms == nullptr || !may_preempt(settings_.preempt_by, own, *terms) ||
          round.stops(running.handle) || is_claimed(running.handle, job) ||
          mode_of(*terms) == PreemptMode::off || is_exempt(*terms, round.now()))
        continue;
      auto nodes = usable(*running.nodes);
      if (nodes.empty())
        continue;
      const bool by_partition = settings_.preempt_by == PreemptBy::partition;
      found.push_back({&running, terms, std::move(nodes), stop_of(running) < never,
                       by_partition ? terms->tier() : terms->of_qos->priority,
                       settings_.youngest_first ? -terms->start : running.size});
    }
    return found;
  }

  /// Takes candidates away in their order until the job fits. Returns the nodes that it would get; nothing:
  /// it does not fit.
  std::optional<IndexSet> take(std::vector<Candidate>& all, const QueuedJob& job, IndexSet nodes,
                               const Round& round) const {
    for (auto& one : all)
      one.is_taken = false;
    for (auto& one : all) {
      nodes.insert(one.usable);
      one.is_taken = true;
      if (nodes.size() >= job.size)
        return round.choose(nodes, job.size);
    }
    return std::nullopt;
  }

  /// The last one that was taken goes first, the others by how many of the chosen nodes they hold.
  static void reorder(std::vector<Candidate>& all, const IndexSet& chosen) {
    auto last =
        std::find_if(all.rbegin(), all.rend(), [](const Candidate& one) { return one.is_taken; }).base();
    std::rotate(all.begin(), std::prev(last), last);
    std::stable_sort(std::next(all.begin()), all.end(), [&](const Candidate& a, const Candidate& b) {
      return in_both(a.usable, chosen).size() > in_both(b.usable, chosen).size();
    });
  }

  /// Preempts those who hold nodes that the job would get.
  bool preempt(const std::vector<Candidate>& taken, const QueuedJob& job, const IndexSet& nodes,
               Round& round) {
    Seconds date = round.now();
    std::vector<const Candidate*> victims;
    for (const auto& one : taken)
      if (one.is_taken && !in_both(one.usable, nodes).empty()) {
        victims.push_back(&one);
        date = std::max(date, one.is_doomed ? stop_of(*one.running) : round.now() + grace_of(*one.terms));
      }
    for (const auto* one : victims) {
      const bool requeue = mode_of(*one->terms) == PreemptMode::requeue;
      claimed_.emplace(one->running->handle, job.handle);
      if (date <= round.now())
        round.stop(*one->running, requeue);
      else if (doomed_.emplace(one->running->handle, Doom{one->running->id, date, requeue}).second)
        round.will_stop(one->running->handle, date);
    }
    if (date <= round.now())
      round.start_on(job, nodes, "preempts");
    return date <= round.now();
  }

  const Settings& settings_;
  const KnownJobs& known_;
  std::map<JobHandle, Doom> doomed_;
  boost::container::flat_map<JobHandle, JobHandle>
      claimed_; ///< at this date, with the job for which they are
};

} // namespace malha::cluster::slurm

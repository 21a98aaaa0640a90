// SPDX-License-Identifier: MIT
#pragma once
#include "listener.hpp"
#include "scenarios/workload/files/snapshot.hpp"

namespace malha::cluster {

/// Notes all that happens in a batch scheduler, round by round, and what its users use. Its memory grows with
/// the jobs that have ended, so it listens only where a snapshot is asked for. It may also follow a recorded
/// way: then the policy must decide what is recorded, since otherwise it is not the one that was cut.
class History : public Listener {
public:
  /// `extends`: a job that reaches its walltime runs on, see Rules.
  explicit History(bool extends) : extends_(extends) {}

  /// From now on each round must be the next one of the snapshot. Its `rounds` and its state are compared.
  void follow(const Snapshot& snapshot) { followed_ = &snapshot; }
  /// Throws InputError if rounds of the snapshot that is followed have not come.
  void check_all_followed() const;

  /// The state of the scheduler at the date, and the way that led to it. Nodes of the book are its resources.
  Snapshot snapshot(const Book& book, Seconds date) const;

  void submitted(const Job& job, Seconds now) override;
  void rejected(const Job& job, const Task& task) override;
  void never_ready(const Job& job, const Task& task, Seconds now) override;
  void started(const LiveJob& job, const Start& how) override;
  void stopped(const LiveJob& job) override { note("stop", job.task); }
  void ended(const LiveJob& job, Seconds start, Seconds end, FinalState state) override;
  void cut_short(const LiveJob& job, Seconds now, const char* why) override;
  void dropped(const LiveJob& job, Seconds now) override;
  void node_down(int node, Seconds date) override;
  void node_up(int node, Seconds date) override;
  void decided(const Decision& decision, const Book& book, Seconds now) override;
  /// Throws InputError if the round is not the one that is followed, or if the last one of them leads to
  /// another state.
  void round_is_over(const Book& book, Seconds now) override;

private:
  void note(const std::string& what, const Task& task, const std::string& more = "");
  void charge(const LiveJob& job, Seconds from, Seconds to);
  void check(const SnapshotRound& made, const Book& book) const;

  Seconds end_of(const LiveJob& job, const Book& book) const;

  const bool extends_;
  SnapshotRound round_; ///< what has happened since the last one was over
  std::vector<SnapshotRound> rounds_;
  std::map<Snapshot::Owner, double> used_; ///< by attempts that are over
  const Snapshot* followed_ = nullptr;     ///< null: no recorded way is followed
};

} // namespace malha::cluster

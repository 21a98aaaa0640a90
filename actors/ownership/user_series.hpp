// SPDX-License-Identifier: MIT
#pragma once
#include "actors/ownership/model/listener.hpp"
#include "actors/runtime/records/recorder.hpp"

#include <map>
#include <set>

namespace malha::ownership {

/// Writes the machines and tasks of users over time: one row for a user at each date at which theirs changed,
/// with the numbers after all events of that date.
class UserSeries : public Listener {
public:
  explicit UserSeries(Recorder& recorder) : recorder_(recorder) {}

  void submitted(const Job& job, int user) override {
    auto& state = state_at(job.submitted, user);
    state.user = job.user;
    state.tasks += static_cast<std::int64_t>(job.tasks.size());
  }
  void started(const PoolRun& run) override {
    holders_[run.machine] = run.number;
    ++state_at(run.start, run.user).machines;
  }
  void stopping(const PoolRun& run, Seconds date) override { release(run, date); }
  void cut_short(const PoolRun& run, Seconds end, Cut, const KeptRun&) override { release(run, end); }
  void ended(const PoolRun& run, Seconds end) override {
    release(run, end);
    --state_at(end, run.user).tasks;
  }

  /// Writes the rows of the last date. It is called once.
  void close() { write(); }

private:
  /// A run that is being stopped does not hold its machine any more.
  void release(const PoolRun& run, Seconds date) {
    auto& holder = holders_[run.machine];
    if (holder != run.number)
      return;
    holder = 0;
    --state_at(date, run.user).machines;
  }

  /// The state of a user, to be changed at that date. Writes the rows of an earlier date first.
  UserStateRow& state_at(Seconds date, int user) {
    if (date > date_)
      write();
    date_ = std::max(date_, date);
    changed_.insert(user);
    return states_[user];
  }

  void write() {
    for (const int user : changed_) {
      auto& state = states_[user];
      state.time = date_;
      recorder_.user_state(state);
    }
    changed_.clear();
  }

  Recorder& recorder_;
  std::map<int, UserStateRow> states_; ///< by user
  std::map<int, CopyNumber> holders_;  ///< by machine: the run that holds it
  std::set<int> changed_;              ///< users whose state changed at `date_`
  Seconds date_ = 0;
};

} // namespace malha::ownership

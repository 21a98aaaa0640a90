// SPDX-License-Identifier: MIT
// The machines that users lose to others in a pool of owned machines (OSEP, section 3.2.2.3).
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"

namespace malha {
namespace {

/// An event of a task or of a machine.
struct PoolChange {
  /// In the order in which they happen at one date; `end_at_once` ends an attempt that takes no time.
  enum Kind { end, submission, machine_fails, machine_recovers, stop, start, end_at_once };

  Seconds date;
  Kind kind;
  std::string user;
  std::string who;           ///< the job or the attempt, for messages
  int machine = -1;          ///< index of the resource; -1: none
  bool starts_again = false; ///< whether the task waits again after this end

  bool operator<(const PoolChange& other) const {
    return date != other.date ? date < other.date : kind < other.kind;
  }
};

using PoolChanges = std::vector<PoolChange>;

struct UserOfPool {
  int share = 0;            ///< machines that the user gave and that are up
  int held = 0;             ///< machines that run tasks of the user
  std::int64_t waiting = 0; ///< tasks that wait

  /// The number of machines that the user may have back for waiting tasks.
  std::int64_t owed() const {
    return std::max<std::int64_t>(0, std::min<std::int64_t>(share - held, waiting));
  }
};

/// Replays the events of a pool and checks each stop.
class SharesOfUsers {
public:
  SharesOfUsers(const Resources& resources, Findings& findings) : resources_(resources), findings_(findings) {
    for (const auto& [index, resource] : resources)
      change_share(index, 1);
  }

  void check(PoolChanges& changes) {
    std::stable_sort(changes.begin(), changes.end());
    for (auto next = changes.begin(); next != changes.end(); ++next) {
      const bool is_first_stop_of_date =
          next->kind == PoolChange::stop &&
          (next == changes.begin() || (next - 1)->kind != PoolChange::stop || (next - 1)->date != next->date);
      if (is_first_stop_of_date)
        check_owed(next, changes.end());
      apply(*next);
    }
  }

private:
  using Position = PoolChanges::const_iterator;

  /// Checks that all tasks that stop at one date are no more than the machines that are owed. It is called
  /// before the first of them stops.
  void check_owed(Position first, Position end) {
    const auto after = std::find_if(first, end, [&](const PoolChange& change) {
      return change.kind != PoolChange::stop || change.date != first->date;
    });
    std::int64_t owed = 0;
    for (const auto& [name, user] : users_)
      owed += user.owed();
    if (after - first > owed)
      findings_.violation("shares",
                          counted(after - first, "task") + " stopped at " + shortest(first->date) + ", and " +
                              counted(owed, "machine") + (owed == 1 ? " was" : " were") +
                              " owed to users with tasks",
                          Trait::stops_within_shares);
    for (const auto& [user, machines] : receivers(first, after, end))
      if (const auto own = users_[user].owed(); machines > own)
        findings_.violation("shares",
                            counted(machines, "task") + " stopped at " + shortest(first->date) +
                                " for user '" + user + "', who was owed " + counted(own, "machine"),
                            Trait::stops_within_shares);
  }

  /// The users who received machines of the tasks that stopped, with the number of these machines. A machine
  /// is kept for one user, who alone may start on it at the next date at which tasks start. Empty if tasks
  /// stop before that date. The tasks that stopped are those from `first` up to `after`.
  static std::map<std::string, std::int64_t> receivers(Position first, Position after, Position end) {
    std::set<int> kept;
    for (auto stop = first; stop != after; ++stop)
      kept.insert(stop->machine);
    std::map<std::string, std::int64_t> machines;
    auto next = after;
    for (; next != end && next->kind != PoolChange::start && next->kind != PoolChange::stop; ++next)
      if (next->kind == PoolChange::machine_fails) // then it is no longer kept
        kept.erase(next->machine);
    if (next != end && next->kind == PoolChange::start)
      for (auto start = next; start != end && start->date == next->date; ++start)
        if (start->kind == PoolChange::start && kept.erase(start->machine) > 0)
          ++machines[start->user];
    return machines;
  }

  /// Records an event. Reports a stop if its user holds no more than a share.
  void apply(const PoolChange& change) {
    if (change.kind == PoolChange::machine_fails || change.kind == PoolChange::machine_recovers)
      return change_share(change.machine, change.kind == PoolChange::machine_recovers ? 1 : -1);
    auto& user = users_[change.user];
    switch (change.kind) {
    case PoolChange::start:
      ++user.held;
      --user.waiting;
      return;
    case PoolChange::stop:
      if (user.held <= user.share)
        findings_.violation("shares",
                            change.who + " stopped at " + shortest(change.date) + ", when user '" +
                                change.user + "' held " + counted(user.held, "machine") + " of a share of " +
                                std::to_string(user.share),
                            Trait::stops_within_shares);
      --user.held;
      ++user.waiting;
      return;
    case PoolChange::submission:
      ++user.waiting;
      return;
    default: // an end
      --user.held;
      user.waiting += change.starts_again ? 1 : 0;
    }
  }

  /// Changes the share of the owner of a machine, if it has one.
  void change_share(int machine, int by) {
    if (const auto& owner = resources_.at(machine).owner; !owner.empty())
      users_[owner].share += by;
  }

  const Resources& resources_;
  std::map<std::string, UserOfPool> users_;
  Findings& findings_;
};

/// Checks the machines that users lose to others: no more than are owed to users with waiting tasks, and only
/// machines beyond a share.
class Shares : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (!stops_are_owed_ || read.is_rejected())
      return;
    const auto& user = read.row.text("user");
    const auto& id = read.row.text("job_id");
    changes_.push_back({read.job.task.submitted, PoolChange::submission, user, "job " + id});
    if (read.is_restarted())
      restarted_[id] = user;
    else
      add_attempt({"job " + id, read.job.start, read.job.finish, read.job.resources}, user, "job " + id,
                  PoolChange::end, false);
  }

  void attempt(const Attempt& attempt) override {
    if (const auto user = restarted_.find(attempt.id()); user != restarted_.end())
      add_attempt(attempt.held, user->second, attempt.who(),
                  attempt.is_stopped() ? PoolChange::stop : PoolChange::end, !attempt.ended_job());
  }

  void end() override {
    if (!tasks_may_stop_)
      return;
    const auto& outages = run_.outages.outages;
    const bool crashes_are_known_late = !outages.empty() && run_.settings.detection_delay() > 0;
    if (!stops_are_owed_ || crashes_are_known_late || run_.tasks.unfinished != 0) {
      findings_.not_checked(
          "shares of users whose tasks stopped: tasks may stop for other reasons, crashes are "
          "known late, or some tasks have no row");
      return;
    }
    for (const auto& outage : outages) {
      changes_.push_back({outage.start, PoolChange::machine_fails, "", "", outage.resource});
      if (outage.end)
        changes_.push_back({*outage.end, PoolChange::machine_recovers, "", "", outage.resource});
    }
    SharesOfUsers(run_.resources, findings_).check(changes_);
    findings_.checked("only users who held more than their share lost machines, and no more than were owed");
  }

private:
  /// Adds the start and the end of an attempt. `how`: the kind of its end.
  void add_attempt(const Occupation& held, const std::string& user, const std::string& who,
                   PoolChange::Kind how, bool starts_again) {
    const int machine = held.resources.empty() ? -1 : held.resources.intervals().front().first;
    changes_.push_back({held.start, PoolChange::start, user, who, machine});
    changes_.push_back({held.end,
                        how == PoolChange::end && held.end == held.start ? PoolChange::end_at_once : how,
                        user, who, machine, starts_again});
  }

  /// Whether tasks of this run may stop for another user.
  const bool tasks_may_stop_ =
      run_.settings.allowed && (run_.settings.may_end("preempted") || run_.settings.may_end("suspended"));
  /// Whether they stop only for users who are owed machines, so that each stop can be checked.
  const bool stops_are_owed_ = tasks_may_stop_ && !run_.settings.may(Trait::stops_within_shares);
  PoolChanges changes_;
  std::map<std::string, std::string> restarted_; ///< users of jobs with several attempts, by id of the job
};

} // namespace

MALHA_RULE("shares", "Only users who held more than their share lost machines to users whom they were owed.",
           check_by<Shares>, 150)

} // namespace malha

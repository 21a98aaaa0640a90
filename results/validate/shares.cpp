// SPDX-License-Identifier: MIT
#include "shares.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "rows.hpp"

#include <algorithm>
#include <set>

namespace malha {
namespace {

namespace fs = std::filesystem;

bool is_stop(const std::string& outcome) { return outcome == "preempted" || outcome == "suspended"; }

/// What happens to a task or to a machine, in the order in which things of one date happen.
struct PoolChange {
  enum Kind { end, submission, machine_goes, machine_comes, stop, start, end_at_once };

  Seconds date;
  Kind kind;
  std::string user;
  std::string who; ///< the attempt
  int machine = -1;
  bool starts_again = false; ///< an end after which the task waits

  bool operator<(const PoolChange& other) const {
    return date != other.date ? date < other.date : kind < other.kind;
  }
};

using PoolChanges = std::vector<PoolChange>;

struct User {
  int share = 0;
  int held = 0;
  std::int64_t waiting = 0; ///< tasks

  std::int64_t owed() const {
    return std::max<std::int64_t>(0, std::min<std::int64_t>(share - held, waiting));
  }
};

class Shares {
public:
  Shares(const std::map<int, ResourceRow>& resources, Findings& findings)
      : resources_(resources), findings_(findings) {
    for (const auto& [index, resource] : resources)
      change_share(index, 1);
  }

  void check(PoolChanges& changes) {
    std::stable_sort(changes.begin(), changes.end());
    for (auto next = changes.begin(); next != changes.end(); ++next) {
      if (next->kind == PoolChange::stop &&
          (next == changes.begin() || (next - 1)->kind != PoolChange::stop || (next - 1)->date != next->date))
        check_owed(next, changes.end());
      take(*next);
    }
  }

private:
  using Place = PoolChanges::const_iterator;

  /// Before the first of the tasks that stop at a date.
  void check_owed(Place first, Place end) {
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
      if (const auto mine = users_[user].owed(); machines > mine)
        findings_.violation("shares",
                            counted(machines, "task") + " stopped at " + shortest(first->date) +
                                " for user '" + user + "', who was owed " + counted(mine, "machine"),
                            Trait::stops_within_shares);
  }

  /// Who got the machines of the tasks that stopped, where that shows: in the next negotiation only he for
  /// whom a machine is kept may start on it.
  static std::map<std::string, std::int64_t> receivers(Place first, Place after, Place end) {
    std::set<int> kept;
    for (auto stop = first; stop != after; ++stop)
      kept.insert(stop->machine);
    std::map<std::string, std::int64_t> machines;
    auto next = after;
    for (; next != end && next->kind != PoolChange::start && next->kind != PoolChange::stop; ++next)
      if (next->kind == PoolChange::machine_goes) // it is kept for nobody then
        kept.erase(next->machine);
    if (next != end && next->kind == PoolChange::start)
      for (auto start = next; start != end && start->date == next->date; ++start)
        if (start->kind == PoolChange::start && kept.erase(start->machine) > 0)
          ++machines[start->user];
    return machines;
  }

  void take(const PoolChange& change) {
    if (change.kind == PoolChange::machine_goes || change.kind == PoolChange::machine_comes)
      return change_share(change.machine, change.kind == PoolChange::machine_comes ? 1 : -1);
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
    default:
      --user.held;
      user.waiting += change.starts_again ? 1 : 0;
    }
  }

  void change_share(int machine, int by) {
    if (const auto& owner = resources_.at(machine).owner; !owner.empty())
      users_[owner].share += by;
  }

  const std::map<int, ResourceRow>& resources_;
  std::map<std::string, User> users_;
  Findings& findings_;
};

/// Of all jobs; of one that was restarted its attempts say when it ran.
class ChangesOfRun {
public:
  explicit ChangesOfRun(const std::vector<OutageRow>& outages) {
    for (const auto& outage : outages) {
      changes_.push_back({outage.start, PoolChange::machine_goes, "", "", outage.resource});
      if (outage.end)
        changes_.push_back({*outage.end, PoolChange::machine_comes, "", "", outage.resource});
    }
  }

  PoolChanges read(const fs::path& folder) {
    read_jobs(folder / "jobs.csv");
    if (is_written(folder / "attempts.csv"))
      read_attempts(folder / "attempts.csv");
    return std::move(changes_);
  }

private:
  void read_jobs(const fs::path& file) {
    for (CsvReader row(file); row.next();) {
      const auto& user = row.text("user");
      const std::string who = "job " + row.text("job_id");
      if (row.text("final_state") == "REJECTED")
        continue;
      changes_.push_back({finite(row, "submission_time"), PoolChange::submission, user, who});
      if (row.integer("restarts") > 0)
        users_[row.text("job_id")] = user;
      else
        add_run(row, user, who, finite(row, "starting_time"), finite(row, "finish_time"), PoolChange::end,
                false);
    }
  }

  void read_attempts(const fs::path& file) {
    for (CsvReader row(file); row.next();) {
      const auto user = users_.find(row.text("job_id"));
      if (user == users_.end())
        continue;
      const auto& outcome = row.text("outcome");
      add_run(row, user->second, "job " + user->first + " (" + row.place() + ")", finite(row, "start"),
              finite(row, "end"), is_stop(outcome) ? PoolChange::stop : PoolChange::end,
              outcome.rfind("COMPLETED_", 0) != 0);
    }
  }

  void add_run(const CsvReader& row, const std::string& user, const std::string& who, Seconds start,
               Seconds end, PoolChange::Kind how, bool starts_again) {
    const auto resources = resources_in(row);
    const int machine = resources.empty() ? -1 : resources.intervals().front().first;
    changes_.push_back({start, PoolChange::start, user, who, machine});
    changes_.push_back({end, how == PoolChange::end && end == start ? PoolChange::end_at_once : how, user,
                        who, machine, starts_again});
  }

  PoolChanges changes_;
  std::map<std::string, std::string> users_; ///< of restarted jobs
};

} // namespace

void check_shares(const fs::path& folder, const std::map<int, ResourceRow>& resources,
                  const std::vector<OutageRow>& outages, bool all_finished, const RunRules& rules,
                  Findings& findings) {
  if (!rules.shown || (!rules.may_end("preempted") && !rules.may_end("suspended")))
    return;
  const bool some_seem_up = !outages.empty() && rules.detection_delay() > 0;
  if (rules.may(Trait::stops_within_shares) || some_seem_up || !all_finished) {
    findings.not_checked("shares of users whose tasks stopped: tasks may stop for other reasons, crashes are "
                         "known late, or some tasks have no row");
    return;
  }
  auto changes = ChangesOfRun(outages).read(folder);
  Shares(resources, findings).check(changes);
  findings.checked("only users who held more than their share lost machines, and no more than were owed");
}

} // namespace malha

// SPDX-License-Identifier: MIT
#include "validator_shares.hpp"

#include "policies/sdk/numbers.hpp"
#include "validator_rows.hpp"

#include <algorithm>
#include <set>

namespace malha {
namespace {

namespace fs = std::filesystem;

bool is_stop(const std::string& outcome) { return outcome == "preempted" || outcome == "suspended"; }

/// What happens to a task, in the order in which things of one date happen.
struct TaskChange {
  enum Kind { end, submission, stop, start };

  Seconds date;
  Kind kind;
  std::string user;
  std::string who; ///< the attempt

  bool operator<(const TaskChange& other) const {
    return date != other.date ? date < other.date : kind < other.kind;
  }
};

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
  Shares(const std::map<int, ResourceRow>& resources, Findings& findings) : findings_(findings) {
    for (const auto& [index, resource] : resources)
      if (!resource.owner.empty())
        ++users_[resource.owner].share;
  }

  void check(std::vector<TaskChange>& changes) {
    std::stable_sort(changes.begin(), changes.end());
    for (std::size_t i = 0; i < changes.size(); ++i) {
      if (changes[i].kind == TaskChange::stop &&
          (i == 0 || changes[i - 1].kind != TaskChange::stop || changes[i - 1].date != changes[i].date))
        check_owed(changes, i);
      take(changes[i]);
    }
  }

private:
  /// Before the first of the tasks that stop at a date.
  void check_owed(const std::vector<TaskChange>& changes, std::size_t first) {
    std::int64_t owed = 0, stops = 0;
    for (const auto& [name, user] : users_)
      owed += user.owed();
    for (auto i = first;
         i < changes.size() && changes[i].kind == TaskChange::stop && changes[i].date == changes[first].date;
         ++i)
      ++stops;
    if (stops > owed)
      findings_.violation("shares", counted(stops, "task") + " stopped at " + shortest(changes[first].date) +
                                        ", and " + counted(owed, "machine") + (owed == 1 ? " was" : " were") +
                                        " owed to users with tasks");
  }

  void take(const TaskChange& change) {
    auto& user = users_[change.user];
    switch (change.kind) {
    case TaskChange::submission:
      ++user.waiting;
      return;
    case TaskChange::start:
      ++user.held;
      --user.waiting;
      return;
    case TaskChange::stop:
      if (user.held <= user.share)
        findings_.violation("shares", change.who + " stopped at " + shortest(change.date) + ", when user '" +
                                          change.user + "' held " + counted(user.held, "machine") +
                                          " of a share of " + std::to_string(user.share));
      --user.held;
      ++user.waiting;
      return;
    case TaskChange::end:
      --user.held;
    }
  }

  std::map<std::string, User> users_;
  Findings& findings_;
};

/// Of all jobs; of one that was restarted its attempts say when it ran.
std::vector<TaskChange> changes_in(const fs::path& folder) {
  std::vector<TaskChange> changes;
  std::map<std::string, std::string> users; // of restarted jobs
  for (CsvReader row(folder / "jobs.csv"); row.next();) {
    const auto& user = row.text("user");
    const std::string who = "job " + row.text("job_id");
    if (row.text("final_state") == "REJECTED")
      continue;
    changes.push_back({finite(row, "submission_time"), TaskChange::submission, user, who});
    if (row.integer("restarts") > 0) {
      users[row.text("job_id")] = user;
      continue;
    }
    changes.push_back({finite(row, "starting_time"), TaskChange::start, user, who});
    changes.push_back({finite(row, "finish_time"), TaskChange::end, user, who});
  }
  if (!fs::exists(folder / "attempts.csv"))
    return changes;
  for (CsvReader row(folder / "attempts.csv"); row.next();) {
    const auto user = users.find(row.text("job_id"));
    if (user == users.end())
      continue;
    const std::string who = "job " + user->first + " (" + row.place() + ")";
    changes.push_back({finite(row, "start"), TaskChange::start, user->second, who});
    changes.push_back({finite(row, "end"), is_stop(row.text("outcome")) ? TaskChange::stop : TaskChange::end,
                       user->second, who});
  }
  return changes;
}

} // namespace

void check_shares(const fs::path& folder, const std::map<int, ResourceRow>& resources,
                  const std::vector<OutageRow>& outages, bool all_finished, const RunRules& rules,
                  Findings& findings) {
  if (!rules.shown || (!rules.may_end("preempted") && !rules.may_end("suspended")))
    return;
  if (rules.may(Trait::stops_within_shares) || !outages.empty() || !all_finished) {
    findings.not_checked(
        "shares of users whose tasks stopped: they may have changed, a task may stop for other "
        "reasons, or some tasks have no row");
    return;
  }
  auto changes = changes_in(folder);
  Shares(resources, findings).check(changes);
  findings.checked("only users who held more than their share lost machines, and no more than were owed");
}

} // namespace malha

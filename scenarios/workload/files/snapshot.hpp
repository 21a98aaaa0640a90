// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/job.hpp"

#include <filesystem>
#include <map>

namespace malha {

/// A job that runs or waits at the date of a snapshot. Each task of a bag is such a job.
struct SnapshotJob {
  TaskId number = 0; ///< job_id of jobs.csv
  JobId job = 0;
  Credentials who;
  int size = 1; ///< resources that it needs at once
  Seconds submitted = 0;
  std::optional<Seconds> limit; ///< walltime; nothing: none
  double priority = 0;
  int restarts = 0;
  /// It asks for more than resources and time: memory, devices, licences, features, dates, a reservation,
  /// fragments, few tasks of an array at once, or a nice value.
  bool asks_for_more = false;
  IndexSet resources = {}; ///< that it holds; empty: it waits
  Seconds started = 0;
  Seconds ends = never; ///< date at which it ends, which only the simulation knows

  bool runs() const { return !resources.empty(); }
};

/// What happened in one round of a batch scheduler: its date, and in the order in which it happened "submit
/// 3", "start 3 on 0-1", "end 3 COMPLETED_SUCCESSFULLY" and the like. Jobs have their numbers.
struct SnapshotRound {
  Seconds date = 0;
  std::vector<std::string> events;
};

/// The state of a batch scheduler at a date, and the way that led to it: the file snapshot.json.
struct Snapshot {
  static constexpr int version = 1; ///< of the file

  /// Account and user, as their jobs name them.
  using Owner = std::pair<std::string, std::string>;

  Seconds date = 0;
  std::string workload;
  std::map<std::string, std::string> policies; ///< by the property of the deployment, such as "policy"
  std::vector<std::string> hosts;              ///< of each resource, in their order
  IndexSet down;
  std::vector<SnapshotJob> running; ///< by (expected end, number)
  std::vector<SnapshotJob> waiting; ///< in the order of the queue, with those that limits hold back
  std::int64_t held = 0;            ///< jobs and tasks that have been submitted, and wait for others
  std::map<Owner, double> used;     ///< resource-seconds up to the date, without decay
  std::vector<SnapshotRound> rounds;
};

/// The text of snapshot.json.
std::string text_of(const Snapshot& snapshot);
/// Reads snapshot.json. Throws InputError, which says what is wrong with the file.
Snapshot read_snapshot(const std::filesystem::path& file);
/// Whether the file is the JSON of a snapshot, whatever its version.
bool is_snapshot(const std::filesystem::path& file);

} // namespace malha

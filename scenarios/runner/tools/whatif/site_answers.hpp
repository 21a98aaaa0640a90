// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/workload.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace malha {

/// A job that waits at a site.
struct WaitingAtSite {
  JobId number;
  std::string label; ///< how people call it: "17", or "17_3"
  std::string user;
  int size;
  Seconds limit;
  Seconds submitted; ///< the site is looked at at 0
};

/// What becomes of a job that waits.
struct Fate {
  std::optional<Seconds> start, end; ///< nothing: it never starts
  std::string state = "NOT_ENDED";   ///< final_state of jobs.csv
};

/// What becomes of all jobs under one deployment.
struct SiteAnswer {
  std::string deployment;     ///< its name
  std::map<JobId, Fate> jobs; ///< by number; all that wait
  Seconds last_end = 0;       ///< of all jobs, also of those that run

  /// The times from now to the start of those that start, sorted.
  std::vector<Seconds> starts() const;
};

/// The jobs of a workload that wait, in its order, and how many run already.
struct SiteQueue {
  std::vector<WaitingAtSite> waiting;
  std::int64_t running = 0;
};
SiteQueue site_queue_of(JobSource& source);

/// What became of these jobs in the run of the folder.
SiteAnswer site_answer_in(const std::filesystem::path& folder, const std::string& deployment,
                          const std::vector<WaitingAtSite>& waiting);

} // namespace malha

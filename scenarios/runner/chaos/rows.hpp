// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace malha::chaos {

/// The tasks and resources of a small run, as its files describe them.
struct Rows {
  struct Attempt {
    Seconds start, end;
    std::string resources;
  };
  struct Task {
    Seconds submitted, end;
    std::vector<Attempt> attempts; ///< the one that ended the task among them

    void add(const Attempt& attempt); ///< unless it was added before
  };

  std::map<std::string, Task> tasks;         ///< by job_id; those that have ended
  std::map<std::string, std::string> states; ///< final states, by job_id
  std::map<std::string, int> needs;          ///< the resources that a job asks for, by job_id
  std::map<std::string, int> resources;      ///< number of resources of a host
  std::map<std::string, std::string> sites;  ///< of those, by host

  /// A hash of what each task does just before the date, and of `under_way`.
  std::uint64_t state_at(Seconds date, std::uint64_t under_way) const;
  /// The dates at which tasks are submitted, and attempts begin and end.
  std::vector<Seconds> dates() const;
};

/// Reads jobs.csv, attempts.csv and resources.csv of a run's folder; a missing file has no rows. Throws
/// InputError on rows that cannot be read.
Rows rows_in(const std::filesystem::path& folder);

} // namespace malha::chaos

// SPDX-License-Identifier: MIT
#pragma once
#include "elastisim_jobs.hpp"
#include "policies/sdk/estimates.hpp"
#include "policies/sdk/workload.hpp"

namespace malha::elastisim {

/// Turns jobs of a job file into jobs that Malha runs, with the sizes of those that may have several.
class JobMaker {
public:
  explicit JobMaker(const WorkloadInput& input);

  /// Throws InputError, "file: job 3 …; valid: …", on a job that computes and waits, unless a reference speed
  /// makes it one run time, and on formulas that have no value on one of its sizes.
  Job job_of(const FileJob& file_job);
  /// What had to be taken otherwise than the files have it.
  void add_to(std::vector<WorkloadNote>& notes) const;

private:
  Job made_of(const FileJob& from);
  Task task_of(const FileJob& from, int nodes) const;
  void set_walltime(const FileJob& from, Job& job);
  Malleability sizes_of(const FileJob& from, int nodes);
  std::vector<SizeRequest> asks_of(const FileJob& from, int nodes);
  void set_points(const FileJob& from, Malleability& sizes);
  void set_cost(const FileJob& from, Malleability& sizes);
  void add_attributes(const FileJob& from, Job& job);
  Seconds seconds(const Load& load) const { return load.work / speed_ + load.busy + load.waited; }
  [[noreturn]] static void fail(const std::string& what);

  std::string file_;
  FlopsPerSecond speed_;
  bool speed_is_given_;
  std::string rule_; ///< of estimates
  Estimates estimates_;
  std::int64_t unequal_parts_ = 0, changing_costs_ = 0, changing_asks_ = 0, long_attributes_ = 0,
               long_laws_ = 0;
};

} // namespace malha::elastisim

// SPDX-License-Identifier: MIT
#pragma once
#include "batsim_bags.hpp"
#include "json_fields.hpp"

#include <map>

namespace malha::batsim {

/// The field `dependencies` of jobs: ids of jobs of the file. Batsim passes it on to its scheduler; that jobs
/// wait, and how, is said by parameter `dependencies` of the reader (ours).
class Dependencies {
public:
  /// `keeps_all`: jobs are read to be written, and wait for none.
  Dependencies(const Parameters& parameters, bool keeps_all);

  /// Whether jobs wait for others. Otherwise nothing below is called.
  bool are_kept() const { return are_kept_; }
  /// Whether a job waits.
  bool any() const { return !waits_.empty(); }
  /// Reads the field of the job with that id. Throws InputError unless it is an array of ids.
  void read(const JsonFields& job, const std::string& id);
  /// Lets the jobs, of one task each, wait for others. Throws InputError, which names the file, on a
  /// dependency that is the job itself, is not in the file or is in a bag, and if jobs wait for each other.
  void apply(std::vector<FileJob>& jobs, const std::string& file, std::vector<WorkloadNote>& notes) const;

private:
  bool are_kept_, must_end_well_;
  std::map<std::string, std::vector<std::string>> waits_; ///< ids, by the id of the job that waits
};

} // namespace malha::batsim

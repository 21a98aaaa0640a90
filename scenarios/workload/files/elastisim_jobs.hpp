// SPDX-License-Identifier: MIT
#pragma once
#include "elastisim_model.hpp"
#include "policies/sdk/malleable.hpp"

#include <memory>

namespace malha::elastisim {

/// A job of a job file of ElastiSim, as the file says it.
struct FileJob {
  std::size_t number = 0; ///< in its file, from 1
  JobKind kind = JobKind::rigid;
  Seconds submitted = 0;
  int min = 1, max = 1;            ///< nodes; `num_nodes` of a rigid job
  std::optional<int> pref;         ///< its argument num_nodes_pref (the files of Posner et al.)
  std::optional<Seconds> walltime; ///< on any number of nodes
  Names arguments;
  std::map<std::string, std::string> attributes;
  std::shared_ptr<const ApplicationModel> model; ///< jobs with the same file share it
  std::vector<int> iterations;                   ///< of each phase of the model, at least 1

  /// All iterations: the job has a part for each.
  int parts() const;
  /// What each node does in one iteration of the phase, on so many nodes.
  Load part(std::size_t phase, int nodes) const;
  /// For how many nodes the job asks before an iteration of the phase (from 0) when it has `nodes`, within
  /// its sizes; nothing if it does not ask there. A fraction is cut.
  std::optional<int> request(std::size_t phase, int iteration, int nodes) const;
  /// Values of all names on so many nodes: its arguments, num_nodes, num_nodes_min and num_nodes_max.
  Names names(int nodes) const;
};

/// What a job file holds.
struct FileJobs {
  std::vector<FileJob> jobs;                 ///< in the order of the file
  Ignored ignored;                           ///< what was left out, and how often
  std::vector<std::filesystem::path> models; ///< files of the application models, by their names
};

/// Reads a job file and the application models that it names. A model whose path is relative lies beside the
/// job file: at that path, or under its name alone, since ElastiSim's paths start where it is started. Throws
/// InputError, "file: job 3 …; valid: …", on what is wrong and on what Malha does not model, unless that is
/// to be ignored. Formulas are evaluated on the smallest and the largest number of nodes of each job.
FileJobs read_jobs(const std::filesystem::path& file, Unmodelled unmodelled);

} // namespace malha::elastisim

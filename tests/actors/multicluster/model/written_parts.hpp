// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"
#include "random_multicluster.hpp"
#include "results/files/csv_reader.hpp"

#include <filesystem>
#include <map>

namespace malha::testing {

/// Memory that a task of the job in the row of jobs.csv needs.
Bytes memory_of_a_task(const CsvReader& row);

/// A job, as far as channels need to know it.
struct SendingJob {
  int tasks = 0;
  Bytes memory = 0;     ///< of each task
  double bandwidth = 0; ///< PNBW: what each task sends while it communicates, B/s

  /// What the job sends through the channel of a cluster that has so many of its tasks, B/s.
  double traffic(int here) const;
};
SendingJob job_of(const RandomMulticluster& instance, const CsvReader& row);

/// Whether the clusters would never give the job nodes, if all of these and all channels were free.
bool has_no_nodes(const RandomMulticluster& instance, const SendingJob& job);

/// What a run has written of jobs that were co-allocated.
class WrittenParts {
public:
  WrittenParts(const RandomMulticluster& instance, const std::filesystem::path& folder);

  std::size_t jobs() const { return jobs_.size(); }
  /// All parts of a job begin and end with it, and have its nodes, each those of its site.
  void expect_together() const;
  /// No channel that must not be saturated is.
  void expect_channels_kept() const;
  /// At the end no node of any cluster is held, and nothing waits.
  void expect_all_given_back() const;

private:
  struct Part {
    std::string site, start, end;
    IndexSet nodes;
  };
  struct Coallocated {
    std::vector<Part> parts = {};
    int predictions = 0;    ///< rows of it in predictions.csv
    std::int64_t order = 0; ///< among the jobs that began
    SendingJob job = {};
    double start = 0, end = 0;
    std::string start_text = {}, end_text = {}, sites = {};
    IndexSet nodes = {};

    double traffic(const std::string& site) const;
    bool runs_when_begins(const Coallocated& other) const;
  };

  void read_job(const CsvReader& row);
  bool one_cluster_could_run(const SendingJob& job) const;
  void expect_not_saturated(const Coallocated& begins) const;

  const RandomMulticluster& instance_;
  const std::filesystem::path folder_;
  std::map<int, std::string> site_of_; ///< by resource
  std::map<std::string, Coallocated> jobs_;
};

} // namespace malha::testing

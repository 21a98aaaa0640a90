// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

namespace malha::cluster {

/// The metadata of a job for jobs.csv: what its workload says, then its class, the dates at which it begins
/// and is released, its deadline and its fragments, if it has them. An example is
/// "group=3;class=qos;deadline=290;fragments=5+uff3:4:e". A fragment is written [machine:]cpus[:e], where e
/// means exclusive.
std::string metadata_of(const Job& job);

/// Decides which jobs a batch scheduler takes, and in which form.
class Admission {
public:
  /// The settings on which the admission depends.
  struct Setting {
    std::string workload;        ///< the name of the workload, for errors
    bool allocates_cores = true; ///< jobs ask for cores; otherwise for whole nodes
    /// Fragments are ignored; otherwise the CPUs of a fragment lie on one machine.
    bool ignores_fragments = false;
    bool shares_nodes = false;       ///< several jobs run on a node at once
    bool exchanges_data = true;      ///< jobs are executed, and a network carries the data that they exchange
    bool is_predicted_above = false; ///< a meta-scheduler predicts when jobs start
  };

  explicit Admission(Setting setting) : setting_(std::move(setting)) {}

  /// Throws InputError if the job asks for something that the settings do not support.
  void check(const Job& job) const;
  /// The job as the scheduler takes it: its metadata say all that it asks for, and its fragments are removed
  /// if they are ignored.
  Job taken(const Job& job) const;
  /// Throws InputError. Its text has the name of the workload, then `what` is wrong.
  [[noreturn]] void refuse(const std::string& what) const;

private:
  Setting setting_;
};

} // namespace malha::cluster

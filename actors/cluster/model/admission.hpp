// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

namespace malha::cluster {

/// The metadata of a job as jobs.csv has it: the text of its workload, then its class, its deadline and its
/// fragments, each if the job has it. An example is "group=3;class=qos;deadline=290;fragments=5+uff3:4:e".
/// A fragment is written [machine:]cpus[:e], where e means exclusive.
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
    bool shares_nodes = false;  ///< several jobs run on a node at once
    bool exchanges_data = true; ///< jobs are executed, and a network carries the data that they exchange
  };

  explicit Admission(Setting setting) : setting_(std::move(setting)) {}

  /// Throws InputError if the job asks for something that the scheduler does not know.
  void check(const Job& job) const;
  /// The job in the form in which it is taken: its metadata have all that it asks for, and it has no
  /// fragments if these are ignored.
  Job taken(const Job& job) const;
  /// Throws InputError with the name of the workload and what is wrong.
  [[noreturn]] void refuse(const std::string& what) const;

private:
  Setting setting_;
};

} // namespace malha::cluster

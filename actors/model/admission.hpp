// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

namespace malha::cluster {

/// What its workload says of it, then its class, deadline and fragments as far as it has them:
/// "group=3;class=qos;deadline=290;fragments=5+uff3:4:e". A fragment is [machine:]cpus[:e], e: exclusive.
std::string metadata_of(const Job& job);

/// Which jobs a batch scheduler takes, and as what.
class Admission {
public:
  /// What decides whether a job can run.
  struct Setting {
    std::string workload;           ///< its name, for errors
    bool allocates_cores = true;    ///< otherwise whole nodes
    bool ignores_fragments = false; ///< otherwise the CPUs of a fragment lie on one machine
    bool exchanges_data = true;     ///< jobs are executed, and a network carries what they exchange
  };

  explicit Admission(Setting setting) : setting_(std::move(setting)) {}

  /// Throws InputError where the job asks for what the scheduler does not know.
  void check(const Job& job) const;
  /// The job with all that it asks for in its metadata, and without its fragments where they are ignored.
  Job taken(const Job& job) const;
  /// Throws InputError: what is wrong with the workload.
  [[noreturn]] void refuse(const std::string& what) const;

private:
  Setting setting_;
};

} // namespace malha::cluster

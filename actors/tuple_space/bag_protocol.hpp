// SPDX-License-Identifier: MIT
#pragma once
#include "client.hpp"
#include "vocabulary.hpp"

namespace malha::tuple_space {

/// What a broker does for one bag (GridTS, Alg. 1): one transaction puts the job and its tasks into the
/// space, a second one takes the results and clears up. A broker that crashed in between goes on where it
/// was: what it has done is in the space, as TRANS.
class BagProtocol {
public:
  struct Weights {
    Bytes job, task; ///< of a JOB's and a TASK's data, the latter besides its input
  };

  /// `classes`: of the tasks of the job.
  BagProtocol(Client& space, const Weights& weights, std::shared_ptr<const Job> job,
              const std::vector<int>& classes)
      : space_(space), weights_(weights), job_(std::move(job)), classes_(classes) {}

  /// Returns when all tasks have a result.
  void run();

private:
  void insert();
  void collect();
  Tuple job_tuple(std::int64_t ticket) const;

  Client& space_;
  const Weights weights_;
  const std::shared_ptr<const Job> job_; ///< its tasks are in the space
  const std::vector<int>& classes_;
};

} // namespace malha::tuple_space

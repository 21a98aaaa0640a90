// SPDX-License-Identifier: MIT
#pragma once
#include "space_client.hpp"
#include "space_vocabulary.hpp"

namespace malha::tuple_space {

/// Who gave a bag to the broker. He outlives the broker, and knows whether he has the results.
class BagUser {
public:
  virtual ~BagUser() = default;
  virtual bool has_results() const = 0;
  /// Called when all tasks have a result; once, whatever crashes.
  virtual void deliver() = 0;
};

/// What a broker does for one bag (GridTS, Alg. 1): one transaction puts the job and its tasks into the
/// space, a second one takes the results and clears up. A broker that crashed in between goes on where it
/// was: what it has done is in the space, as TRANS. One that crashed around the end of the second transaction
/// asks the user, since TRANS is gone then.
class BagProtocol {
public:
  struct Weights {
    Bytes job, task; ///< of a JOB's and a TASK's data, the latter besides its input
  };

  /// `classes`: of the tasks of the job.
  BagProtocol(Client& space, const Weights& weights, std::shared_ptr<const Job> job,
              const std::vector<int>& classes, BagUser& user)
      : space_(space), weights_(weights), job_(std::move(job)), classes_(classes), user_(user) {}

  /// Returns when the user has the results, and nothing of the bag is left in the space. False where a broker
  /// before had done all that.
  bool run();

private:
  void insert();
  void collect();
  Tuple job_tuple(std::int64_t ticket) const;

  Client& space_;
  const Weights weights_;
  const std::shared_ptr<const Job> job_; ///< its tasks are in the space
  const std::vector<int>& classes_;
  BagUser& user_;
};

} // namespace malha::tuple_space

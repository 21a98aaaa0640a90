// SPDX-License-Identifier: MIT
#pragma once
#include "client.hpp"
#include "vocabulary.hpp"

namespace malha::tuple_space {

/// Who gave a bag to the broker. He outlives the broker, and knows whether he has the results.
class BagUser {
public:
  virtual ~BagUser() = default;
  virtual bool has_results() const = 0;
  /// Called when all tasks have a result; once, whatever crashes.
  virtual void deliver() = 0;
};

/// What the user knows of a bag. The user outlives the broker.
class Bag : public BagUser {
public:
  /// `classes`: of the tasks of the job.
  Bag(Job job, std::vector<int> classes)
      : job_(std::make_shared<const Job>(std::move(job))), classes_(std::move(classes)) {}

  bool has_results() const override { return has_results_; }
  void deliver() override { has_results_ = true; }

  const std::shared_ptr<const Job>& job() const { return job_; }
  const std::vector<int>& classes() const { return classes_; }

private:
  std::shared_ptr<const Job> job_;
  std::vector<int> classes_;
  bool has_results_ = false;
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

  // The same step by step, for callers that cannot wait in the space.

  /// A tuple that the protocol takes, however long it has to wait for it.
  struct Wanted {
    const Template& tuple; ///< until the protocol goes on
    TransactionId transaction;
  };
  /// Begins. False where there is nothing to do.
  bool begin();
  /// What it takes next; nothing when all is done.
  std::optional<Wanted> next() const;
  /// Goes on with what it wanted.
  void take(const Tuple& tuple);

private:
  enum class Step { ticket, results, trans, job, over };

  /// Goes to a step, and wants what is taken there first.
  void begin(Step step);
  Template wanted_in(Step step) const;
  void insert(std::int64_t ticket);
  void begin_to_collect();
  void deliver();
  Tuple job_tuple(std::int64_t ticket) const;

  Client& space_;
  const Weights weights_;
  const std::shared_ptr<const Job> job_; ///< its tasks are in the space
  const std::vector<int>& classes_;
  BagUser& user_;
  Step step_ = Step::ticket;
  Template wanted_;         ///< what it takes next
  std::size_t results_ = 0; ///< that it has taken
  TransactionId transaction_ = no_transaction;
};

} // namespace malha::tuple_space

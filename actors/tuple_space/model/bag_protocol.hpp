// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/ready_tasks.hpp"
#include "client.hpp"
#include "policies/workflow/ranks.hpp"
#include "vocabulary.hpp"

namespace malha::tuple_space {

/// The user of a bag, who outlives the broker, and knows whether they have the results.
class BagUser {
public:
  virtual ~BagUser() = default;
  virtual bool has_results() const = 0;
  /// All tasks have a result. It is called once, even if the broker crashes.
  virtual void deliver() = 0;
};

/// A bag as its user knows it. The user outlives the broker.
class Bag : public BagUser {
public:
  /// `classes` are the classes of the tasks of the job.
  Bag(Job job, std::vector<int> classes)
      : job_(std::make_shared<const Job>(std::move(job))), classes_(std::move(classes)) {
    if (!job_->precedences.empty())
      graph_.emplace(graph_of(*job_));
  }

  bool has_results() const override { return has_results_; }
  void deliver() override { has_results_ = true; }

  const std::shared_ptr<const Job>& job() const { return job_; }
  const std::vector<int>& classes() const { return classes_; }
  /// The precedences of a DAG; null: it is a bag.
  const workflow::Graph* graph() const { return graph_ ? &*graph_ : nullptr; }

private:
  std::shared_ptr<const Job> job_;
  std::vector<int> classes_;
  std::optional<workflow::Graph> graph_;
  bool has_results_ = false;
};

/// The steps of a broker for one bag (GridTS, Alg. 1). One transaction writes the job and its tasks into the
/// space, a second one takes the results and removes the rest. A broker that crashed in between continues:
/// its progress is in the space, as TRANS. A broker that crashed around the end of the second transaction
/// asks the user, since TRANS is removed by then.
///
/// Of a DAG the first transaction writes the tasks without parents. Then each RESULT has a transaction of its
/// own, which makes a DONE of it, and writes the tasks that are ready now. So a crash of the broker leaves
/// all of that or nothing, and a broker that returns finds in the space how far the DAG is. The last
/// transaction takes the DONEs instead of the RESULTs. (Ours: GridTS has bags alone.)
class BagProtocol {
public:
  struct Weights {
    Bytes job, task; ///< size of a JOB's data, and of a TASK's data without its input
  };

  /// `classes` are the classes of the tasks of the job. `graph` has the precedences of a DAG, else it is
  /// null.
  BagProtocol(Client& space, const Weights& weights, std::shared_ptr<const Job> job,
              const std::vector<int>& classes, BagUser& user, const workflow::Graph* graph = nullptr)
      : space_(space), weights_(weights), job_(std::move(job)), classes_(classes), user_(user),
        graph_(graph) {}

  /// Returns when the user has the results, and nothing of the bag is left in the space. Returns false if an
  /// earlier run of the broker had done all that.
  bool run();

  // The same in steps, for callers that cannot wait in the space.

  /// A tuple that the protocol takes, and waits for if there is none.
  struct Wanted {
    const Template& tuple; ///< valid until the next step
    TransactionId transaction;
  };
  /// Begins. Returns false if there is nothing to do.
  bool begin();
  /// The tuple that it takes next; nothing when all is done.
  std::optional<Wanted> next() const;
  /// Continues with the tuple that it wanted.
  void take(const Tuple& tuple);

private:
  enum class Step { ticket, results_of_dag, results, trans, job, over };

  /// Begins a step, with the first tuple that it takes.
  void begin(Step step);
  Template wanted_in(Step step) const;
  void insert(std::int64_t ticket);
  void insert_task(std::size_t number);
  /// Counts the parents of all tasks of the DAG. `is_ready(task)` is called for those without.
  template <class IsReady>
  void begin_dag(IsReady is_ready) {
    parents_.emplace(*graph_, is_ready);
  }
  void resume();
  void take_result(const Tuple& result);
  void go_on_with_dag();
  void begin_to_collect();
  void deliver();
  Tuple job_tuple(std::int64_t ticket) const;

  Client& space_;
  const Weights weights_;
  const std::shared_ptr<const Job> job_; ///< shared with its tasks in the space
  const std::vector<int>& classes_;
  BagUser& user_;
  const workflow::Graph* const graph_;
  std::optional<workflow::OpenParents> parents_; ///< of a DAG
  Step step_ = Step::ticket;
  Template wanted_;         ///< the tuple that it takes next
  std::size_t results_ = 0; ///< results taken
  std::size_t done_ = 0;    ///< of a DAG: tasks with a DONE
  TransactionId transaction_ = no_transaction;
};

} // namespace malha::tuple_space

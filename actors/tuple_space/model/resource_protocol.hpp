// SPDX-License-Identifier: MIT
#pragma once
#include "client.hpp"
#include "policies/pull/choice.hpp"
#include "vocabulary.hpp"

namespace malha::tuple_space {

/// Asks the policy for the class of each amount. Error messages name the amounts by `what`: "tasks". Throws
/// BrokenRule if there is not one class for each.
std::vector<int> classes_of(pull::Choice& policy, const std::vector<double>& amounts, const char* what);

/// A task that a resource has taken out of the space.
struct ChosenTask {
  Tuple tuple;               ///< TASK
  TransactionId transaction; ///< in which the resource has taken it
  Flops mean_work;           ///< mean work of the tasks of its job

  const Task& task() const { return content_of<Task>(tuple, 4); }
  std::shared_ptr<const Task> shared_task() const {
    return std::static_pointer_cast<const Task>(tuple.get<Data>(4).content);
  }
};

/// The steps of a resource in the space: it takes a task, and writes its result (GridTS, Algs. 2 and 3).
class ResourceProtocol {
public:
  /// `resource_class` is the class of the resource among all.
  ResourceProtocol(pull::Choice& policy, int resource_class)
      : policy_(policy), resource_class_(resource_class) {}

  /// Takes the first task that the policy wants; nothing if there is none. Throws BrokenRule if the policy
  /// wants a task of a job that it was not offered.
  std::optional<ChosenTask> choose(Client& space);
  /// Writes the result. `weight` is its size on a network. The transaction is still open afterwards.
  static void write(Client& space, const ChosenTask& chosen, std::shared_ptr<const ResultData> result,
                    Bytes weight);

private:
  pull::Choice& policy_;
  const int resource_class_;
  std::vector<pull::OfferedJob> jobs_; ///< jobs to choose from
  Template wanted_ = any_task();       ///< with the job and the class that is tried
};

} // namespace malha::tuple_space

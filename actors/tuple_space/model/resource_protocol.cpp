// SPDX-License-Identifier: MIT
#include "resource_protocol.hpp"
#include "resource.hpp"

#include "actors/model/broken_rule.hpp"

#include <algorithm>

namespace malha::tuple_space {

std::vector<int> classes_of(pull::Choice& policy, const std::vector<double>& amounts, const char* what) {
  auto classes = policy.classes_of(amounts);
  if (classes.size() != amounts.size())
    throw BrokenRule("it gives " + std::to_string(classes.size()) + " classes for " +
                     std::to_string(amounts.size()) + " " + what);
  return classes;
}

int ResourceClasses::of(const Puller& resource, std::size_t number) {
  if (!resource.asks_for_all)
    return classes_of(*resource.policy, speeds_, "resources")[number];
  if (all_.empty())
    all_ = classes_of(*resource.policy, speeds_, "resources");
  return all_[number];
}

std::optional<ChosenTask> ResourceProtocol::choose(Client& space) {
  const auto tuples = space.copy_collect(any_job());
  jobs_.clear();
  for (const auto& tuple : tuples)
    jobs_.push_back({integer_in(tuple, 1), integer_in(tuple, 3), integer_in(tuple, 2)});
  const auto wishes = policy_.wanted({resource_class_, jobs_});
  const auto transaction = space.begin();
  for (const auto& wish : wishes) {
    wanted_.set(1, exactly(wish.job));
    wanted_.set(3, exactly(wish.task_class));
    auto task = space.inp(wanted_, transaction);
    if (!task)
      continue;
    const auto job =
        std::find_if(jobs_.begin(), jobs_.end(), [&](const auto& one) { return one.id == wish.job; });
    if (job == jobs_.end())
      throw BrokenRule("it wants a task of job " + std::to_string(wish.job) + ", which it was not offered");
    const auto& tuple = tuples[static_cast<std::size_t>(job - jobs_.begin())];
    return ChosenTask{std::move(*task), transaction, content_of<JobData>(tuple, 4).mean_work};
  }
  space.abort(transaction);
  return std::nullopt;
}

void ResourceProtocol::write(Client& space, const ChosenTask& chosen,
                             std::shared_ptr<const ResultData> result, Bytes weight) {
  const auto& task = chosen.task();
  space.out(tuple_of(kinds::result, task.job, task.id, Data{std::move(result), weight}), chosen.transaction);
}

} // namespace malha::tuple_space

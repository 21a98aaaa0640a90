// SPDX-License-Identifier: MIT
#pragma once
#include "reference.hpp"

#include <cmath>

namespace malha::testing {

/// pull/ticket_classes, and the checkpoints of resources.
struct ReferencePullPolicy {
  enum Bounds { equal_width, quantile };
  int classes = 1; ///< nc
  Bounds bounds = equal_width;
  bool checkpoint = false;
  Seconds interval = 0; ///< between checkpoints; 0: a tenth of the job's mean time
  Seconds cost = 0;     ///< of a checkpoint
};

/// Of one amount among all, from 1 to nc.
inline int reference_class(double amount, const std::vector<double>& all, const ReferencePullPolicy& policy) {
  const double least = *std::min_element(all.begin(), all.end());
  const double greatest = *std::max_element(all.begin(), all.end());
  if (policy.bounds == ReferencePullPolicy::quantile) {
    const auto less = std::count_if(all.begin(), all.end(), [amount](double one) { return one < amount; });
    return 1 + static_cast<int>(policy.classes * less / static_cast<long>(all.size()));
  }
  if (least == greatest)
    return 1;
  return std::min(policy.classes,
                  1 + static_cast<int>(std::floor(policy.classes * (amount - least) / (greatest - least))));
}

/// Resources that pull tasks through a tuple space. A task that a resource holds is in its transaction.
class ReferencePull : public ReferenceGrid {
public:
  ReferencePull(const ReferenceInstance& instance, const ReferencePullPolicy& policy)
      : ReferenceGrid(instance), policy_(policy), bags_(instance.bags) {
    for (const FlopsPerSecond speed : instance.speeds)
      class_of_resource_.push_back(reference_class(speed, instance.speeds, policy));
    for (const ReferenceBag& bag : bags_)
      for (const Flops work : bag.works) {
        class_of_task_.push_back(reference_class(work, bag.works, policy));
        left_.push_back(work);
      }
  }

private:
  void give_tasks() override {
    for (std::size_t resource = 0; resource < resources_.size(); ++resource)
      if (!resources_[resource].crashed && !resources_[resource].holds)
        if (const std::optional<std::size_t> task = choice(resource))
          give(*task, resource, now_ + left_[*task] / resources_[resource].speed + pauses(*task, resource));
  }

  std::optional<std::size_t> choice(std::size_t resource) const {
    for (std::size_t bag = 0; bag < bags_.size(); ++bag)
      for (const int wanted : classes_in_order(class_of_resource_[resource]))
        for (const std::size_t task : waiting())
          if (tasks_[task].bag == bag && class_of_task_[task] == wanted)
            return task;
    return std::nullopt;
  }

  std::vector<int> classes_in_order(int own) const {
    std::vector<int> order;
    for (int one = own; one <= policy_.classes; ++one)
      order.push_back(one);
    for (int one = own - 1; one >= 1; --one)
      order.push_back(one);
    return order;
  }

  // Checkpoints
  /// What the checkpoints cost of which work remains.
  Seconds pauses(std::size_t task, std::size_t resource) const {
    return policy_.checkpoint ? checkpoints(task, resources_[resource].speed) * policy_.cost : 0;
  }

  /// As many as a run of what is left writes.
  int checkpoints(std::size_t task, FlopsPerSecond speed) const {
    int count = 0;
    while ((count + 1) * interval(task) < left_[task] / speed)
      ++count;
    return count;
  }

  Seconds interval(std::size_t task) const {
    if (policy_.interval > 0)
      return policy_.interval;
    const std::vector<Flops>& works = bags_[tasks_[task].bag].works;
    Flops sum = 0;
    for (const Flops work : works)
      sum += work;
    return sum / static_cast<double>(works.size()) / mean_speed() / 10;
  }

  void lose(const Resource& resource) override {
    if (!policy_.checkpoint)
      return;
    const std::size_t task = *resource.holds;
    const Seconds between = interval(task);
    int written = 0;
    for (int j = 1; j <= checkpoints(task, resource.speed); ++j)
      if (resource.start + j * (between + policy_.cost) <= now_)
        written = j;
    left_[task] -= written * between * resource.speed;
  }

  ReferencePullPolicy policy_;
  std::vector<ReferenceBag> bags_;
  std::vector<int> class_of_resource_;
  std::vector<int> class_of_task_;
  std::vector<Flops> left_; ///< by task, since the last checkpoint that was left
};

inline ReferenceSchedule reference_schedule(const ReferenceInstance& instance,
                                            const ReferencePullPolicy& policy) {
  return ReferencePull(instance, policy).run();
}

} // namespace malha::testing

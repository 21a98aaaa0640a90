// SPDX-License-Identifier: MIT
#pragma once
#include "reference.hpp"

#include <cmath>
#include <functional>
#include <utility>

namespace malha::testing {

struct ReferenceBrokerPolicy {
  enum Kind { workqueue, wqr, mftf, dynamic_fpltf, max_min, min_min, sufferage } kind;
  int replicas = 1; ///< of wqr: copies of a task at once
};

/// A broker that pushes tasks. It knows what docs/grids.md lets it know: a crash when it is detected.
class ReferenceBroker : public ReferenceGrid {
public:
  ReferenceBroker(const ReferenceInstance& instance, const ReferenceBrokerPolicy& policy)
      : ReferenceGrid(instance), policy_(policy) {}

private:
  void give_tasks() override {
    switch (policy_.kind) {
    case ReferenceBrokerPolicy::workqueue:
      give_in_order();
      break;
    case ReferenceBrokerPolicy::wqr:
      give_in_order();
      give_copies();
      break;
    case ReferenceBrokerPolicy::mftf:
      give_fittest();
      break;
    default:
      give_what_is_mapped_first();
    }
  }

  /// As far as the broker knows.
  bool is_up(std::size_t resource) const { return !resources_[resource].known_to_be_down; }
  bool is_free(std::size_t resource) const { return is_up(resource) && !resources_[resource].holds; }

  bool is_anyone_free() const {
    for (std::size_t resource = 0; resource < resources_.size(); ++resource)
      if (is_free(resource))
        return true;
    return false;
  }

  Seconds time(std::size_t task, std::size_t resource) const {
    return tasks_[task].work / resources_[resource].speed;
  }

  void start(std::size_t task, std::size_t resource) { give(task, resource, now_ + time(task, resource)); }

  /// Free resources by number get what is found for each at its turn.
  void give_each(const std::function<std::optional<std::size_t>(std::size_t resource)>& find) {
    for (std::size_t resource = 0; resource < resources_.size(); ++resource)
      if (is_free(resource))
        if (const std::optional<std::size_t> task = find(resource))
          start(*task, resource);
  }

  void give_in_order() {
    give_each([this](std::size_t) {
      const std::vector<std::size_t> tasks = waiting();
      return tasks.empty() ? std::nullopt : std::optional(tasks.front());
    });
  }

  // wqr
  void give_copies() {
    give_each([this](std::size_t) { return least_copied(); });
  }

  std::optional<std::size_t> least_copied() const {
    std::optional<std::size_t> best;
    for (std::size_t task = 0; task < tasks_.size(); ++task)
      if (copies(task) > 0 && copies(task) < policy_.replicas && (!best || copies(task) < copies(*best)))
        best = task;
    return best;
  }

  // mftf
  void give_fittest() {
    give_each([this](std::size_t resource) { return fittest(resource); });
  }

  std::optional<std::size_t> fittest(std::size_t resource) const {
    std::optional<std::size_t> best;
    for (const std::size_t task : waiting())
      if (!best || fitness(task, resource) > fitness(*best, resource))
        best = task;
    return best;
  }

  double fitness(std::size_t task, std::size_t resource) const {
    return 100000 / (1 + std::abs(time(task, resource) - mean_work() / mean_speed()));
  }

  /// Of all tasks submitted up to now.
  Flops mean_work() const {
    Flops sum = 0;
    double count = 0;
    for (const Task& task : tasks_)
      if (task.submitted) {
        sum += task.work;
        ++count;
      }
    return sum / count;
  }

  // The four that map
  using Expected = std::vector<Seconds>; ///< by resource: TE

  void give_what_is_mapped_first() {
    if (!is_anyone_free())
      return;
    Expected expected = expected_now();
    std::vector<std::size_t> unmapped = waiting();
    std::vector<std::size_t> taken;
    std::vector<std::pair<std::size_t, std::size_t>> firsts;
    while (!unmapped.empty()) {
      const std::size_t task = next_to_map(unmapped, expected);
      const std::size_t resource = best_resource(task, expected);
      expected[resource] = completion(task, resource, expected);
      unmapped.erase(std::find(unmapped.begin(), unmapped.end(), task));
      if (is_free(resource) && std::find(taken.begin(), taken.end(), resource) == taken.end()) {
        taken.push_back(resource);
        firsts.emplace_back(task, resource);
      }
    }
    for (const auto& [task, resource] : firsts)
      start(task, resource);
  }

  Expected expected_now() const {
    Expected expected;
    for (const Resource& resource : resources_)
      expected.push_back(resource.holds ? std::max(now_, resource.planned_end) : now_);
    return expected;
  }

  /// Nothing else loads resources here.
  Seconds completion(std::size_t task, std::size_t resource, const Expected& expected) const {
    return expected[resource] + time(task, resource);
  }

  /// One is up.
  std::size_t best_resource(std::size_t task, const Expected& expected) const {
    std::optional<std::size_t> best;
    for (std::size_t resource = 0; resource < resources_.size(); ++resource)
      if (is_up(resource) &&
          (!best || completion(task, resource, expected) < completion(task, *best, expected)))
        best = resource;
    return *best;
  }

  /// Of the task that is mapped first, this is greatest.
  double urgency(std::size_t task, const Expected& expected) const {
    switch (policy_.kind) {
    case ReferenceBrokerPolicy::dynamic_fpltf:
      return tasks_[task].work;
    case ReferenceBrokerPolicy::max_min:
      return least_completion(task, expected);
    case ReferenceBrokerPolicy::min_min:
      return -least_completion(task, expected);
    default:
      return loss(task, expected);
    }
  }

  Seconds least_completion(std::size_t task, const Expected& expected) const {
    return completion(task, best_resource(task, expected), expected);
  }

  /// By not getting its best resource; 0 where one is up.
  Seconds loss(std::size_t task, const Expected& expected) const {
    const std::size_t best = best_resource(task, expected);
    std::optional<Seconds> second;
    for (std::size_t resource = 0; resource < resources_.size(); ++resource)
      if (is_up(resource) && resource != best)
        second = std::min(second.value_or(completion(task, resource, expected)),
                          completion(task, resource, expected));
    return second ? *second - completion(task, best, expected) : 0;
  }

  /// `unmapped` is in order of id.
  std::size_t next_to_map(const std::vector<std::size_t>& unmapped, const Expected& expected) const {
    std::size_t best = unmapped.front();
    double greatest = urgency(best, expected);
    for (const std::size_t task : unmapped)
      if (const double its = urgency(task, expected); its > greatest) {
        best = task;
        greatest = its;
      }
    return best;
  }

  ReferenceBrokerPolicy policy_;
};

inline ReferenceSchedule reference_schedule(const ReferenceInstance& instance,
                                            const ReferenceBrokerPolicy& policy) {
  return ReferenceBroker(instance, policy).run();
}

} // namespace malha::testing

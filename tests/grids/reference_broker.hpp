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

  bool is_free(std::size_t resource) const {
    return !resources_[resource].known_to_be_down && !resources_[resource].holds;
  }

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

  /// As far as the broker knows.
  std::vector<std::size_t> up() const {
    std::vector<std::size_t> found;
    for (std::size_t resource = 0; resource < resources_.size(); ++resource)
      if (!resources_[resource].known_to_be_down)
        found.push_back(resource);
    return found;
  }

  /// Nothing else loads resources here.
  Seconds completion(std::size_t task, std::size_t resource, const Expected& expected) const {
    return expected[resource] + time(task, resource);
  }

  std::size_t best_resource(std::size_t task, const Expected& expected) const {
    const std::vector<std::size_t> resources = up();
    std::size_t best = resources.front();
    for (const std::size_t resource : resources)
      if (completion(task, resource, expected) < completion(task, best, expected))
        best = resource;
    return best;
  }

  /// Of the task that is mapped first, this is greatest.
  double urgency(std::size_t task, const Expected& expected) const {
    switch (policy_.kind) {
    case ReferenceBrokerPolicy::dynamic_fpltf:
      return tasks_[task].work;
    case ReferenceBrokerPolicy::max_min:
      return completions(task, expected).front();
    case ReferenceBrokerPolicy::min_min:
      return -completions(task, expected).front();
    default:
      return loss(completions(task, expected));
    }
  }

  /// On each resource that is up, the least first.
  std::vector<Seconds> completions(std::size_t task, const Expected& expected) const {
    std::vector<Seconds> found;
    for (const std::size_t resource : up())
      found.push_back(completion(task, resource, expected));
    std::sort(found.begin(), found.end());
    return found;
  }

  static Seconds loss(const std::vector<Seconds>& completions) {
    return completions.size() == 1 ? 0 : completions[1] - completions[0];
  }

  /// `unmapped` is in order of id.
  std::size_t next_to_map(const std::vector<std::size_t>& unmapped, const Expected& expected) const {
    std::size_t best = unmapped.front();
    for (const std::size_t task : unmapped)
      if (urgency(task, expected) > urgency(best, expected))
        best = task;
    return best;
  }

  ReferenceBrokerPolicy policy_;
};

inline ReferenceSchedule reference_schedule(const ReferenceInstance& instance,
                                            const ReferenceBrokerPolicy& policy) {
  return ReferenceBroker(instance, policy).run();
}

} // namespace malha::testing

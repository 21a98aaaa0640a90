// SPDX-License-Identifier: MIT
#pragma once
#include "reference.hpp"

#include <functional>
#include <optional>
#include <ostream>
#include <vector>

namespace malha::testing {

inline std::ostream& operator<<(std::ostream& out, const ReferenceInstance& instance) {
  const auto digits = out.precision(17);
  out << "speeds";
  for (const FlopsPerSecond speed : instance.speeds)
    out << " " << speed;
  for (const ReferenceBag& bag : instance.bags) {
    out << "; bag at " << bag.submitted << ":";
    for (const Flops work : bag.works)
      out << " " << work;
  }
  for (const ReferenceCrash& crash : instance.crashes)
    out << "; " << crash.resource << " crashes at " << crash.date;
  out << "; detected after " << instance.detection_delay;
  out.precision(digits);
  return out;
}

inline ReferenceInstance without_resource(ReferenceInstance instance, std::size_t resource) {
  std::vector<ReferenceCrash> crashes;
  for (const ReferenceCrash& crash : instance.crashes)
    if (crash.resource != resource)
      crashes.push_back({crash.resource - (crash.resource > resource ? 1 : 0), crash.date});
  instance.crashes = crashes;
  instance.speeds.erase(instance.speeds.begin() + static_cast<long>(resource));
  return instance;
}

/// A bag of no tasks is left out.
inline ReferenceInstance without_task(ReferenceInstance instance, std::size_t bag, std::size_t task) {
  auto& works = instance.bags[bag].works;
  works.erase(works.begin() + static_cast<long>(task));
  if (works.empty())
    instance.bags.erase(instance.bags.begin() + static_cast<long>(bag));
  return instance;
}

/// Each a step smaller.
inline std::vector<ReferenceInstance> smaller_instances(const ReferenceInstance& instance) {
  std::vector<ReferenceInstance> made;
  for (std::size_t bag = 0; bag < instance.bags.size(); ++bag)
    for (std::size_t task = 0; task < instance.bags[bag].works.size(); ++task)
      made.push_back(without_task(instance, bag, task));
  if (instance.speeds.size() > 1)
    for (std::size_t resource = 0; resource < instance.speeds.size(); ++resource)
      made.push_back(without_resource(instance, resource));
  for (std::size_t crash = 0; crash < instance.crashes.size(); ++crash) {
    made.push_back(instance);
    made.back().crashes.erase(made.back().crashes.begin() + static_cast<long>(crash));
  }
  if (instance.detection_delay > 0) {
    made.push_back(instance);
    made.back().detection_delay = 0;
  }
  return made;
}

/// The least instance found, step by step, of which the same is true; to show instead of one that is large.
inline ReferenceInstance shrunk(ReferenceInstance instance,
                                const std::function<bool(const ReferenceInstance&)>& is_true) {
  for (bool found = true; found;) {
    found = false;
    for (ReferenceInstance& smaller : smaller_instances(instance))
      if (!smaller.bags.empty() && is_true(smaller)) {
        instance = std::move(smaller);
        found = true;
        break;
      }
  }
  return instance;
}

} // namespace malha::testing

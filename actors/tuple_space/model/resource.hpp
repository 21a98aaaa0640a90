// SPDX-License-Identifier: MIT
#pragma once
#include "checkpoints.hpp"
#include "resource_protocol.hpp"

namespace malha::tuple_space {

/// A resource that pulls tasks: its speed, its policy and its rules.
struct Puller {
  pull::Choice* policy;
  FlopsPerSecond speed;
  const SpeedProfile* speeds; ///< shares of the speed over time; null: it is constant
  Bytes result;               ///< what a RESULT weighs on a network
  bool leaves_checkpoints = false;
  Seconds interval = 0;  ///< computing time between checkpoints; 0: a tenth of the job's mean time
  Seconds cost = 0;      ///< time that a checkpoint takes
  Bytes checkpoint = 0;  ///< what a CHECKPOINT weighs on a network
  Seconds crash = never; ///< date of the planned failure of its host, for good
  /// All resources have its policy, whose classes are the same for whoever asks.
  bool asks_for_all = false;
};

/// The classes of all resources, by number.
class ResourceClasses {
public:
  explicit ResourceClasses(const std::vector<FlopsPerSecond>& speeds) : speeds_(speeds) {}

  /// The class of a resource, which asks its policy unless one has asked for all. Throws BrokenRule if there
  /// is not one class for each.
  int of(const Puller& resource, std::size_t number);

private:
  const std::vector<FlopsPerSecond>& speeds_;
  std::vector<int> all_; ///< once a resource has asked for all
};

/// The checkpoints of a resource that begins `work` of a task at `start`. `mean_speed` is the mean of all
/// resources.
inline Checkpoints checkpoints_of(const Puller& resource, const ChosenTask& chosen, Flops work, Seconds start,
                                  FlopsPerSecond mean_speed) {
  const Task& task = chosen.task();
  const FlopsPerSecond speed = task.is_delay ? task.reference_speed : resource.speed;
  const Seconds interval = resource.interval > 0
                               ? resource.interval
                               : chosen.mean_work / (task.is_delay ? speed : mean_speed) / 10;
  return {start, work, speed, task.is_delay ? nullptr : resource.speeds, interval, resource.cost};
}

} // namespace malha::tuple_space

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

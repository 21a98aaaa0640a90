// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/mailbox.hpp"

namespace malha::easygrid {

/// The iterations of managers of all levels (tonelli2010, section 4.4.2). Every `monitor_interval` seconds a
/// manager takes the messages that have arrived, acts, and occupies its host for the cost of the iteration.
/// The source charges the wall time of the simulator itself (eq. 4.11). Here the cost is a model, so that a
/// run does not depend on the machine.
class Iteration {
public:
  static std::vector<ParameterSpec> parameters();
  /// The metrics that managers of all levels measure together.
  static std::vector<MetricSpec> metrics();

  explicit Iteration(ActorContext& context);

  /// Gives waiting messages to `handle`. Under `snapshot` these are the messages that wait at the start;
  /// under `drain` also those that arrive meanwhile, until none is left.
  template <class Message, class Handle>
  void take_messages(Inbox<Message>& inbox, Handle&& handle) {
    for (auto left = inbox.waiting(); (drains_ || left > 0) && inbox.ready(); --left) {
      auto message = inbox.receive_ready();
      if (!message)
        continue;
      handle(std::move(*message));
      ++messages_;
    }
  }
  /// Counts tasks for the cost of the iteration: each that is sent, received, launched or found ended.
  void touch(std::size_t tasks) { tasks_ += tasks; }
  /// Occupies the host for the cost of the iteration.
  void charge();
  /// Waits for the next iteration.
  void sleep() const;
  /// Adds the cost of all iterations to the metrics.
  void measure() const;

private:
  Stage& stage_;
  bool drains_;
  Seconds interval_;
  Seconds cost_, message_cost_, task_cost_;
  double cost_noise_;
  RandomEngine* random_ = nullptr; ///< of the noise; null: there is none
  FlopsPerSecond speed_;
  Seconds charged_ = 0; ///< for all iterations
  Seconds until_ = 0;   ///< end of the last one
  std::size_t messages_ = 0;
  std::size_t tasks_ = 0;
};

} // namespace malha::easygrid

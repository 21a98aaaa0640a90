// SPDX-License-Identifier: MIT
#pragma once
#include "policies/easygrid/balance.hpp"

#include <map>
#include <optional>

namespace malha::easygrid {

/// The questions that a manager asks its four policies. Answers are checked.
class Choices {
public:
  Choices() = default;
  Choices(const Choices&) = delete;
  Choices& operator=(const Choices&) = delete;
  virtual ~Choices() = default;
  /// Distributes all tasks to children; the result is by child.
  virtual std::map<int, std::vector<Task>> distribute(const std::vector<Task>& tasks,
                                                      const std::vector<Share>& shares) = 0;
  /// Decides which child gives tasks to which others; nothing if the children are in balance.
  virtual std::optional<Rebalance> rebalance(const std::vector<ChildLoad>& loads) = 0;
  /// Chooses the ready tasks to give up for a fraction of the ready work. Returns positions in `ready`.
  virtual std::vector<std::size_t> give_up(double fraction, const std::vector<Task>& ready) = 0;
  /// Chooses the ready tasks to launch. Returns positions in `ready`.
  virtual std::vector<std::size_t> launch(const std::vector<Task>& ready, int running) = 0;
};

} // namespace malha::easygrid

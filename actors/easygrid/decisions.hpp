// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/actor.hpp"
#include "policies/easygrid/balance.hpp"
#include "policies/easygrid/distribution.hpp"
#include "policies/easygrid/give_up.hpp"
#include "policies/easygrid/launch.hpp"

namespace malha::easygrid {

/// Asks the two policies of a manager about the level below, its children, and checks their answers.
class Decisions {
public:
  static std::vector<QuestionSlot> questions();

  explicit Decisions(ActorContext& context);

  /// Distributes all tasks to children; the result is by child, and a child may get none.
  std::map<int, std::vector<Task>> distribute(const std::vector<Task>& tasks,
                                              const std::vector<Share>& shares) const;
  /// Decides which child gives tasks to which others; nothing if the children are in balance. The loads are
  /// by child.
  std::optional<Rebalance> rebalance(const std::vector<ChildLoad>& loads) const;

private:
  void check(const Rebalance& decision, const std::vector<ChildLoad>& loads) const;

  PolicyUse<Distribution> distribution_;
  PolicyUse<Balance> balance_;
};

/// The power that a host gives to the application, as a share of its speed.
class HostPower {
public:
  /// The parameter nt.
  static ParameterSpec slots_parameter();

  explicit HostPower(ActorContext& context);

  int slots() const { return slots_; }
  /// The share that a task with that wall time had, times the slots (eq. 4.2).
  double share_of_ended(Flops work, Seconds wall_time) const;
  /// The share that the running tasks have. Eq. 4.3 is for one core; several cores count as far as the slots
  /// can use them.
  double share_of_running(int running) const;

private:
  ActorContext& context_;
  const int slots_;
};

/// Asks the two policies of a host manager about the ready tasks of its host, and checks their answers.
/// Answers are positions in the ready tasks.
class HostDecisions {
public:
  static std::vector<QuestionSlot> questions();

  explicit HostDecisions(ActorContext& context);

  std::vector<std::size_t> launch(const std::vector<Task>& ready, int running) const;
  /// Chooses tasks to give up for a fraction of the ready work.
  std::vector<std::size_t> give_up(double fraction, const std::vector<Task>& ready) const;

  const HostPower& power() const { return power_; }

private:
  ActorContext& context_;
  PolicyUse<Launch> launch_;
  PolicyUse<GiveUp> give_up_;
  const HostPower power_;
};

} // namespace malha::easygrid

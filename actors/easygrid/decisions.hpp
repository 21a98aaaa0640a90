// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/actor.hpp"
#include "policies/easygrid/balance.hpp"
#include "policies/easygrid/distribution.hpp"
#include "policies/easygrid/give_up.hpp"
#include "policies/easygrid/launch.hpp"

namespace malha::easygrid {

/// Asks the two policies by which a manager leads others, and checks their answers. Children are those that
/// it leads.
class Decisions {
public:
  static std::vector<QuestionSlot> questions();

  explicit Decisions(ActorContext& context);

  /// All tasks, by child; a child may get none.
  std::map<int, std::vector<Task>> distribute(const std::vector<Task>& tasks,
                                              const std::vector<Share>& shares) const;
  /// Who gives to whom; nothing where the children are in balance. The loads are by child.
  std::optional<Rebalance> rebalance(const std::vector<ChildLoad>& loads) const;

private:
  void check(const Rebalance& decision, const std::vector<ChildLoad>& loads) const;

  PolicyUse<Distribution> distribution_;
  PolicyUse<Balance> balance_;
};

/// The same of the two policies by which a host manager treats the ready tasks of its host. Answers are
/// positions in them.
class HostDecisions {
public:
  static std::vector<QuestionSlot> questions();
  /// The parameter nt.
  static ParameterSpec slots_parameter();

  explicit HostDecisions(ActorContext& context);

  std::vector<std::size_t> launch(const std::vector<Task>& ready, int running) const;
  /// Tasks to give up of a fraction of the ready work.
  std::vector<std::size_t> give_up(double fraction, const std::vector<Task>& ready) const;

  int slots() const { return slots_; }
  /// The share of the host's speed that a task which took so long had, times the slots (eq. 4.2).
  double cpu_share_of_ended(Flops work, Seconds wall_time) const;
  /// The same of the tasks that run. Eq. 4.3 gives the share of one core; on several, as many as slots can
  /// use.
  double cpu_share_of_running(int running) const;

private:
  ActorContext& context_;
  PolicyUse<Launch> launch_;
  PolicyUse<GiveUp> give_up_;
  const int slots_;
};

} // namespace malha::easygrid

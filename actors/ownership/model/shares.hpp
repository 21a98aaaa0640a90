// SPDX-License-Identifier: MIT
#pragma once
#include "policies/ownership/pool_view.hpp"

namespace malha::ownership {

/// The rules by which shares are counted.
struct ShareRules {
  bool in_speed = false; ///< a machine counts for its speed; otherwise for 1
  /// The owner alone loses the capacity of a machine that is down; otherwise all owners do, in proportion to
  /// what they gave.
  bool owner_loses_outage = true;
  /// The part of the pool, in [0, 1], that users without machines have together while they have tasks (OSEP,
  /// section 5.2).
  double guarantee = 0;
  bool guarantee_of_unused =
      false; ///< it is taken from shares that owners do not use; otherwise from all shares
};

/// The shares of the owners of a pool while machines fail and recover: the capacity of the machines that each
/// of them gave (OSEP, Def. 1).
class Shares {
public:
  /// Owners are numbered from 0, without gaps. All machines are up.
  Shares(const std::vector<Machine>& machines, const ShareRules& rules);

  void switched(int machine, bool is_on);
  /// The share of each owner.
  const std::vector<double>& all() const { return shares_; }

private:
  void divide();

  const ShareRules rules_;
  std::vector<Machine> machines_;
  std::vector<double> given_, up_; ///< by owner: capacity of their machines, and of those that are up
  std::vector<double> shares_;     ///< by owner
};

/// The shares of all users, if users without machines have a guarantee. `owners` are the shares of the
/// owners, who are the first users; `demands` are the numbers of unfinished tasks of all users.
std::vector<double> shares_with_guarantee(const std::vector<double>& owners,
                                          const std::vector<std::int64_t>& demands, const ShareRules& rules);

} // namespace malha::ownership

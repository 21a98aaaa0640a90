// SPDX-License-Identifier: MIT
#pragma once
#include "policies/ownership/pool_view.hpp"

namespace malha::ownership {

/// How shares are counted.
struct ShareRules {
  bool in_speed = false; ///< a machine counts for its speed; otherwise for 1
  /// A machine that is down is no part of its owner's share; otherwise all owners bear it, in proportion to
  /// what they gave.
  bool owner_bears_outage = true;
};

/// The shares of the owners of a pool while machines go down and come back: the capacity of the machines that
/// each of them gave (OSEP, Def. 1).
class Shares {
public:
  /// Owners are numbered from 0, without gaps. All machines are up.
  Shares(const std::vector<Machine>& machines, const ShareRules& rules);

  void switched(int machine, bool is_on);
  /// Of each owner.
  const std::vector<double>& all() const { return shares_; }

private:
  void divide();

  const ShareRules rules_;
  std::vector<Machine> machines_;
  std::vector<double> given_, up_; ///< by owner: capacity of his machines, and of those that are up
  std::vector<double> shares_;     ///< by owner
};

} // namespace malha::ownership

// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/extensions.hpp"

namespace malha::cluster::oscarpbs {

/// An extension of emergency jobs: which jobs such a job may deprive of their reservations, and which it may
/// kill (OscarPBS, Table 5.1).
struct Powers {
  bool deallocates_critical_starve = false; ///< sc_aloc
  bool deallocates_qos = false;             ///< q_aloc
  bool deallocates_emergency = false;       ///< e_aloc
  bool kills_common = false;                ///< c_exec
  bool kills_starve = false;                ///< s_exec
  bool kills_qos = false;                   ///< q_exec
  bool kills_emergency = false;             ///< e_exec
};

/// The powers among the extensions; none if a job has none.
inline Powers powers_in(const Extensions& extensions) {
  const auto* powers = extensions.find<Powers>();
  return powers == nullptr ? Powers{} : *powers;
}

} // namespace malha::cluster::oscarpbs

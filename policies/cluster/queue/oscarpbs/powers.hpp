// SPDX-License-Identifier: MIT
#pragma once
#include "job.hpp"

namespace malha::cluster::oscarpbs {

/// The right of an inserted job to take from other jobs (P20). Pushing a fragment away needs no power.
enum class Power {
  none,            ///< nothing (NaoDesalocar)
  starves,         ///< reservations of starve jobs that are not critical (DesalocarStarves)
  younger_starves, ///< the same, of those submitted later that do not start now
                   ///< (DesalocarStarvesMaisRecentes)
  all,             ///< what its request allows, running jobs included (DesalocarTodos)
};

/// Whether `job` may deallocate or kill `other` when it is inserted with that power (P20, Table 5.1).
inline bool may_remove(const Job& other, const Job& job, Power power, Seconds now) {
  if (&other == &job || power == Power::none)
    return false;
  const bool allocated = other.state == State::allocated, starve = other.kind == Class::starve;
  if (power == Power::starves)
    return allocated && starve && !other.critical;
  if (power == Power::younger_starves)
    return allocated && starve && !other.critical && other.start > now && other.id > job.id;
  const auto& may = job.powers;
  switch (other.kind) {
  case Class::common:
    return !allocated && may.kills_common;
  case Class::starve:
    return allocated ? !other.critical || may.deallocates_critical_starve : may.kills_starve;
  case Class::qos:
    return allocated ? may.deallocates_qos : may.kills_qos;
  default:
    return allocated ? may.deallocates_emergency : may.kills_emergency;
  }
}

/// Table 5.6: what a job that might be removed adds to the category of its machine. Each class and state
/// counts once. The numbers are powers of two, so that one better job weighs more than all lesser jobs
/// together.
inline int category_bit(const Job& job) {
  const int rank = static_cast<int>(job.kind);
  return job.state == State::running ? 8 << rank : 1 << (rank - 1);
}

/// Table 5.7: the place of a job in the order in which jobs are removed from a machine.
inline int removal_rank(const Job& job) {
  if (job.state == State::running)
    return 4 + static_cast<int>(job.kind);
  return job.kind == Class::starve ? (job.critical ? 1 : 0) : static_cast<int>(job.kind);
}

} // namespace malha::cluster::oscarpbs

// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

namespace malha {

/// Whether a job asks for more than resources and time: memory, devices, licences, features, dates, a
/// reservation, fragments, few tasks of an array at once, or a nice value.
inline bool asks_for_more_than_resources(const Job& job) {
  return job.demands != nullptr || !job.reservation.empty() || !job.constraint.empty() ||
         job.dates.are_given() || job.deadline || !job.fragments.empty() || job.array.most_at_once > 0 ||
         job.nice != 0;
}

} // namespace malha

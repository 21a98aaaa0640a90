// SPDX-License-Identifier: MIT
#pragma once
#include "batsim_extra.hpp"
#include "policies/multicluster/application.hpp"

namespace malha::batsim {

/// Adds the parallel application that `extra_data` describes to the job, whose task is known. Throws
/// InputError on a damaged field, and where the profile of the job does not take the time of the application.
void read_application(const Fields& extra, Job& job);

/// The same as text for a file.
nlohmann::ordered_json batsim_application(const multicluster::Application& application);

} // namespace malha::batsim

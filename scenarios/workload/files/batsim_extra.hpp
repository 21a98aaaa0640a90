// SPDX-License-Identifier: MIT
#pragma once
#include "json_fields.hpp"
#include "policies/cluster/queue/oscarpbs/emergency.hpp"
#include "policies/sdk/job.hpp"

namespace malha::batsim {

using cluster::oscarpbs::Powers;
using nlohmann::json;
using Fields = JsonFields;

class Kept;

/// Adds what `extra_data` says of a job to the job, whose size, submission and walltime are known. These are
/// user, queue, metadata, fragments, class, deadline and powers, the parallel application that it is, the bag
/// to which it belongs, and its input.
/// Batsim 5 writes `extra_data` as a text of JSON. Throws InputError on a damaged field.
void read_extra_data(const std::string& who, const json& extra_data, Job& job, Kept& kept);

/// The classes by name, and the powers over other jobs by name. Messages list them in this order.
const std::vector<std::pair<const char*, ServiceClass>>& service_classes();
const std::vector<std::pair<const char*, bool Powers::*>>& powers_to_deallocate();
const std::vector<std::pair<const char*, bool Powers::*>>& powers_to_kill();

} // namespace malha::batsim

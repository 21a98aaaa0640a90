// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <iosfwd>

namespace malha {

/// Computes Batsim's numbers of a whole schedule for a run of Malha: an object of numbers by Batsim's names.
/// Batsim's version, and the wall times of its scheduler and of itself, are left out. Throws InputError as
/// RunReader does.
nlohmann::json batsim_schedule(const std::filesystem::path& run);

/// Writes the numbers as Batsim 5 does (schedule.json).
void write_schedule_json(const nlohmann::json& schedule, std::ostream& out);
/// Writes the numbers as Batsim up to 4 does (schedule.csv): a header and one line.
void write_schedule_csv(const nlohmann::json& schedule, std::ostream& out);

} // namespace malha

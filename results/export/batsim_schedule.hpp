// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <iosfwd>

namespace malha {

/// What Batsim says of a whole schedule, of a run of ours: an object of numbers by Batsim's names. Batsim's
/// version, and the times that its scheduler and itself took, are left out. Throws InputError, as RunReader
/// does.
nlohmann::json batsim_schedule(const std::filesystem::path& run);

/// Writes it as Batsim 5 does (schedule.json).
void write_schedule_json(const nlohmann::json& schedule, std::ostream& out);
/// Writes it as Batsim up to 4 does (schedule.csv): a header and one line.
void write_schedule_csv(const nlohmann::json& schedule, std::ostream& out);

} // namespace malha

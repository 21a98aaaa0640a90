// SPDX-License-Identifier: MIT
#pragma once
#include "campaign.hpp"

namespace malha {

/// Writes a comparison as a scenario file with the same runs. Paths in the file are relative to its folder.
/// Throws InputError if the name does not end in `.xml`, or if another file of this name exists.
void save_as_scenario(const CampaignRequest& request, const Library& library,
                      const std::filesystem::path& file);

} // namespace malha

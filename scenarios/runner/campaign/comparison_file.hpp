// SPDX-License-Identifier: MIT
#pragma once
#include "campaign.hpp"

namespace malha {

/// Writes a comparison as a scenario file, which gives the same runs. Paths in it are from its own folder.
/// Throws InputError when the name is no `.xml`, and where a file is there that says something else.
void save_as_scenario(const CampaignRequest& request, const Library& library,
                      const std::filesystem::path& file);

} // namespace malha

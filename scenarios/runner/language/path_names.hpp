// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_run.hpp"

#include <filesystem>

namespace malha {

/// Throws InputError on a name that cannot be the name of a folder: one that is empty, is "." or "..", has a
/// '/' or a control character, or is too long. `what` says what is named, such as "run".
void check_folder_name(const std::string& what, const std::string& name);

/// Throws InputError on a setting, in which cells differ, that cannot be part of a path. A value may have a
/// '/'. It may have no control character, and no ';', which stands between settings.
void check_varied(const std::string& key, const std::string& value);

/// Throws InputError unless all names of the run can be parts of a path.
void check_names(const CampaignRun& run);

/// The folder of a run's records: <campaign>/<scenario>/<run>/<parameters>/seed=<n>. In parameters '/' is
/// written %2F. A text that is too long for a folder ends in a hash.
std::filesystem::path folder_of(const CampaignRun& run, const std::filesystem::path& campaign);

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_run.hpp"

#include <filesystem>

namespace malha {

/// Throws InputError on a name that cannot be a folder of its own: one that is empty, "." or "..", that has a
/// '/' or a control character, or is too long. `what` is the name of, "run".
void check_folder_name(const std::string& what, const std::string& name);

/// The same of a setting that cells differ in: a value may have a '/'. Neither a control character, nor ';',
/// which parts one setting from the next.
void check_varied(const std::string& key, const std::string& value);

/// Throws InputError unless all names of the run can be parts of a path.
void check_names(const CampaignRun& run);

/// Where a run leaves its records: <campaign>/<scenario>/<run>/<parameters>/seed=<n>. In parameters '/' is
/// %2F, and what is too long for a folder ends in a hash.
std::filesystem::path folder_of(const CampaignRun& run, const std::filesystem::path& campaign);

} // namespace malha

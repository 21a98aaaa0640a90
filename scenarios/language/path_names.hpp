// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <tuple>

namespace malha {

/// What a campaign consists of: one run of one cell under one seed, and the hash of all that determines it.
/// Cells that are the same simulation have the same.
struct CampaignRun {
  std::string scenario;
  std::string run;
  std::string parameters; ///< "key=value" pairs, sorted, joined by ';'
  std::uint64_t seed = 0;
  std::string hash;

  bool operator==(const CampaignRun& other) const {
    return std::tie(scenario, run, parameters, seed, hash) ==
           std::tie(other.scenario, other.run, other.parameters, other.seed, other.hash);
  }
};

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

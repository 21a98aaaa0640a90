// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <nlohmann/json_fwd.hpp>

namespace malha {

/// The most characters that the metadata of a job have when files are read: they stand in a row of jobs.csv.
inline constexpr std::size_t longest_metadata = 2000;

/// A value as it stands in metadata: a text that needs no quotes as it is, everything else in JSON, without
/// ';', which ends an entry, and without control characters. Bytes that are no UTF-8 are replaced.
std::string metadata_text(const nlohmann::json& value);

/// Appends "key=value" to the metadata. Returns false, and appends nothing, where they would be too long.
bool append_metadata(std::string& metadata, const std::string& entry);

/// The text of an entry of metadata: "gpu:2" of "gres" in "group=3;gres=gpu:2"; "": there is none.
std::string entry_of_metadata(const std::string& metadata, const std::string& key);

/// Takes the account, group, partition, QOS and executable of a job from its metadata, where these name them:
/// "group=3;partition=fast".
void read_credentials(Job& job);

} // namespace malha

// SPDX-License-Identifier: MIT
#include "batsim_kept.hpp"

#include "metadata.hpp"

#include <nlohmann/json.hpp>

namespace malha::batsim {
namespace {

constexpr std::size_t most_names = 20; ///< in the notes of a run

} // namespace

std::string Kept::name_of(const std::string& where, const std::string& key) {
  if (where != "profile" && key == "dependencies")
    return "dependencies, for which no job waits here";
  if (where == "profile" && key == "ret")
    return "ret, by which a job fails in Batsim and not here";
  return "unknown field " + shown(key) + " of " + where;
}

void Kept::keep(const std::string& where, const std::string& key, const json& value, Job& job) {
  add(metadata_text(where + "." + key) + "=" + metadata_text(value), name_of(where, key), job);
}

void Kept::keep_extra_data(const json& value, Job& job) {
  add("extra_data=" + metadata_text(value), "extra_data that is no object", job);
}

void Kept::add(const std::string& entry, const std::string& what, Job& job) {
  std::string metadata = job.metadata;
  if (!append_metadata(metadata, entry)) {
    ignore("ignored, since metadata end at " + std::to_string(longest_metadata) + " characters: " + what);
    return;
  }
  job.metadata = std::move(metadata);
  ++counts_["kept in metadata: " + what];
}

void Kept::add_to(std::vector<WorkloadNote>& notes) const {
  std::size_t named = 0;
  std::int64_t others = 0;
  for (const auto& [what, jobs] : counts_)
    if (++named <= most_names)
      notes.push_back({what, jobs});
    else
      others += jobs;
  if (others > 0)
    notes.push_back({"other unknown fields", others});
}

} // namespace malha::batsim

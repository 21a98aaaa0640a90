// SPDX-License-Identifier: MIT
#include "batsim_kept.hpp"

#include <algorithm>

namespace malha::batsim {
namespace {

constexpr std::size_t longest_metadata = 2000; ///< of a job: they stand in a row of jobs.csv
constexpr std::size_t most_names = 20;         ///< in the notes of a run

bool is_plain(const std::string& text) {
  return std::none_of(text.begin(), text.end(), [](unsigned char c) {
    return c < ' ' || c == 127 || c == '"' || c == '\\' || c == ';' || c == '=';
  });
}

/// Text that needs no quotes as it is, everything else in JSON, without ';', which ends an entry of the
/// metadata, and the one control character that JSON has.
std::string entry_of(const json& value) {
  if (value.is_string() && is_plain(value.get_ref<const std::string&>()))
    return value.get<std::string>();
  std::string text;
  for (const char c : value.dump())
    text += c == ';' ? "\\u003b" : c == 127 ? "\\u007f" : std::string(1, c);
  return text;
}

} // namespace

void Kept::keep(const std::string& where, const std::string& key, const json& value, Job& job) {
  add(entry_of(where + "." + key) + "=" + entry_of(value), "unknown field " + shown(key) + " of " + where,
      job);
}

void Kept::keep_extra_data(const json& value, Job& job) {
  add("extra_data=" + entry_of(value), "extra_data that is no object", job);
}

void Kept::add(const std::string& entry, const std::string& what, Job& job) {
  if (job.metadata.size() + entry.size() > longest_metadata) {
    ignore("ignored, since metadata end at " + std::to_string(longest_metadata) + " characters: " + what);
    return;
  }
  job.metadata += (job.metadata.empty() ? "" : ";") + entry;
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

// SPDX-License-Identifier: MIT
#include "path_names.hpp"

#include "policies/sdk/errors.hpp"
#include "results/files/files.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// File systems take 255 bytes a name.
constexpr std::size_t longest_name = 200;

/// Files of an output folder begin with these.
constexpr std::array<const char*, 6> campaign_files{"campaign.sqlite", "runs.csv",        "summary.csv",
                                                    "verdicts.csv",    "differences.csv", "machine.json"};

bool is_control(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code < 0x20 || code == 0x7F;
}

bool has_control(const std::string& text) { return std::any_of(text.begin(), text.end(), is_control); }

/// The text for a message, without control characters of the terminal.
std::string printable(const std::string& text) {
  std::string shown;
  for (const char c : text.substr(0, longest_name)) {
    char code[5];
    std::snprintf(code, sizeof code, "\\x%02X", static_cast<unsigned char>(c));
    shown += is_control(c) ? code : std::string(1, c);
  }
  return shown + (text.size() > longest_name ? "…" : "");
}

std::string folder_part(std::string text) {
  for (auto at = text.find('/'); at != std::string::npos; at = text.find('/', at))
    text.replace(at, 1, "%2F");
  if (text.size() <= longest_name)
    return text;
  auto end = longest_name - 50;                                             // room for the hash
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) // not within a character of UTF-8
    --end;
  return text.substr(0, end) + "~" + text_hash(text);
}

} // namespace

void check_folder_name(const std::string& what, const std::string& name) {
  if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos ||
      has_control(name) || name.size() > longest_name)
    throw InputError(what + " '" + printable(name) + "' cannot name a folder; valid: 1 to " +
                     std::to_string(longest_name) +
                     " bytes without '/' and control characters, other than '.' and '..'");
}

void check_varied(const std::string& key, const std::string& value) {
  const auto text = key + "=" + value;
  if (has_control(text) || text.find(';') != std::string::npos)
    throw InputError("'" + printable(text) +
                     "' cannot name a folder; valid: a setting without ';' and control characters");
}

void check_names(const CampaignRun& run) {
  check_folder_name("scenario", run.scenario);
  for (const std::string file : campaign_files)
    if (run.scenario.compare(0, file.size(), file) == 0)
      throw InputError("scenario '" + run.scenario + "' cannot be called so: " + file +
                       " is a file of the output folder; valid: another name");
  check_folder_name("run", run.run);
  if (has_control(run.parameters))
    throw InputError("'" + printable(run.parameters) +
                     "' cannot name a folder; valid: settings without control characters");
}

fs::path folder_of(const CampaignRun& run, const fs::path& campaign) {
  std::string parameters = run.parameters.empty() ? "all" : run.parameters;
  std::replace(parameters.begin(), parameters.end(), ';', ',');
  return campaign / run.scenario / run.run / folder_part(parameters) / ("seed=" + std::to_string(run.seed));
}

} // namespace malha

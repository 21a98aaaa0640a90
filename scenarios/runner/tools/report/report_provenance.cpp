// SPDX-License-Identifier: MIT
#include "report_provenance.hpp"

#include "results/files/files.hpp"
#include "results/files/manifest.hpp"
#include "results/files/shell_words.hpp"
#include "scenarios/runner/runs/run_folder.hpp"

#include <nlohmann/json.hpp>

namespace malha {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::json;

/// The text of a member, or its JSON; "" where there is none.
std::string text_in(const json& object, const std::string& key) {
  if (!object.is_object() || !object.contains(key))
    return "";
  const auto& value = object[key];
  return value.is_string() ? value.get<std::string>()
                           : value.dump(-1, ' ', false, json::error_handler_t::replace);
}

void add_option(std::string& command, const std::string& option, const std::string& value) {
  command += " " + option + " " + shell_word(value);
}

/// The command that runs what the store was asked for.
std::string command_of(const CampaignRequest& request, const fs::path& folder) {
  std::string command = "malha";
  if (request.comparison) {
    command += " compare";
    add_option(command, "-p", request.comparison->platform);
    add_option(command, "-w", request.comparison->workload);
    for (const auto& deployment : request.comparison->deployments)
      add_option(command, "-d", deployment.text());
    for (const auto& actor : request.comparison->environment)
      add_option(command, "--environment", actor);
    for (const auto& [key, values] : request.comparison->sweeps)
      add_option(command, "--sweep", key + "=" + text_of_values(values));
    for (const auto& metric : request.comparison->metrics)
      add_option(command, "--metric", metric);
  } else {
    command += " run";
    for (const auto& scenario : request.scenarios)
      command += " " + shell_word(scenario);
  }
  if (request.seeds)
    add_option(command, "--seeds", std::to_string(*request.seeds));
  for (const auto& [key, value] : request.settings)
    add_option(command, "--set", key + "=" + value);
  for (const auto& option : request.simgrid_options)
    add_option(command, "--sg-cfg", option);
  add_option(command, "-o", folder.string());
  return command;
}

std::string seeds_of(const std::vector<CampaignRun>& runs) {
  std::set<std::uint64_t> seeds;
  for (const auto& run : runs)
    seeds.insert(run.seed);
  if (seeds.empty())
    return "";
  const auto first = std::to_string(*seeds.begin());
  return seeds.size() == 1 ? first : first + " to " + std::to_string(*seeds.rbegin());
}

/// A hash of the hashes of all runs, which stand for all that determines them.
std::string hash_of(const std::vector<CampaignRun>& runs) {
  std::string all;
  for (const auto& run : runs)
    all += run.hash + "\n";
  return text_hash(all);
}

/// The versions that the manifests of the runs name, each with the number of its runs.
std::map<std::string, std::size_t> versions_of(const page::CampaignData& data) {
  std::map<std::string, std::size_t> versions;
  for (const auto& run : data.run_folders)
    try {
      const auto manifest = manifest_in(run.folder);
      const auto malha = text_in(manifest, "malha"), simgrid = text_in(manifest, "simgrid");
      if (!malha.empty())
        ++versions["Malha " + malha + " on SimGrid " + simgrid];
    } catch (const InputError&) {
      ++versions["a manifest that cannot be read"];
    }
  return versions;
}

void add_hash(page::Provenance& provenance, const fs::path& folder, const std::string& name) {
  std::error_code error;
  if (fs::is_regular_file(folder / name, error))
    provenance.hashes.push_back({name, content_hash(folder / name)});
}

} // namespace

page::Provenance provenance_of(page::CampaignData& data, const std::optional<CampaignRequest>& request,
                               const std::vector<CampaignRun>& runs) {
  page::Provenance provenance;
  const auto versions = versions_of(data);
  for (const auto& [version, number] : versions)
    provenance.facts.emplace_back(
        "made by", versions.size() == 1 ? version : version + ": " + std::to_string(number) + " runs");
  if (versions.size() > 1)
    data.notes.push_back("the runs were made by different versions; see Provenance");
  provenance.facts.emplace_back("page written by", "Malha " MALHA_VERSION);
  if (!data.subject.empty())
    provenance.facts.emplace_back("asked for", data.subject);
  if (!runs.empty()) {
    provenance.facts.emplace_back("runs", std::to_string(runs.size()));
    provenance.facts.emplace_back("seeds", seeds_of(runs));
    provenance.hashes.push_back({"all runs: what determines them", hash_of(runs)});
  }
  if (request) {
    for (const auto& [key, value] : request->settings)
      provenance.facts.emplace_back("setting " + key, value);
    provenance.commands.push_back(command_of(*request, data.folder));
  }
  provenance.commands.push_back("malha report " + shell_word(data.folder.string()));
  for (const auto* name : {"runs.csv", "verdicts.csv", "differences.csv"})
    add_hash(provenance, data.folder, name);
  return provenance;
}

page::Provenance provenance_of_run(const fs::path& folder) {
  page::Provenance provenance;
  json manifest;
  try {
    manifest = manifest_in(folder);
  } catch (const InputError&) {
    provenance.facts.emplace_back("manifest.json", "cannot be read");
  }
  for (const auto& [key, name] :
       {std::pair("malha", "Malha"), std::pair("simgrid", "SimGrid"), std::pair("seed", "seed"),
        std::pair("outcome", "outcome"), std::pair("tasks_submitted", "tasks submitted"),
        std::pair("tasks_unfinished", "tasks unfinished")})
    if (const auto text = text_in(manifest, key); !text.empty())
      provenance.facts.emplace_back(name, text);
  for (const auto* key : {"platform", "workload", "deployment"})
    if (manifest.is_object() && manifest.contains(key)) {
      provenance.facts.emplace_back(key, text_in(manifest[key], "name"));
      if (const auto hash = text_in(manifest[key], "hash"); !hash.empty())
        provenance.hashes.push_back({key, hash});
    }
  const auto machine = read_json(folder / "machine.json");
  if (const auto run = text_in(machine, "run"); !run.empty())
    provenance.hashes.push_back({"run: all that determines it", run});
  if (const auto command = text_in(machine, "command"); !command.empty())
    provenance.commands.push_back(command);
  provenance.facts.emplace_back("page written by", "Malha " MALHA_VERSION);
  for (const auto* name : {"jobs.csv", "schedule.csv", "manifest.json"})
    add_hash(provenance, folder, plain_or_compressed(folder / name).filename().string());
  return provenance;
}

fs::path sources_file(const Library& library) { return library.data() / "docs" / "sources.bib"; }

} // namespace malha

// SPDX-License-Identifier: MIT
#include "run_folder.hpp"

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <iterator>

namespace malha {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* partial = ".partial";

/// What a run leaves, the manifest last: it makes the others a result.
constexpr std::array<const char*, 6> result_files{"jobs.csv",     "resources.csv", "messages.csv",
                                                  "schedule.csv", "machine.json",  "manifest.json"};

std::string content_hash(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string content(std::istreambuf_iterator<char>(in), {});
  const boost::uuids::name_generator_sha1 generator(boost::uuids::ns::oid());
  return boost::uuids::to_string(generator(content));
}

json actors_of(const Deployment& deployment) {
  json actors = json::array();
  for (const auto& placed : deployment.actors) {
    json actor{{"function", placed.descriptor->name},
               {"hosts", placed.hosts},
               {"parameters", placed.parameters.all()}};
    for (const auto& slot : placed.descriptor->asks) {
      const auto& choice = placed.choices.at(slot.slot);
      actor["policies"][slot.property()] = {{"name", choice.policy->name},
                                            {"parameters", choice.parameters.all()}};
    }
    actors.push_back(actor);
  }
  return actors;
}

void write_json(const fs::path& file, const json& content) {
  auto out = open_for_writing(file);
  out << content.dump(2) << '\n';
  if (!out.flush())
    throw std::runtime_error(file.filename().string() + " could not be written: is the disk full?");
}

void write_schedule(const fs::path& file, const std::vector<MetricValue>& metrics) {
  std::string header, values;
  for (const auto& metric : metrics) {
    header += (header.empty() ? "" : ",") + metric.name;
    values += (values.empty() ? "" : ",") + shortest(metric.value);
  }
  auto out = open_for_writing(file);
  out << header << '\n' << values << '\n';
  if (!out.flush())
    throw std::runtime_error("schedule.csv could not be written: is the disk full?");
}

/// The part of a manifest that says what was simulated, not what came of it.
json inputs_of(json manifest) {
  for (const auto* result : {"tasks_submitted", "tasks_unfinished", "outcome"})
    manifest.erase(result);
  return manifest;
}

json machine_info(const CommandInfo& command, std::chrono::steady_clock::time_point began) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
  return {{"command", command.line},
          {"workers", command.workers},
          {"wall_seconds", wall.count()},
          {"peak_memory_bytes", usage.ru_maxrss * 1024},
          {"program", program_file().string()},
          {"program_hash", content_hash(program_file())}};
}

/// The others belong to the machine, not to the manifest.
json options_that_matter(const std::vector<std::string>& options) {
  json kept = json::array();
  for (const auto& option : options)
    if (matters(option))
      kept.push_back(option);
  return kept;
}

} // namespace

json manifest_of(const SimulationPlan& plan, const RunRequest& request, const Library& library) {
  json platform{{"name", plan.platform.name}};
  if (const auto* file = std::get_if<fs::path>(&plan.platform.from))
    platform["hash"] = content_hash(*file);
  else
    platform["parameters"] = std::get<PlatformSource::Generated>(plan.platform.from).parameters.all();
  return {
      {"malha", MALHA_VERSION},
      {"simgrid", simgrid_version()},
      {"platform", platform},
      {"deployment",
       {{"name", plan.deployment.name},
        {"hash", content_hash(library.deployment_file(request.deployment))},
        {"actors", actors_of(plan.deployment)}}},
      {"workload", {{"name", plan.workload.generator->name}, {"parameters", plan.workload.parameters.all()}}},
      {"run", plan.run.all()},
      {"seed", plan.seed},
      {"simgrid_options", options_that_matter(plan.simgrid_options)}};
}

void check_run_folder(const fs::path& folder, const json& manifest) {
  if (fs::exists(folder) && !fs::is_directory(folder))
    throw InputError("output folder " + folder.string() + ": is a file");
  std::error_code error;
  const auto entries = fs::directory_iterator(folder, error);
  const bool used = !error && std::any_of(begin(entries), end(entries), [](const auto& entry) {
    return entry.path().filename() != partial;
  });
  if (!used)
    return;
  std::ifstream file(folder / "manifest.json");
  const json found = file ? json::parse(file, nullptr, false) : json();
  if (!file && fs::exists(folder / partial)) // a run was killed while it moved its files here
    return;
  if (found.is_object() && found.contains("deployment") &&
      found.contains("scenario") == manifest.contains("scenario")) {
    if (manifest.contains("scenario") && found["scenario"] == manifest["scenario"])
      return; // a scenario replaces its own results
    const json ours = inputs_of(manifest);
    std::string differs;
    for (const auto& [key, value] : ours.items())
      if (!found.contains(key) || found[key] != value)
        differs += (differs.empty() ? "" : ", ") + key;
    if (differs.empty())
      return;
    throw InputError("output folder " + folder.string() +
                     ": holds results of another simulation, which differs in " + differs +
                     "; valid: another folder (-o), or remove it");
  }
  throw InputError(
      "output folder " + folder.string() +
      ": holds something else than results of this simulation; valid: another folder, or remove it");
}

void remove_stale(const fs::path& folder, const json& manifest) {
  std::ifstream file(folder / "manifest.json");
  const json found = file ? json::parse(file, nullptr, false) : json();
  if (!found.is_object() || inputs_of(found) == inputs_of(manifest))
    return;
  for (const auto* name : result_files)
    fs::remove(folder / name);
}

Outcome run_into(const fs::path& folder, const SimulationPlan& plan, json manifest,
                 const CommandInfo& command) {
  const auto began = std::chrono::steady_clock::now();
  const fs::path stage = folder / partial;
  std::error_code error;
  fs::create_directories(stage, error);
  if (error)
    throw InputError("output folder " + folder.string() + ": cannot be written: " + error.message());
  // The engine is never destroyed: the process ends with the run, and plugins must outlive it.
  auto* simulation = new Simulation(plan, stage);
  Outcome outcome = simulation->run();
  if (outcome.status != Status::done && outcome.status != Status::not_ended)
    return outcome;
  write_schedule(stage / "schedule.csv", outcome.metrics);
  manifest["tasks_submitted"] = outcome.tasks_submitted;
  manifest["tasks_unfinished"] = outcome.tasks_unfinished;
  manifest["outcome"] = outcome.status == Status::done ? "done" : outcome.message;
  write_json(stage / "machine.json", machine_info(command, began));
  write_json(stage / "manifest.json", manifest);
  // Without a manifest a folder is no result: it goes first and comes last, so that a kill leaves no mixture.
  fs::remove(folder / "manifest.json");
  for (const auto* name : result_files)
    fs::rename(stage / name, folder / name);
  fs::remove_all(stage);
  return outcome;
}

fs::path existing_part(fs::path folder) {
  folder = fs::absolute(folder).lexically_normal();
  while (!fs::exists(folder) && folder.has_relative_path())
    folder = folder.parent_path();
  return folder;
}

void discard_partial(const fs::path& folder, const fs::path& keep) {
  std::error_code error;
  fs::remove_all(folder / partial, error);
  for (fs::path place = fs::absolute(folder).lexically_normal(); place != keep; place = place.parent_path())
    if (!fs::is_directory(place, error) || !fs::is_empty(place, error) || error || !fs::remove(place, error))
      return;
}

} // namespace malha

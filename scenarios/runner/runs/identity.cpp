// SPDX-License-Identifier: MIT
#include "identity.hpp"

#include "actors/runtime/external/external_policy.hpp"
#include "platforms/plans/power.hpp"
#include "plugin_folders.hpp"
#include "policies/sdk/errors.hpp"
#include "readable.hpp"
#include "results/files/files.hpp"
#include "run_request.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace malha {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json described_actors(const std::vector<PlacedActor>& all) {
  json actors = json::array();
  for (const auto& placed : all) {
    json actor{{"function", placed.descriptor->name},
               {"hosts", placed.hosts},
               {"parameters", placed.parameters.all()}};
    for (const auto& slot : placed.descriptor->asks) {
      const auto& choice = placed.choices.at(slot.slot);
      actor["policies"][slot.property()] = {
          {"name", choice.policy->name},
          {"parameters", external::shown_parameters(*choice.policy, choice.parameters)}};
    }
    actors.push_back(actor);
  }
  return actors;
}

/// The options that may change a result. Other options are in machine.json only.
json options_that_matter(const std::vector<std::string>& options) {
  json kept = json::array();
  for (const auto& option : options)
    if (matters(option))
      kept.push_back(option);
  return kept;
}

/// The hash of a file. Reads the file if `hashes` lacks it.
const std::string& hash_in(std::map<fs::path, std::string>& hashes, const fs::path& file) {
  const auto [known, is_new] = hashes.try_emplace(file);
  if (is_new)
    known->second = content_hash(file);
  return known->second;
}

/// A policy in another process is known by the files that make it up. `hash` is that of a file.
template <class Hash>
std::string hash_of_external(const ActorContext::Choice& choice, const Hash& hash) {
  std::string hashes;
  for (const auto& file : external::files_of(*choice.policy, choice.parameters))
    hashes += (hashes.empty() ? "" : " ") + hash(file);
  return hashes;
}

/// An external policy of a run: its name with all folders, and the hash of its files.
struct KnownExternal {
  std::string program, hash;
};

/// The hashes of the external policies of one name, in the order of the actors that ask them: one hash if
/// they are the same policy. Throws InputError if two files have the name, since results would call two
/// policies by it.
std::string hash_of_all(const std::string& policy, const std::vector<KnownExternal>& known) {
  const auto& first = known.front();
  std::string all = first.hash;
  bool is_one = true;
  for (std::size_t i = 1; i < known.size(); ++i) {
    const bool has_one_program = known[i].program == first.program;
    // A program that runs already may have no files by which it is known.
    const bool differs = known[i].hash != first.hash || (first.hash.empty() && !has_one_program);
    if (differs && !has_one_program)
      throw InputError("policies '" + first.program + "' and '" + known[i].program +
                       "' of one run would both be '" + policy +
                       "' in its results; valid: files of different names, or of the same content");
    is_one = is_one && !differs;
    all += "; " + known[i].hash;
  }
  return is_one ? first.hash : all;
}

} // namespace

std::string Identity::cell_hash() const {
  json seedless = manifest;
  seedless.erase("seed");
  return text_hash(seedless.dump() + binaries.dump());
}

std::string run_hash(const std::string& cell_hash, std::uint64_t seed) {
  return text_hash(cell_hash + " seed=" + std::to_string(seed));
}

Identity Identifier::identity(const SimulationPlan& plan, const RunRequest& request) {
  return identity(plan, request, readable(binaries_of(plan)));
}

Identity Identifier::identity(const SimulationPlan& plan, const RunRequest& request, json binaries) {
  json manifest{{"malha", MALHA_VERSION},
                {"simgrid", simgrid_version()},
                {"platform", platform_of(plan.platform)},
                {"deployment",
                 {{"name", plan.deployment.name},
                  {"hash", input_hash(library_.deployment_file(request.deployment))},
                  {"actors", described_actors(plan.deployment.actors)}}},
                {"environment", described_actors(plan.environment)},
                {"workload", workload_of(plan.workload)},
                {"run", plan.run.all()},
                {"seed", plan.seed},
                {"simgrid_options", options_that_matter(plan.simgrid_options)}};
  for (const auto& [name, file] : plan.files)
    manifest["files"][name] = input_hash(file);
  return {readable(manifest), std::move(binaries), readable(json_of(request, plan.files, library_)),
          commit_of(library_.data())};
}

json Identifier::platform_of(const PlatformSource& platform) {
  json described{{"name", platform.name}};
  if (const auto* generated = std::get_if<PlatformSource::Generated>(&platform.from)) {
    described["parameters"] = json::object();
    for (const auto& [name, value] : generated->parameters.all())
      if (!is_of_power(name) || !value.empty()) // a platform that says nothing of power is what it was
        described["parameters"][name] = value;
    return described;
  }
  const auto& file = std::get<fs::path>(platform.from);
  described["hash"] = input_hash(file);
  const auto folder = fs::absolute(file).parent_path(); // a relative file may have none
  for (const auto& profile : platform.profile_files)
    described["profiles"][fs::relative(fs::absolute(profile), folder).string()] = input_hash(profile);
  return described;
}

json Identifier::workload_of(const WorkloadSource& workload) {
  json described{{"name", workload.name}, {"parameters", workload.parameters.all()}};
  if (!workload.file.empty())
    described["hash"] = input_hash(workload.file);
  if (workload.generator->also_read != nullptr)
    for (const auto& file : workload.generator->also_read(workload.file))
      described["files"][file.filename().string()].push_back(input_hash(file));
  return described;
}

json Identifier::binaries_of(const SimulationPlan& plan) {
  const auto runner_library = file_of_code(reinterpret_cast<const void*>(&run_hash));
  json binaries{{"malha", binary_hash(program_file())}, {"scenarios", binary_hash(runner_library)}};
  for (const auto& library : runtime_libraries_) {
    const auto name = library.filename().string();
    binaries[name.substr(0, name.find('.'))] = binary_hash(library);
  }
  const auto& catalog = library_.catalog();
  binaries["workload"] = binary_hash(catalog.file_of(plan.workload.generator->name));
  if (const auto* generated = std::get_if<PlatformSource::Generated>(&plan.platform.from))
    binaries["platform"] = binary_hash(catalog.file_of(generated->generator->name));
  for (const auto& [name, file] : catalog.plugins_with(Metric::kind))
    binaries["metrics"][name] = binary_hash(file);
  auto actors = plan.deployment.actors;
  actors.insert(actors.end(), plan.environment.begin(), plan.environment.end());
  std::map<std::string, std::vector<KnownExternal>> externals;
  for (const auto& placed : actors) {
    binaries[placed.descriptor->name] = binary_hash(catalog.file_of(placed.descriptor->name));
    for (const auto& [slot, choice] : placed.choices)
      if (const auto& policy = choice.policy->name; external::is_external(policy))
        externals[policy].push_back(
            {choice.parameters.text("program"),
             hash_of_external(choice, [this](const fs::path& file) { return input_hash(file); })});
      else
        binaries[policy] = binary_hash(catalog.file_of(policy));
  }
  for (const auto& [policy, hashes] : externals)
    binaries[policy] = hash_of_all(policy, hashes);
  return binaries;
}

const std::string& Identifier::input_hash(const fs::path& file) { return hash_in(input_hashes_, file); }

const std::string& Identifier::binary_hash(const fs::path& file) { return hash_in(binary_hashes_, file); }

} // namespace malha

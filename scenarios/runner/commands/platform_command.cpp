// SPDX-License-Identifier: MIT
#include "commands.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "platforms/plans/hosts.hpp"
#include "platforms/plans/power.hpp"
#include "platforms/plans/write_xml.hpp"
#include "policies/sdk/near_names.hpp"
#include "policies/sdk/units.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "slurm_deployment.hpp"
#include "slurm_platform.hpp"

#include <iostream>
#include <sstream>

namespace malha {
namespace {

const std::string from_slurm = "from-slurm";

void refuse_option(const Options& options, const std::string& option, const std::string& valid) {
  if (options.has(option))
    throw InputError("platform: --" + option + " has no effect; valid: " + valid);
}

PlatformPlan generated(const Options& options, const Library& library) {
  const auto* generator = library.platform_generator(options.one());
  std::vector<std::string> names;
  for (const auto& [name, other] : library.catalog().platforms())
    names.push_back(name);
  if (generator == nullptr)
    throw InputError("unknown platform generator '" + options.one() + "'" +
                     instead_of(options.one(), names, "malha list platforms", from_slurm + " FILE"));
  const Settings own = options.platform_settings();
  RandomStreams random(options.seed());
  try {
    return generator->plan(values_for(generator->parameters, own), random);
  } catch (const std::invalid_argument& error) {
    throw InputError("platform '" + generator->name + "': " + error.what());
  }
}

/// The parameters of the links of a platform from slurm.conf, and the speed of its cores.
Parameters parameters_from_slurm(const Options& options) {
  auto settings = options.platform_settings();
  if (options.has("speed"))
    settings["speed"] = options.text("speed");
  try {
    return Parameters({real("speed", 1e9, above(0), "flop/s", "speed of one core"), bandwidth_parameter(),
                       latency_parameter()},
                      settings);
  } catch (const std::invalid_argument& error) {
    throw InputError("platform from-slurm: " + std::string(error.what()));
  }
}

/// A text that the command writes, and where: "" is the standard output.
struct Output {
  std::filesystem::path file;
  std::string text;
};

/// Writes all outputs, or none where one of the places will not do.
void write_all(const std::vector<Output>& outputs) {
  std::set<std::filesystem::path> places;
  for (const auto& output : outputs)
    if (!output.file.empty()) {
      check_output_file("platform", output.file);
      if (!places.insert(std::filesystem::weakly_canonical(output.file)).second)
        throw InputError("platform: " + output.file.string() + " is given twice; valid: two files");
    }
  for (const auto& output : outputs)
    if (output.file.empty())
      std::cout << output.text;
    else
      write_file(output.file, [&](std::ostream& out) { out << output.text; });
}

template <class Described>
std::string xml_of(const Described& described) {
  std::ostringstream text;
  write_xml(described, text);
  return text.str();
}

std::filesystem::path output_of(const Options& options, const std::string& option) {
  return options.has(option) ? options.text(option) : "";
}

/// The notes go to where the XML does not.
void print_notes(const std::vector<std::string>& notes, bool has_file) {
  for (const auto& note : notes)
    (has_file ? std::cout : std::cerr)
        << (has_file ? wrapped("note: " + note, "") : complaint("note: " + note));
}

int platform_from_slurm(const Options& options, const Library& library) {
  if (options.positional().size() != 2)
    throw InputError("platform: from-slurm takes one file; valid: malha platform from-slurm slurm.conf");
  if (options.has_seed())
    throw InputError("platform: --seed has no effect, since nothing is drawn; valid: from-slurm without it");
  const auto& file = options.positional()[1];
  const auto parameters = parameters_from_slurm(options);
  const auto conf = read_slurm_conf(file);
  auto platform = platform_of(conf, file, parameters.real("speed"), parameters);
  std::vector<Output> outputs{{output_of(options, "output"), xml_of(platform.plan)}};
  std::vector<std::string> ignored;
  if (options.has("deployment")) {
    const auto deployment = deployment_of(conf, library.catalog(), file);
    outputs.push_back({options.text("deployment"), xml_of(deployment)});
    platform.used.insert(deployment.used.begin(), deployment.used.end());
    ignored = deployment.ignored;
  }
  for (const auto& key : keys_without_effect(conf, platform.used))
    ignored.push_back(key.key);
  if (!ignored.empty())
    platform.notes.push_back("keys without effect here: " + listed(ignored));
  write_all(outputs);
  if (options.has("output"))
    std::cout << "written: " << options.text("output") << ", with " << platform.plan.hosts.size() - 1
              << " nodes\n";
  print_notes(platform.notes, options.has("output"));
  return 0;
}

int platform_command(const std::vector<std::string>& words) {
  const Options options("platform", words, Options::settings | Options::seeded, "NAME [FILE]",
                        {{"output,o", "FILE", "the platform (default: the standard output)"},
                         {"deployment", "FILE", "from-slurm: also write Slurm's schedulers as a deployment"},
                         {"speed", "S", "from-slurm: speed of one core in flop/s (default: 1e9)"}});
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  if (!options.positional().empty() && options.positional().front() == from_slurm)
    return platform_from_slurm(options, library);
  refuse_option(options, "deployment", "with from-slurm");
  refuse_option(options, "speed", "with from-slurm, or --set platform.speeds=S");
  write_all({{output_of(options, "output"), xml_of(generated(options, library))}});
  return 0;
}

} // namespace

MALHA_COMMAND(
    "platform", "platform NAME [FILE]", "write a platform as SimGrid XML", platform_command, 80,
    "Writes the platform of a generator as XML. The file can be edited, and given to -p. NAME from-slurm "
    "takes the nodes of FILE, a slurm.conf.",
    "platform from-slurm slurm.conf -o platform.xml --deployment deployment.xml")

} // namespace malha

// SPDX-License-Identifier: MIT
#include "commands.hpp"
#include "options.hpp"
#include "platforms/plans/write_xml.hpp"
#include "policies/sdk/near_names.hpp"

#include <iostream>

namespace malha {
namespace {

int platform_command(const std::vector<std::string>& words) {
  const Options options("platform", words, Options::settings | Options::seeded, "NAME");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  const auto* generator = library.platform_generator(options.one());
  std::vector<std::string> names;
  for (const auto& [name, other] : library.catalog().platforms())
    names.push_back(name);
  if (generator == nullptr)
    throw InputError("unknown platform generator '" + options.one() + "'" +
                     instead_of(options.one(), names, "malha list platforms"));
  const Settings own = options.platform_settings();
  RandomStreams random(options.seed());
  try {
    write_xml(generator->plan(Parameters(generator->parameters, own), random), std::cout);
  } catch (const std::invalid_argument& error) {
    throw InputError("platform '" + generator->name + "': " + error.what());
  }
  return 0;
}

} // namespace

MALHA_COMMAND("platform", "platform NAME", "write a generated platform as SimGrid XML", platform_command, 80,
              "Writes the platform of a generator as XML to the standard output. The file can be edited, and "
              "given to -p.",
              "platform star --set platform.hosts=20 --set platform.speeds=1e9,5e8")

} // namespace malha

// SPDX-License-Identifier: MIT
#include "described.hpp"

#include "actors/runtime/external/external_policy.hpp"
#include "descriptors.hpp"
#include "isolated.hpp"
#include "opened_plugin.hpp"

namespace malha::conformance {
namespace {

bool can_be_made(const PolicyDescriptor& policy, const Settings& settings, std::uint64_t seed) {
  try {
    RandomStreams streams(seed);
    return policy.make(Parameters(policy.parameters, settings), streams) != nullptr;
  } catch (...) { // settings that do not fit together
    return false;
  }
}

/// How often random settings are drawn again if the constructor refuses them.
constexpr int patience = 20;

/// A plugin that cannot be checked, and why.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Parameters without a default are drawn, and a text without one must be given.
Settings with_needed(const PolicyDescriptor& policy, Settings given, std::uint64_t seed) {
  RandomStreams streams(seed);
  Draw draw(streams.stream("needed by " + policy.name));
  const auto drawn = draw.parameters(policy.parameters);
  for (const auto& spec : policy.parameters) {
    if (spec.default_value || given.count(spec.name) > 0)
      continue;
    if (drawn.count(spec.name) == 0)
      throw Refused("policy '" + policy.name + "' needs a value of '" + spec.name + "'; valid: --set " +
                    spec.name + "=" + spec.accepts());
    given[spec.name] = drawn.at(spec.name);
  }
  return given;
}

Json said_of_policy(const PolicyDescriptor& policy, const Settings& given, int settings, std::uint64_t seed) {
  Json said{{"is_policy", true},           {"what", "a policy"},     {"name", policy.name},
            {"question", policy.question}, {"names", {policy.name}}, {"flaws", flaws_of(policy)}};
  if (settings == 0)
    return said;
  try {
    const auto needed = with_needed(policy, given, seed);
    const Parameters checked(policy.parameters, needed);
    said["settings"] = drawn_settings(policy, needed, settings, seed);
    return said;
  } catch (const std::invalid_argument& error) {
    throw InputError("policy '" + policy.name + "': " + error.what());
  }
}

template <class Descriptor>
Json said_of(const char* what, const Descriptor& descriptor) {
  return {{"what", what}, {"names", Json::array({descriptor.name})}, {"flaws", flaws_of(descriptor)}};
}

Json said_of(const PluginEntry& entry, const Settings& given, int settings, std::uint64_t seed) {
  switch (entry.kind) {
  case PluginKind::policy:
    return said_of_policy(*static_cast<const PolicyDescriptor*>(entry.contents), given, settings, seed);
  case PluginKind::workload:
    return said_of("a workload", workload_of(entry));
  case PluginKind::platform:
    return said_of("a platform", *static_cast<const PlatformDescriptor*>(entry.contents));
  case PluginKind::actors:
  case PluginKind::parts:
    break;
  }
  Json said{{"what", "actors"}, {"names", Json::array()}, {"flaws", Json::array()}};
  if (entry.kind == PluginKind::actors)
    for (const auto& actor : *static_cast<const std::vector<ActorDescriptor>*>(entry.contents)) {
      said["names"].push_back(actor.name);
      for (const auto& flaw : flaws_of(actor))
        said["flaws"].push_back(actor.name + ": " + flaw);
    }
  else
    for (const auto& part : *static_cast<const std::vector<PluginPart>*>(entry.contents)) {
      said["what"] = "a " + part.kind;
      said["names"].push_back(part.name);
      const auto flaws = flaws_of(part);
      if (!flaws)
        said["not_looked_at"] =
            "it is not known what a part of the kind '" + part.kind + "' must say of itself";
      else
        for (const auto& flaw : *flaws)
          said["flaws"].push_back(part.name + ": " + flaw);
    }
  return said;
}

Described described_by(const Json& said) {
  Described described;
  described.is_policy = said.value("is_policy", false);
  described.what = said.value("what", "");
  described.name = said.value("name", "");
  described.question = said.value("question", "");
  described.settings = said.value("settings", std::vector<Settings>{});
  described.names = said.value("names", std::vector<std::string>{});
  described.refused = said.value("refused", "");
  described.not_looked_at = said.value("not_looked_at", "");
  for (const auto& flaw : said.value("flaws", std::vector<std::string>{}))
    described.found.push_back({"described", flaw});
  return described;
}

} // namespace

std::vector<Settings> drawn_settings(const PolicyDescriptor& policy, const Settings& given, int number,
                                     std::uint64_t seed) {
  if (external::is_external(policy.name)) // its parameters are not its own
    return {given};
  RandomStreams streams(seed);
  Draw draw(streams.stream("settings of " + policy.name));
  std::vector<Settings> all{given};
  for (int tries = 0; static_cast<int>(all.size()) < number && tries < patience * number; ++tries) {
    auto settings = given; // what is given stays as it is
    const auto drawn = draw.parameters(policy.parameters);
    settings.insert(drawn.begin(), drawn.end());
    if (can_be_made(policy, settings, seed))
      all.push_back(settings);
  }
  return all;
}

namespace {

Json said_of_file(const std::filesystem::path& plugin, const Settings& given, int settings,
                  std::uint64_t seed, const Watch& watch) {
  watch.alarm.set();
  PluginEntry entry{};
  try {
    entry = opened(plugin);
  } catch (const InputError& error) {
    return {{"refused", error.what()}};
  }
  watch.output.expect_silence();
  watch.place.stage = Place::makes;
  try {
    return said_of(entry, given, settings, seed);
  } catch (const Refused& refused) {
    return {{"refused", refused.what()}};
  }
}

} // namespace

Described describe(const std::filesystem::path& plugin, const Settings& given, int settings,
                   std::uint64_t seed, const SessionLimits& limits) {
  const auto ended =
      in_processes({[&](const Watch& watch) { return said_of_file(plugin, given, settings, seed, watch); }},
                   limits)
          .front();
  auto described = ended.said.is_null() ? Described() : described_by(ended.said);
  if (ended.found)
    described.found.push_back(*ended.found);
  return described;
}

} // namespace malha::conformance

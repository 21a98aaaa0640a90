// SPDX-License-Identifier: MIT
#include "engine.hpp"

#include "actors/runtime/records/run_status.hpp"
#include "kernel.hpp"
#include "simulation.hpp"
#include "versions.hpp"

#include <simgrid/s4u.hpp>

#include <xbt/log.h>

#include <cstdio>
#include <optional>

namespace malha {
namespace s4u = simgrid::s4u;

namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr const char* default_contexts =
    "--cfg=contexts/factory:thread"; // others switch stacks unseen by ASan
#else
constexpr const char* default_contexts = "--cfg=contexts/factory:raw";
#endif

/// Redirects SimGrid's log, and its last message before an abort, to the status block of this process.
void redirect_log() {
  cookie_io_functions_t functions{};
  functions.write = [](void*, const char* text, std::size_t length) {
    run_status->note_simgrid(text, length);
    return static_cast<ssize_t>(length);
  };
  auto* stream = fopencookie(nullptr, "w", functions);
  std::setvbuf(stream, nullptr, _IONBF, 0);
  xbt_log_appender_set(&_XBT_LOGV(XBT_LOG_ROOT_CAT), xbt_log_appender_stream(stream));
}

} // namespace

std::unique_ptr<s4u::Engine> make_engine(const std::vector<std::string>& options) {
  std::vector<std::string> words{"malha",
                                 "--log=xbt_cfg.thresh:warning",
                                 "--log=root.thresh:critical",
                                 "--log=root.fmt:%m",
                                 "--log=no_loc", // no stack after a complaint
                                 "--cfg=surf/precision:1e-9",
                                 "--cfg=contexts/stack-size:256",
                                 default_contexts};
  for (const auto& option : options)
    words.push_back("--cfg=" + option);
  std::vector<char*> arguments;
  for (auto& word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int count = static_cast<int>(words.size());
  redirect_log();
  try {
    return std::make_unique<s4u::Engine>(&count, arguments.data());
  } catch (const std::exception& error) {
    throw InputError(error.what());
  }
}

namespace {

PreparedPlatform made_platform(const SimulationPlan& plan) {
  PreparedPlatform prepared{RandomStreams(plan.seed), make_engine(plan.simgrid_options), nullptr};
  prepared.grid = std::make_unique<Grid>(plan.platform, prepared.random, *prepared.engine);
  return prepared;
}

/// What `prepare_platform` has made.
std::optional<PreparedPlatform>& prepared_platform() {
  static auto* prepared =
      new std::optional<PreparedPlatform>; // an engine that is destroyed takes plugins with it
  return *prepared;
}

} // namespace

void prepare_platform(const SimulationPlan& plan) {
  prepared_platform() = made_platform(plan);
  kernel::make_variables(*prepared_platform()->engine);
}

PreparedPlatform platform_for(const SimulationPlan& plan) {
  auto& kept = prepared_platform();
  if (!kept)
    return made_platform(plan);
  PreparedPlatform prepared = std::move(*kept);
  kept.reset();
  if (prepared.random.seed() != plan.seed) // the platform drew nothing
    prepared.random = RandomStreams(plan.seed);
  return prepared;
}

void try_simgrid_option(const std::string& option) {
  const auto engine = make_engine({option});
  auto* zone = add_full_zone("zone");
  auto* host = add_host(*zone, "host", {1.0});
  zone->seal();
  engine->seal_platform();
  add_actor("actor", host, [] { s4u::this_actor::sleep_for(1); }); // on a stack of that size
  engine->run();
}

std::vector<std::string> try_platform(const PlatformSource& platform) {
  auto* engine = make_engine(platform.simgrid_options()).release(); // never destroyed, as that of a run
  RandomStreams random(0);
  return Grid(platform, random, *engine).notes();
}

std::vector<std::pair<std::string, FlopsPerSecond>> workers_of(const PlatformSource& platform,
                                                               std::uint64_t seed) {
  // Never destroyed, as that of a run.
  auto* engine = make_engine(platform.simgrid_options()).release();
  RandomStreams random(seed);
  const Grid grid(platform, random, *engine);
  std::vector<std::pair<std::string, FlopsPerSecond>> workers;
  for (const auto* host : grid.select("@role=worker"))
    workers.emplace_back(host->get_name(), host->get_speed());
  return workers;
}

} // namespace malha

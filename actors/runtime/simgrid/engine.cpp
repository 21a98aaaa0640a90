// SPDX-License-Identifier: MIT
#include "engine.hpp"

#include "run_status.hpp"
#include "simulation.hpp"

#include <dlfcn.h>
#include <simgrid/kernel/resource/Model.hpp>
#include <simgrid/s4u.hpp>
#include <simgrid/version.h>
#include <xbt/log.h>

#include <cstdio>
#include <optional>

namespace simgrid::kernel::lmm {

/// What is needed of it here; SimGrid 3.32 installs no header with it.
class System {
public:
  Variable* variable_new(resource::Action* action, double penalty, double bound, std::size_t constraints);
  void variable_free(Variable* variable);
};

} // namespace simgrid::kernel::lmm

namespace malha {
namespace s4u = simgrid::s4u;

namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr const char* default_contexts =
    "--cfg=contexts/factory:thread"; // others switch stacks unseen by ASan
#else
constexpr const char* default_contexts = "--cfg=contexts/factory:raw";
#endif

/// Has SimGrid write what it complains of, in the end before it aborts, to the last words of this process.
void hear_simgrid() {
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
  hear_simgrid();
  try {
    return std::make_unique<s4u::Engine>(&count, arguments.data());
  } catch (const std::exception& error) {
    throw InputError(error.what());
  }
}

namespace {

PreparedPlatform made_platform(const SimulationPlan& plan) {
  PreparedPlatform ground{RandomStreams(plan.seed), make_engine(plan.simgrid_options), nullptr};
  ground.grid = std::make_unique<Grid>(plan.platform, ground.random, *ground.engine);
  return ground;
}

/// Where `prepare_platform` leaves it.
std::optional<PreparedPlatform>& prepared_platform() {
  static auto* ground =
      new std::optional<PreparedPlatform>; // an engine that is destroyed takes plugins with it
  return *ground;
}

/// For its first variable, which stands for an action that goes on, each solver of SimGrid 3.32 makes a
/// thousand of them. This makes them before the fork, so that no run has to.
void make_variables(const s4u::Engine& engine) {
  for (const auto* model : engine.get_all_models())
    if (auto* solver = model->get_maxmin_system(); solver != nullptr)
      solver->variable_free(solver->variable_new(nullptr, 0, -1, 1));
}

} // namespace

void prepare_platform(const SimulationPlan& plan) {
  prepared_platform() = made_platform(plan);
  make_variables(*prepared_platform()->engine);
}

PreparedPlatform platform_for(const SimulationPlan& plan) {
  auto& prepared = prepared_platform();
  if (!prepared)
    return made_platform(plan);
  PreparedPlatform ground = std::move(*prepared);
  prepared.reset();
  if (ground.random.seed() != plan.seed) // the platform is a file: nothing was drawn
    ground.random = RandomStreams(plan.seed);
  return ground;
}

std::string simgrid_version() {
  int major = 0, minor = 0, patch = 0;
  sg_version_get(&major, &minor, &patch);
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

std::filesystem::path file_of_code(const void* code) {
  Dl_info found{};
  if (dladdr(code, &found) == 0)
    throw std::logic_error("code is in no file");
  return std::filesystem::canonical(found.dli_fname);
}

std::vector<std::filesystem::path> runtime_libraries() {
  return {file_of_code(reinterpret_cast<const void*>(&sg_version_get)),
          file_of_code(reinterpret_cast<const void*>(&runtime_libraries))};
}

void try_simgrid_option(const std::string& option) {
  const auto engine = make_engine({option});
  auto* zone = s4u::create_full_zone("zone");
  auto* host = zone->create_host("host", 1.0);
  zone->seal();
  engine->seal_platform();
  s4u::Actor::create("actor", host, [] { s4u::this_actor::sleep_for(1); }); // on a stack of that size
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

// SPDX-License-Identifier: MIT
#include "sides.hpp"

#include "actors/runtime/simgrid/versions.hpp"
#include "stopwatch.hpp"
#include "tests/support/catalog.hpp"

#include <simgrid/s4u.hpp>

#include <algorithm>

namespace malha::overhead {
namespace {

namespace s4u = simgrid::s4u;

/// Those of a Malha run, so that the sides differ in nothing else.
std::vector<std::string> simgrid_options() {
#ifdef __SANITIZE_ADDRESS__
  const std::string contexts = "thread";
#else
  const std::string contexts = "raw";
#endif
  return {"surf/precision:1e-9", "contexts/stack-size:256", "contexts/factory:" + contexts};
}

s4u::Engine* make_engine() {
  std::vector<std::string> words{"by_hand", "--log=xbt_cfg.thresh:warning", "--log=root.thresh:critical"};
  for (const auto& option : simgrid_options())
    words.push_back("--cfg=" + option);
  std::vector<char*> arguments;
  for (auto& word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int count = static_cast<int>(words.size());
  return new s4u::Engine(&count, arguments.data());
}

template <class Run>
Measured timed(Run&& run) {
  const Stopwatch watch;
  run();
  return {watch.processor_seconds(), s4u::Engine::get_clock()};
}

PlatformSource mesh(int hosts) {
  const auto& generator = *testing::shipped_catalog().platforms().at("full_mesh");
  return {generator.name,
          PlatformSource::Generated{&generator, {generator.parameters, {{"hosts", std::to_string(hosts)}}}}};
}

std::unique_ptr<Grid> grid_of(int hosts, s4u::Engine& engine) {
  RandomStreams random(0); // of which a mesh draws nothing
  return std::make_unique<Grid>(mesh(hosts), random, engine);
}

} // namespace

OurSide::OurSide(int hosts, std::int64_t tasks, const Settings& run) {
  const auto& workload = *testing::shipped_catalog().workloads().at("bag_of_tasks");
  plan_.platform = mesh(hosts);
  plan_.workload = {
      workload.name, &workload, {workload.parameters, {{"tasks", std::to_string(tasks)}, {"work", "1e9"}}}};
  plan_.run = {run_parameters(), run};
  plan_.simgrid_options = simgrid_options();
}

Measured OurSide::run(const Settings& of_every_actor) {
  for (auto& placed : plan_.deployment.actors)
    placed.parameters = {placed.descriptor->parameters, of_every_actor};
  const testing::TemporaryFolder folder;
  // Never destroyed, as in the program.
  auto* simulation = new Simulation(plan_, {folder.path()});
  Outcome outcome;
  const auto measured = timed([&] { outcome = simulation->run(); });
  if (outcome.status != Status::done)
    throw std::runtime_error(outcome.message);
  return measured;
}

HandSide::HandSide(int hosts)
    : engine_(make_engine()), grid_(grid_of(hosts, *engine_)), hosts_(grid_->select("*")) {}

JobRow only_row(const Job& job) {
  JobRow row;
  row.task = job.tasks.front();
  return row;
}

void HandSide::actor(int host, std::function<void()> code) {
  auto* place = hosts_.at(static_cast<std::size_t>(host));
  add_actor("actor@" + place->get_name(), place, std::move(code));
}

Measured HandSide::run() {
  return timed([this] { engine_->run(); });
}

} // namespace malha::overhead

// SPDX-License-Identifier: MIT
#include "platform_check.hpp"

#include "actors/runtime/simgrid/engine.hpp"
#include "policies/sdk/errors.hpp"
#include "simgrid_options.hpp"
#include "workers.hpp"

#include <cstdio>
#include <iostream>
#include <set>
#include <sstream>

namespace malha {

void check_platform(const PlatformSource& platform) {
  static std::set<std::filesystem::path> accepted;
  const auto* file = std::get_if<std::filesystem::path>(&platform.from);
  if (file == nullptr || accepted.count(std::filesystem::canonical(*file)) > 0)
    return;
  for (const auto& option : platform.options)
    try {
      check_simgrid_option(option.text);
    } catch (const InputError& error) {
      throw InputError(option.place + ": <config>: " + error.what());
    }
  Outcome outcome;
  const auto load = [&platform] {
    std::string notes;
    if (std::freopen("/dev/null", "w", stderr) == nullptr) // what SimGrid prints when it crashes
      return Outcome{};
    for (const auto& note : try_platform(platform))
      notes += note + '\n';
    return Outcome{Status::done, notes, {}, 0, 0};
  };
  const auto note = [&](std::size_t, const Outcome& ended) { outcome = ended; };
  if (const int signal = run_workers({{"platform", load}}, {}, note); signal != 0)
    end_by_signal(signal);
  if (outcome.status == Status::bad_input)
    throw InputError(outcome.message);
  if (outcome.status != Status::done)
    throw InputError(file->string() + ": SimGrid " +
                     (outcome.simgrid_said.empty()
                          ? "cannot load it: " + outcome.message
                          : "refuses it: " + in_words_of(*file, outcome.simgrid_said)));
  for (const auto& said : platform.notes)
    std::cerr << "malha: " << file->string() << ": " << said << '\n';
  std::istringstream notes(outcome.message);
  for (std::string line; std::getline(notes, line);)
    std::cerr << "malha: " << file->string() << ": " << line << '\n';
  accepted.insert(std::filesystem::canonical(*file));
}

bool depends_on_seed(const PlatformSource& platform) {
  const auto* generated = std::get_if<PlatformSource::Generated>(&platform.from);
  if (generated == nullptr)
    return false;
  static constexpr const char* same = "the same";
  Outcome outcome;
  const auto plan = [generated] {
    RandomStreams random(0);
    generated->generator->plan(generated->parameters, random);
    return Outcome{Status::done, random.has_begun_any() ? "" : same, {}, 0, 0};
  };
  WorkLimits limits;
  limits.time_limit = 10; // then it would hold up all other runs
  const auto note = [&](std::size_t, const Outcome& ended) { outcome = ended; };
  if (const int signal = run_workers({{"platform", plan}}, limits, note); signal != 0)
    end_by_signal(signal);
  return outcome.status != Status::done || outcome.message != same;
}

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include "job.hpp"
#include "plugin.hpp"

#include <filesystem>
#include <iosfwd>
#include <optional>

namespace malha {

/// More tasks of one bag would fill the memory: each is some hundred bytes, and they are all known at once.
inline constexpr double most_tasks_of_a_bag = 1e7;

/// Something that reading a workload did to its jobs, for the summary of a run: "skipped: run time
/// unknown", 12.
struct WorkloadNote {
  std::string what;
  std::int64_t jobs;
};

/// Jobs one by one, in order of submission. Task ids and precedences count from 0 within each job.
class JobSource {
public:
  virtual ~JobSource() = default;
  /// Throws InputError (file and line) on damage.
  virtual std::optional<Job> next() = 0;
  /// What was done to the jobs so far; only what happened at least once.
  virtual std::vector<WorkloadNote> notes() const { return {}; }
  /// What stands above the jobs in their source, line by line, as far as it was read: the header of an SWF
  /// file.
  virtual std::vector<std::string> header() const { return {}; }
};

/// What a source of jobs is made from.
struct WorkloadInput {
  const Parameters& parameters;
  RandomStreams& random;
  const std::filesystem::path& file; ///< of a reader; empty for a generator
  /// At which a length in seconds is that many seconds: parameter `reference_speed` where it is given, else
  /// the speed of the platform's first worker.
  FlopsPerSecond reference_speed;
  /// Jobs of one resource and one date are the tasks of a bag, where the file does not say otherwise: they
  /// are read for an actor that runs bags and no rigid jobs.
  bool joins_bags = false;
  /// Resources of the platform on which tasks run (rows of resources.csv); 0: there is no platform.
  int nodes = 0;
};

/// All jobs of a workload, which `malha convert` writes as a file of another format.
struct WorkloadToWrite {
  std::vector<Job> jobs;           ///< in order of submission
  std::vector<std::string> header; ///< of their source
  std::vector<WorkloadNote> notes; ///< on what reading them did
  FlopsPerSecond speed = 0;        ///< at which work becomes run time; 0: nobody says
};

/// What a workload plugin says of itself. It is a generator of jobs, or the reader of a file format.
struct WorkloadDescriptor {
  std::string name;    ///< "lublin": a word, and also the name of its source file
  std::string summary; ///< one sentence
  std::string source;  ///< where the model, or the format, comes from
  std::vector<ParameterSpec> parameters;
  /// May throw InputError when the parameters do not fit together, or the file is damaged.
  std::unique_ptr<JobSource> (*make)(const WorkloadInput&);
  /// Of the names of files that it reads: ".swf", ".swf.gz". Empty for a generator.
  std::vector<std::string> endings = {};
  /// How many nodes the machine has that a file of this format was recorded on, as the file says; nothing
  /// where it does not. Null where no file of the format does.
  std::optional<int> (*recorded_nodes)(const std::filesystem::path&) = nullptr;
  /// Writes a file of this format, and says what had to be left out. May throw InputError on jobs that the
  /// format cannot say. Null where nothing is written in this format.
  std::vector<WorkloadNote> (*write)(const WorkloadToWrite&, std::ostream&) = nullptr;

  bool is_reader() const { return !endings.empty(); }
};

/// Makes a `Source`, which is constructible from (const WorkloadInput&), from (const Parameters&,
/// RandomStreams&), or from (const Parameters&).
template <class Source>
std::unique_ptr<JobSource> make_source(const WorkloadInput& input) {
  if constexpr (std::is_constructible_v<Source, const WorkloadInput&>)
    return std::make_unique<Source>(input);
  else if constexpr (std::is_constructible_v<Source, const Parameters&, RandomStreams&>)
    return std::make_unique<Source>(input.parameters, input.random);
  else
    return std::make_unique<Source>(input.parameters);
}

/// Describes a generator whose jobs come from `Source`.
template <class Source>
WorkloadDescriptor workload_generator(std::string name, std::string summary, std::string source,
                                      std::vector<ParameterSpec> parameters = {}) {
  return {std::move(name), std::move(summary), std::move(source), std::move(parameters), make_source<Source>};
}

/// Describes the reader of files whose names have one of the endings. What it can beyond that,
/// `recorded_nodes` and `write`, is set in the descriptor.
template <class Source>
WorkloadDescriptor workload_reader(std::string name, const std::vector<std::string>& endings,
                                   std::string summary, std::string source,
                                   std::vector<ParameterSpec> parameters = {}) {
  auto reader = workload_generator<Source>(std::move(name), std::move(summary), std::move(source),
                                           std::move(parameters));
  reader.endings = endings;
  return reader;
}

/// What the entry point of a workload plugin describes.
inline const WorkloadDescriptor& workload_of(const PluginEntry& entry) {
  return *static_cast<const WorkloadDescriptor*>(entry.contents);
}

/// All jobs of a workload plugin, with its defaults but for the given parameters, as a test reads them that
/// compiles the plugin in: `jobs_of(malha_plugin())`. Run times are those of resources of 1e9 flop/s.
inline std::vector<Job> jobs_of(const PluginEntry& entry,
                                const std::map<std::string, std::string>& given = {}, std::uint64_t seed = 0,
                                const std::filesystem::path& file = {}) {
  const auto& descriptor = workload_of(entry);
  const Parameters parameters(descriptor.parameters, given);
  RandomStreams random(seed);
  const auto source = descriptor.make({parameters, random, file, 1e9});
  std::vector<Job> jobs;
  while (auto job = source->next())
    jobs.push_back(std::move(*job));
  return jobs;
}

} // namespace malha

/// Last line of a workload's file: MALHA_WORKLOAD(malha::workload_generator<Class>("name", "sentence",
/// "source", {parameters…}))
#define MALHA_WORKLOAD(...) MALHA_PLUGIN_ENTRY(malha::PluginKind::workload, __VA_ARGS__)

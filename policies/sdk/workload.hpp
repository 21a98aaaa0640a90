// SPDX-License-Identifier: MIT
#pragma once
#include "job.hpp"
#include "plugin.hpp"

#include <filesystem>
#include <iosfwd>
#include <optional>

namespace malha {

/// The most tasks that one bag may have. All tasks of a bag are known at once, each takes some hundred bytes,
/// and more of them would fill the memory.
inline constexpr double most_tasks_of_a_bag = 1e7;

/// Something that reading a workload did to its jobs, with the number of jobs: "skipped: run time unknown",
/// 12. The summary of a run shows it.
struct WorkloadNote {
  std::string what;
  std::int64_t jobs;
};

/// Gives jobs one by one, in order of submission. The ids and precedences of tasks count from 0 within each
/// job.
class JobSource {
public:
  virtual ~JobSource() = default;
  /// The next job; nothing at the end. Throws InputError, with file and line, when the source is damaged.
  virtual std::optional<Job> next() = 0;
  /// What was done to the jobs so far. It names only what happened at least once.
  virtual std::vector<WorkloadNote> notes() const { return {}; }
  /// The lines that stand above the jobs in their source, as far as it was read: the header of an SWF file.
  virtual std::vector<std::string> header() const { return {}; }
  /// How many jobs it gives in all; nothing where it does not know. People are told how long a run will take.
  virtual std::optional<std::int64_t> jobs() const { return std::nullopt; }
};

/// What a source of jobs gets to be made.
struct WorkloadInput {
  const Parameters& parameters;
  RandomStreams& random;
  const std::filesystem::path& file; ///< the file that a reader reads; empty for a generator
  /// The speed, in flop/s, at which a length in seconds is that many seconds. It is parameter
  /// `reference_speed` where that is given, otherwise the speed of the platform's first worker.
  FlopsPerSecond reference_speed;
  /// Whether jobs of one resource and one date become the tasks of a bag where the file does not say
  /// otherwise. It is set for an actor that runs bags and no rigid jobs.
  bool joins_bags = false;
  /// The number of the platform's resources on which tasks run (rows of resources.csv); 0: there is no
  /// platform.
  int nodes = 0;
  /// Whether metadata keep all that the source says of a job, also what became of it where it was recorded.
  /// It is set where the jobs are written as another file.
  bool keeps_all = false;
};

/// All jobs of a workload. `malha convert` writes them as a file of another format.
struct WorkloadToWrite {
  std::vector<Job> jobs;           ///< in order of submission
  std::vector<std::string> header; ///< header of their source
  std::vector<WorkloadNote> notes; ///< notes on what reading them did
  FlopsPerSecond speed = 0;        ///< in flop/s; turns work into run time; 0: it is not known
  std::optional<int> machine = {}; ///< nodes of the machine of the jobs; nothing: nobody knows it
};

/// What a workload plugin says of itself. It is a generator of jobs, or the reader of a file format.
struct WorkloadDescriptor {
  std::string name;    ///< "lublin": a word, and also the name of its source file
  std::string summary; ///< one sentence
  std::string source;  ///< citation of the model or of the format
  std::vector<ParameterSpec> parameters;
  /// Makes the source of jobs. It may throw InputError when the parameters do not fit together, or when the
  /// file is damaged.
  std::unique_ptr<JobSource> (*make)(const WorkloadInput&);
  /// The endings of the names of the files that it reads: ".swf", ".swf.gz". A generator has none.
  std::vector<std::string> endings = {};
  /// Whether the content of a file is of this format, where several formats have files of one ending. Null: a
  /// file of its endings is, unless another format recognizes it.
  bool (*recognizes)(const std::filesystem::path&) = nullptr;
  /// The number of nodes of the machine on which a file was recorded, as the file says; nothing where it does
  /// not say. Null where no file of the format does.
  std::optional<int> (*recorded_nodes)(const std::filesystem::path&) = nullptr;
  /// Writes a file of this format, and returns what had to be left out. It may throw InputError on jobs that
  /// the format cannot describe. Null where files of this format are not written.
  std::vector<WorkloadNote> (*write)(const WorkloadToWrite&, std::ostream&) = nullptr;
  /// The other files that a file names and that are read with it: their contents count to what identifies a
  /// run. Those of a damaged file are not known. Null where no file of the format names others.
  std::vector<std::filesystem::path> (*also_read)(const std::filesystem::path&) = nullptr;

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

/// Describes the reader of files whose names have one of these endings. `recorded_nodes` and `write` are set
/// in the descriptor where the reader can do them.
template <class Source>
WorkloadDescriptor workload_reader(std::string name, const std::vector<std::string>& endings,
                                   std::string summary, std::string source,
                                   std::vector<ParameterSpec> parameters = {}) {
  auto reader = workload_generator<Source>(std::move(name), std::move(summary), std::move(source),
                                           std::move(parameters));
  reader.endings = endings;
  return reader;
}

/// The descriptor of a workload plugin.
inline const WorkloadDescriptor& workload_of(const PluginEntry& entry) {
  return *static_cast<const WorkloadDescriptor*>(entry.contents);
}

/// All jobs of a workload plugin for these parameters; others have their defaults. Tests that compile the
/// plugin in use it: `jobs_of(malha_plugin())`. Run times are those of resources of 1e9 flop/s.
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

/// The last line of a workload's file:
/// MALHA_WORKLOAD(malha::workload_generator<Class>("name", "sentence", "source", {parameters…}))
#define MALHA_WORKLOAD(...) MALHA_PLUGIN_ENTRY(malha::PluginKind::workload, __VA_ARGS__)

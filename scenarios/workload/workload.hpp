// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "policies/sdk/parameters.hpp"
#include "policies/sdk/random_streams.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace malha {

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

/// The stream that one run reads. It numbers the tasks of the run, and never holds more than the next job.
class Workload {
public:
  explicit Workload(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  /// Where the jobs come from. To be called once, before anything below.
  void open(std::unique_ptr<JobSource> source) { source_ = std::move(source); }
  const JobSource& source() const { return *source_; }
  /// The next job, still in the stream; null at its end.
  const Job* peek();
  /// Takes the next job. There must be one.
  Job pop();

  std::int64_t tasks_read() const { return tasks_; }

private:
  std::string name_;
  std::unique_ptr<JobSource> source_;
  std::optional<Job> ahead_;
  std::int64_t tasks_ = 0;
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

/// A named source of jobs with parameters: a generator, or the reader of a file format.
struct WorkloadGenerator {
  std::string name;
  std::string summary; ///< one sentence
  std::string source;  ///< where the model, or the format, comes from
  std::vector<ParameterSpec> parameters;
  std::unique_ptr<JobSource> (*make)(const WorkloadInput&);
  std::vector<std::string> endings =
      {}; ///< of the names of files it reads: ".swf", ".swf.gz"; empty for a generator
  /// How many nodes the machine has that a file of this format was recorded on, as the file says; nothing
  /// where it does not. Null for a generator.
  std::optional<int> (*recorded_nodes)(const std::filesystem::path&) = nullptr;
};

const std::vector<WorkloadGenerator>& workload_generators();
/// The formats of files that hold jobs.
const std::vector<WorkloadGenerator>& workload_readers();
/// The reader for a file of that name, by its ending; null when there is none.
const WorkloadGenerator* reader_of(const std::filesystem::path& file);

} // namespace malha

// SPDX-License-Identifier: MIT
#include "run_folder.hpp"

#include "actors/runtime/external/open_process.hpp"
#include "actors/runtime/plan/allowed_by.hpp"
#include "dates_of_jobs.hpp"
#include "identity.hpp"
#include "plugin_folders.hpp"
#include "policies/sdk/numbers.hpp"
#include "readable.hpp"
#include "results/files/files.hpp"
#include "results/files/result_files.hpp"
#include "results/files/visible_text.hpp"

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <thread>

namespace malha {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// The folder, in that of a run, for files of a run that is not over.
constexpr const char* partial_folder = ".partial";

void write_schedule(const fs::path& file, const std::vector<MetricValue>& metrics) {
  std::string header, values;
  for (const auto& metric : metrics) {
    header += (header.empty() ? "" : ",") + csv_field(metric.name); // may have the name of a user in it
    values += (values.empty() ? "" : ",") + shortest(metric.value);
  }
  auto out = open_for_writing(file);
  out << header << '\n' << values << '\n';
  close_written(out, file);
}

/// The memory that the system states for a process under `key`, such as "VmHWM:", in bytes; 0 if it states
/// none.
std::int64_t memory_of(pid_t process, const std::string& key) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.compare(0, key.size(), key) == 0) // "VmHWM:     17532 kB"
      return 1024 * std::strtoll(line.c_str() + key.size(), nullptr, 10);
  return 0;
}

/// The peak memory of the command plus that of this process, which it forked, in bytes. Both have the pages
/// of the program and its libraries (RssFile), which count once.
std::int64_t peak_memory(pid_t command) {
  return memory_of(command, "VmHWM:") + memory_of(getpid(), "VmHWM:") - memory_of(getpid(), "RssFile:");
}

json machine_info(const CommandInfo& command, const Identity& identity,
                  std::chrono::steady_clock::time_point began) {
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
  return {{"command", command.line},
          {"workers", command.workers},
          {"wall_seconds", wall.count()},
          {"peak_memory_bytes", peak_memory(command.process)},
          {"program", program_file().string()},
          {"binaries", identity.binaries},
          {"commit", identity.commit},
          {"request", identity.request},
          {"run", run_hash(identity.cell_hash(), identity.manifest["seed"])}};
}

/// All files that a run may have, plain or as gzip. The manifest comes last.
std::vector<std::string> possible_names() {
  std::vector<std::string> names;
  for (const auto of : {ResultFile::Of::some_runs, ResultFile::Of::every_run})
    for (const auto& name : names_of(of)) {
      names.push_back(compressed_name(name));
      names.push_back(name);
    }
  return names;
}

/// Moves the files of a finished run into its folder, and removes its older files. A folder without a
/// manifest holds no result. So the manifest is removed first and moved last: a kill leaves no mixture of two
/// runs.
void publish(const fs::path& folder) {
  fs::remove(folder / "manifest.json");
  for (const auto& name : possible_names())
    if (fs::exists(folder / partial_folder / name))
      fs::rename(folder / partial_folder / name, folder / name);
    else
      fs::remove(folder / name);
  fs::remove_all(folder / partial_folder);
}

/// Makes the outcome a failure without metrics, if one of its metrics is not finite.
void fail_unless_finite(Outcome& outcome) {
  for (const auto& metric : outcome.metrics)
    if (!std::isfinite(metric.value)) {
      const auto reason = "metric '" + metric.name + "' came out as " + shortest(metric.value) +
                          ", which is no result: amounts or dates are beyond what numbers hold";
      outcome = {Status::died, reason, {}, 0, 0};
      return;
    }
}

} // namespace

json read_json(const fs::path& file) {
  std::error_code error;
  std::ifstream in;
  if (fs::is_regular_file(file, error)) // reading from a pipe could wait for ever
    in.open(file);
  return in.is_open() ? json::parse(in, nullptr, false) : json();
}

void write_json(const fs::path& file, const json& content) {
  write_file(file, [&](std::ostream& out) { out << visible_json(readable(content).dump(2)) << '\n'; });
}

FolderLock::FolderLock(const fs::path& folder, Seconds at_most)
    : file_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  constexpr Seconds pause = 0.05;
  for (int left = static_cast<int>(at_most / pause); file_ >= 0 && flock(file_, LOCK_EX | LOCK_NB) != 0;
       --left) {
    if (errno != EWOULDBLOCK) // a file system without locks
      return;
    if (left == 0) {
      close(file_);
      throw InputError("output folder " + folder.string() +
                       ": another command is using it; valid: wait, or another folder");
    }
    std::this_thread::sleep_for(std::chrono::duration<Seconds>(pause));
  }
}

FolderLock::~FolderLock() {
  if (file_ >= 0)
    close(file_);
}

void check_run_folder(const fs::path& folder, const json& manifest) {
  if (is_there(folder) && !fs::is_directory(folder))
    throw InputError("output folder " + folder.string() + ": is a file");
  std::error_code error;
  const auto entries = fs::directory_iterator(folder, error);
  const bool used = !error && std::any_of(begin(entries), end(entries), [](const auto& entry) {
    return entry.path().filename() != partial_folder;
  });
  if (!used)
    return;
  const json found = read_json(folder / "manifest.json");
  if (found.is_null() &&
      fs::exists(folder / partial_folder)) // a run was killed while it moved its files here
    return;
  if (!found.is_object() || !found.contains("deployment"))
    throw InputError("output folder " + folder.string() +
                     ": holds something else than results of this simulation; valid: another folder (-o)");
  std::string differs;
  for (const auto& [key, value] : manifest.items())
    if (!found.contains(key) || found[key] != value)
      differs += (differs.empty() ? "" : ", ") + key;
  if (!differs.empty())
    throw InputError("output folder " + folder.string() +
                     ": holds results of another simulation, which differs in " + differs +
                     "; valid: another folder (-o), or --overwrite");
}

bool holds_run(const fs::path& folder, const std::string& hash) {
  if (!fs::exists(folder / "manifest.json"))
    return false;
  const json machine = read_json(folder / "machine.json");
  return machine.is_object() && machine.value("run", json()) == hash;
}

void remove_results(const fs::path& folder) {
  if (!fs::is_directory(folder))
    return;
  const auto files = possible_names();
  for (auto name = files.rbegin(); name != files.rend(); ++name) // the manifest is removed first
    fs::remove(folder / *name);
}

void copy_run(const fs::path& from, const fs::path& to) {
  make_folder(to / partial_folder);
  const auto copy = [&](const std::string& name) {
    const auto file = plain_or_compressed(from / name);
    std::error_code error;
    fs::copy_file(file, to / partial_folder / file.filename(), fs::copy_options::overwrite_existing, error);
    if (error)
      cannot_write(to / name, error.message());
  };
  for (const auto& name : names_of(ResultFile::Of::some_runs))
    if (is_written(from / name))
      copy(name);
  for (const auto& name : names_of(ResultFile::Of::every_run))
    copy(name);
  publish(to);
}

Outcome run_into(const fs::path& folder, const SimulationPlan& plan, const Identity& identity,
                 const CommandInfo& command, const Prepare& prepare) {
  const auto began = std::chrono::steady_clock::now();
  const fs::path partial = folder / partial_folder;
  make_folder(partial);
  Outcome outcome =
      run_only(plan, command.keeps_rows ? RowFolder{partial, command.gzips} : RowFolder{}, prepare);
  if (outcome.status != Status::done && outcome.status != Status::not_ended)
    return outcome;
  write_schedule(partial / "schedule.csv", outcome.metrics);
  json manifest = identity.manifest;
  manifest["tasks_submitted"] = outcome.tasks_submitted;
  manifest["tasks_unfinished"] = outcome.tasks_unfinished;
  if (outcome.delays_are_busy)
    manifest["delays"] = "busy";
  if (!command.keeps_rows)
    manifest["records"] = "metrics";
  if (outcome.workload_numbers_tasks)
    manifest["tasks_numbered"] = "workload";
  for (const auto& note : outcome.workload_notes)
    manifest["workload_notes"][note.what] = note.jobs;
  if (!outcome.notes.empty())
    manifest["notes"] = outcome.notes;
  if (!outcome.workload_header.empty())
    manifest["workload_header"] = outcome.workload_header;
  manifest["shows"] = json_of(allowed_by(plan));
  manifest["outcome"] = outcome.status == Status::done ? "done" : outcome.message;
  write_json(partial / "machine.json", machine_info(command, identity, began));
  write_json(partial / "manifest.json", manifest);
  publish(folder);
  return outcome;
}

Outcome run_only(const SimulationPlan& plan, const RowFolder& records, const Prepare& prepare) {
  // The engine is never destroyed: the process ends with the run, and plugins must outlive it.
  auto* simulation = new Simulation(plan, records);
  if (prepare)
    prepare(*simulation);
  Outcome outcome = simulation->run();
  if (outcome.status == Status::done || outcome.status == Status::not_ended) {
    external::close_all_processes(); // no destructor does it
    fail_unless_finite(outcome);
    for (auto& note : what_misses_the_jobs(plan, outcome))
      outcome.notes.push_back(std::move(note));
  }
  return outcome;
}

fs::path existing_part(fs::path folder) {
  folder = fs::absolute(folder).lexically_normal();
  while (!is_there(folder) && folder.has_relative_path())
    folder = folder.parent_path();
  return folder;
}

void discard_partial(const fs::path& folder, const fs::path& keep) {
  std::error_code error;
  fs::remove_all(folder / partial_folder, error);
  for (fs::path place = fs::absolute(folder).lexically_normal(); place != keep; place = place.parent_path())
    if (!fs::is_directory(place, error) || !fs::is_empty(place, error) || error || !fs::remove(place, error))
      return;
}

} // namespace malha

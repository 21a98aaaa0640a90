// SPDX-License-Identifier: MIT
#include "convert_failures.hpp"

#include "policies/sdk/estimates.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/compressed.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/files.hpp"
#include "results/files/manifest.hpp"
#include "results/files/records.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/commands/output_file.hpp"
#include "scenarios/runner/processes/progress.hpp"
#include "scenarios/workload/files/failure_trace.hpp"
#include "scenarios/workload/files/write_swf.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <tuple>

namespace malha {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr double share_of_reading = 0.7; ///< of the time of a conversion; the rest is writing
constexpr std::size_t between_looks = 1 << 14;

/// A row of jobs.csv.
struct RunRow {
  double job, job_id;
  SwfJob swf;
};

constexpr std::array<std::pair<const char*, double>, 5> states{{{"COMPLETED_SUCCESSFULLY", 1},
                                                                {"COMPLETED_WALLTIME_REACHED", 0},
                                                                {"COMPLETED_FAILED", 0},
                                                                {"COMPLETED_KILLED", 5},
                                                                {"REJECTED", 5}}};

/// The endings of the files that can be written.
std::vector<std::string> written_endings(const Catalog& catalog) {
  std::vector<std::string> endings;
  for (const auto& [name, format] : catalog.workloads())
    if (format->write != nullptr)
      endings.insert(endings.end(), format->endings.begin(), format->endings.end());
  return endings;
}

double number(const CsvReader& rows, const std::string& column) {
  if (rows.text(column).empty())
    return swf::unknown;
  const double value = rows.real(column);
  if (!std::isfinite(value) || (value < 0 && value != swf::unknown))
    rows.fail("'" + rows.text(column) + "' in column '" + column +
              "'; valid: at least 0, or -1 or nothing where it is not known");
  return value;
}

double status(const CsvReader& rows) {
  std::vector<std::string> valid;
  for (const auto& [state, swf_status] : states) {
    if (rows.text("final_state") == state)
      return swf_status;
    valid.push_back(state);
  }
  rows.fail("'" + rows.text("final_state") + "' in column 'final_state'; valid: " + listed(valid));
}

double allocated(const CsvReader& rows) {
  try {
    const auto resources = IndexSet::parse(rows.text("allocated_resources"));
    return resources.empty() ? swf::unknown : static_cast<double>(resources.size());
  } catch (const std::invalid_argument& error) {
    rows.fail(std::string(error.what()) + " in column 'allocated_resources'");
  }
}

RunRow run_row(const CsvReader& rows) {
  RunRow row{static_cast<double>(rows.integer("job")),
             static_cast<double>(rows.integer("job_id")),
             {unknown_line(), rows.text("user"), rows.text("queue"), rows.text("metadata")}};
  const bool ran = rows.text("final_state") != "REJECTED";
  auto& line = row.swf.line;
  line[swf::job] = row.job;
  line[swf::submit_time] = number(rows, "submission_time");
  line[swf::wait_time] = ran ? number(rows, "waiting_time") : swf::unknown;
  line[swf::run_time] = ran ? number(rows, "execution_time") : swf::unknown;
  line[swf::allocated_processors] = allocated(rows);
  line[swf::requested_processors] = number(rows, "requested_number_of_resources");
  line[swf::requested_time] = number(rows, "requested_time");
  line[swf::status] = status(rows);
  return row;
}

json read_manifest(const fs::path& folder) {
  const auto file = folder / "manifest.json";
  json manifest = manifest_in(folder);
  if (!manifest.is_object())
    throw InputError(file.string() + ": is no manifest of a run; valid: a folder that a run wrote");
  const json header = manifest.value("workload_header", json::array());
  const auto is_comment = [](const json& line) {
    return line.is_string() && line.get_ref<const std::string&>().rfind(';', 0) == 0 &&
           line.get_ref<const std::string&>().find('\n') == std::string::npos;
  };
  if (!header.is_array() || !std::all_of(header.begin(), header.end(), is_comment))
    throw InputError(file.string() +
                     ": 'workload_header' holds no header of SWF; valid: an array of lines that "
                     "begin with ';'");
  return manifest;
}

void sort_by(double RunRow::*id, std::vector<RunRow>& rows) {
  std::sort(rows.begin(), rows.end(), [id](const RunRow& a, const RunRow& b) {
    return std::tie(a.swf.line[swf::submit_time], a.*id) < std::tie(b.swf.line[swf::submit_time], b.*id);
  });
}

bool increases(double RunRow::*id, const std::vector<RunRow>& rows) {
  return std::adjacent_find(rows.begin(), rows.end(),
                            [id](const auto& a, const auto& b) { return a.*id >= b.*id; }) == rows.end();
}

/// Numbers the lines by job_id, or from 1 on where that does not increase either. Returns what is to be said.
std::string number_by_id(std::vector<RunRow>& rows) {
  sort_by(&RunRow::job_id, rows);
  const bool by_id = increases(&RunRow::job_id, rows);
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i].swf.line[swf::job] = by_id ? rows[i].job_id : static_cast<double>(i + 1);
  return by_id ? "job numbers are those of column job_id of jobs.csv, since column job repeats or does not "
                 "increase"
               : "jobs are numbered in order of submission, in which their own numbers do not increase";
}

/// The header is that of the trace, and the jobs ran on the machine of the run.
void say_machine(SwfFile& file) {
  bool says_processors = false;
  for (const std::string key : {"MaxProcs", "MaxNodes"})
    for (auto& line : file.header) {
      const auto begin = std::min(line.find_first_not_of("; \t"), line.size());
      const auto end = std::min(line.find(':'), line.size());
      if (line.compare(begin, key.size(), key) != 0 ||
          line.find_first_not_of(" \t", begin + key.size()) != end)
        continue;
      line = "; " + key + ": " + std::to_string(file.processors);
      says_processors = says_processors || key == "MaxProcs";
    }
  if (!says_processors)
    file.header.push_back("; MaxProcs: " + std::to_string(file.processors));
}

/// Counts what a run did to jobs, so that they are no longer those of its workload.
class RunNotes {
public:
  void look_at(const CsvReader& rows) {
    const bool ran = rows.text("final_state") != "REJECTED";
    cut_ += rows.text("final_state") == "COMPLETED_WALLTIME_REACHED";
    again_ += ran && rows.integer("preemptions") + rows.integer("restarts") > 0;
    unlimited_ += number(rows, "requested_time") < 0;
  }
  std::vector<WorkloadNote> all() const {
    std::vector<WorkloadNote> notes{
        {"cut at the walltime, which is the run time then", cut_},
        {"started more than once, of which the last start is kept", again_},
        {"without a walltime, for which readers of SWF take the run time", unlimited_}};
    notes.erase(std::remove_if(notes.begin(), notes.end(), [](const auto& note) { return note.jobs == 0; }),
                notes.end());
    return notes;
  }

private:
  std::int64_t cut_ = 0, again_ = 0, unlimited_ = 0;
};

/// What a run did, one line for each rigid job or task. The notes are added to.
SwfFile from_run(const fs::path& folder, std::vector<WorkloadNote>& notes) {
  const json manifest = read_manifest(folder);
  SwfFile file;
  file.header = manifest.value("workload_header", std::vector<std::string>{});
  if (const auto name = json::json_pointer("/platform/name"); manifest.contains(name))
    file.computer = manifest[name].is_string() ? manifest[name].get<std::string>() : "";
  CsvReader resources(folder / "resources.csv");
  while (resources.next())
    ++file.processors;
  file.is_run = true;
  if (!file.header.empty())
    say_machine(file);
  std::vector<RunRow> rows;
  CsvReader reader(folder / "jobs.csv");
  Progress progress({0}, 0, 1, "runs");
  const CsvReader::Watch watch("jobs.csv", [&](double read) {
    progress.look_at({{0, share_of_reading * read}});
  });
  RunNotes said;
  while (reader.next()) {
    rows.push_back(run_row(reader));
    said.look_at(reader);
  }
  notes = said.all();
  for (const auto& note : notes)
    file.notes.push_back(note.what + ": " + std::to_string(note.jobs));
  sort_by(&RunRow::job, rows);
  file.renumbered = !increases(&RunRow::job, rows);
  if (file.renumbered)
    file.notes.push_back(number_by_id(rows));
  for (auto& row : rows)
    file.jobs.push_back(std::move(row.swf));
  return file;
}

WorkloadToWrite read_workload(const fs::path& in, const Settings& settings, const Library& library) {
  const auto source = library.workload_source(in.string(), settings);
  const FlopsPerSecond speed = given_reference_speed(source.parameters);
  RandomStreams random(0);
  // Run times are converted as such: without a speed in the settings, any will do.
  WorkloadInput input{source.parameters, random, source.file, speed > 0 ? speed : 1};
  input.keeps_all = true;
  const auto jobs = source.generator->make(input);
  WorkloadToWrite read;
  Progress progress({0}, 0, 1, "workloads");
  const double all = static_cast<double>(jobs->jobs().value_or(0));
  while (auto job = jobs->next()) {
    read.jobs.push_back(std::move(*job));
    if (read.jobs.size() % between_looks == 0 && all > 0)
      progress.look_at({{0, share_of_reading * static_cast<double>(read.jobs.size()) / all}});
  }
  read.header = jobs->header();
  read.notes = jobs->notes();
  read.speed = speed;
  if (source.generator->recorded_nodes != nullptr)
    read.machine = source.generator->recorded_nodes(source.file);
  const auto at_speed = std::count_if(read.jobs.begin(), read.jobs.end(), [](const Job& job) {
    return !job.tasks.empty() && job.tasks.front().reference_speed > 0 && !job.tasks.front().is_delay;
  });
  if (speed > 0 && at_speed > 0)
    read.notes.push_back(
        {"run time at reference_speed, which the file does not say: give it again", at_speed});
  return read;
}

void check_places(const fs::path& in, const fs::path& out, bool is_run, const Catalog& catalog) {
  if (!is_run && catalog.reader_of(in) == nullptr)
    throw InputError("convert: " + in.string() + " is no workload; valid: a path that ends in " +
                     listed(catalog.workload_endings()) + ", the folder of a run, or a log of failures (" +
                     listed(failure_trace_endings()) + ")");
  if (!fs::exists(in))
    throw InputError("convert: " + in.string() + ": there is no such file");
  if (is_run && (!is_written(in / "jobs.csv") || !fs::exists(in / "manifest.json")))
    throw InputError("convert: " + in.string() +
                     " holds no run; valid: a folder with jobs.csv and manifest.json");
  const auto* format = catalog.reader_of(out);
  if (format == nullptr || format->write == nullptr)
    throw InputError("convert: cannot write " + out.string() + "; valid: a path that ends in " +
                     listed(written_endings(catalog)));
  if (is_run && format->name != "swf")
    throw InputError("convert: cannot write a run as " + out.string() +
                     "; valid: a path that ends in .swf, .swf.gz");
  if (fs::exists(out) && fs::equivalent(in, out))
    throw InputError("convert: " + out.string() + " is what is to be read; valid: another file");
  check_output_file("convert", out);
}

Settings workload_settings(const Options& options, bool is_run) {
  const Settings given = options.settings_given();
  for (const auto& [key, value] : given) {
    if (is_run)
      throw InputError("setting " + key + "=" + value + ": a run that is converted takes no settings");
    if (key.rfind("workload.", 0) != 0)
      throw InputError("setting " + key + "=" + value + ": a conversion takes workload.… only");
    if (key == "workload.dependencies" && value != "ignore")
      throw InputError("setting " + key + "=" + value +
                       ": a conversion makes no job wait; it writes what jobs wait for as the file has it");
  }
  return with_prefix(given, "workload");
}

void write_output(const fs::path& out, const std::function<void(std::ostream&)>& write) {
  if (out.extension() == ".gz")
    write_file(out, [&](std::ostream& file) { write_compressed(file, write); });
  else
    write_file(out, write);
}

void print_written(std::size_t jobs, const std::vector<WorkloadNote>& notes) {
  std::int64_t skipped = 0;
  for (const auto& note : notes)
    skipped += note.what.rfind("skipped: ", 0) == 0 ? note.jobs : 0;
  std::cout << "written: " << jobs << " jobs, " << skipped << " skipped\n";
  for (const auto& note : notes)
    std::cout << "  " << note.what << ": " << note.jobs << '\n';
}

int convert_command(const std::vector<std::string>& words) {
  const Options options("convert", words, Options::settings, "IN OUT");
  if (options.help())
    return 0;
  if (options.positional().size() != 2)
    throw InputError("convert: takes IN and OUT, not " + std::to_string(options.positional().size()) +
                     " words; see malha convert --help");
  const fs::path in = options.positional()[0], out = options.positional()[1];
  const bool is_run = fs::is_directory(in);
  if (!is_run && is_failure_trace(in)) {
    convert_failures(in, out, options.settings_given());
    return 0;
  }
  const Library library(options.plugin_paths());
  check_places(in, out, is_run, library.catalog());
  const Settings settings = workload_settings(options, is_run);
  std::vector<WorkloadNote> notes;
  std::size_t jobs = 0;
  if (is_run) {
    const SwfFile file = from_run(in, notes);
    jobs = file.jobs.size();
    write_output(out, [&](std::ostream& stream) {
      for (auto& note : write_swf(file, stream))
        notes.push_back(std::move(note));
    });
  } else {
    const WorkloadToWrite read = read_workload(in, settings, library);
    jobs = read.jobs.size();
    notes = read.notes;
    write_output(out, [&](std::ostream& stream) {
      for (auto& note : library.catalog().reader_of(out)->write(read, stream))
        notes.push_back(std::move(note));
    });
  }
  print_written(jobs, notes);
  return 0;
}

} // namespace

MALHA_COMMAND("convert", "convert IN OUT", "a workload, or what a run did, as SWF or as Batsim's JSON",
              convert_command, 90,
              "Writes a workload, or what a run did, in another format. The endings of the names say which: "
              ".swf, .swf.gz or .json. An event trace of the Failure Trace Archive (.tab, .fta) becomes the "
              "outages.csv that --environment outages reads; settings are fta.from, fta.until, fta.nodes, "
              "fta.first_resource and fta.down.",
              "convert malha-out/batch malha-out/schedule.swf")

} // namespace malha

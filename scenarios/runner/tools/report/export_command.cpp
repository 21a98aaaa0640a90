// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/export/batsim_schedule.hpp"
#include "results/export/chrome_trace.hpp"
#include "results/export/trace_events.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/files.hpp"
#include "results/files/result_files.hpp"
#include "results/validate/rows.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/commands/output_file.hpp"
#include "scenarios/runner/processes/progress.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// The date that an option gives; `otherwise` where it is not given.
Seconds date_of(const Options& options, const std::string& name, Seconds otherwise) {
  if (!options.has(name))
    return otherwise;
  const auto date = parse_number<Seconds>(options.text(name));
  if (!date || !std::isfinite(*date))
    throw InputError("export: --" + name + " cannot be " + options.text(name) +
                     "; valid: a date in s, such as 3600");
  if (std::abs(*date) > latest_trace_date)
    throw InputError("export: --" + name + " " + options.text(name) +
                     " is beyond what a trace holds; valid: a date up to " + shortest(latest_trace_date) +
                     " s");
  return *date;
}

TimeWindow window_of(const Options& options) {
  const TimeWindow all;
  const TimeWindow window{date_of(options, "from", all.from), date_of(options, "to", all.to)};
  if (!(window.from < window.to))
    throw InputError("export: --from " + options.text("from") + " is not before --to " + options.text("to") +
                     "; valid: a date before it");
  return window;
}

/// What is exported must not take the place of a file of the run.
void check_is_no_result(const fs::path& run, const fs::path& file) {
  const auto folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::error_code ignored;
  const auto& files = result_files();
  if (fs::equivalent(run, folder, ignored) &&
      std::any_of(files.begin(), files.end(), [&](const auto& one) { return one.name == file.filename(); }))
    throw InputError("export: " + file.string() + " is a file of the run; valid: another file");
}

/// Progress is shown meanwhile: reading the rows and writing their spans is most of the work.
TraceSize exported(const fs::path& run, const TimeWindow& window, const fs::path& file) {
  constexpr double share_of_rows = 0.9;
  TraceSize size;
  Progress progress({0}, 0, 1, "runs");
  const CsvReader::Watch watch("jobs.csv", [&](double read) {
    progress.look_at({{0, share_of_rows * read}});
  });
  write_file(file, [&](std::ostream& out) { size = write_chrome_trace(run, window, out); });
  return size;
}

void check_place(const fs::path& run, const fs::path& file) {
  check_output_file("export", file);
  check_is_no_result(run, file);
}

void export_trace(const fs::path& run, const Options& options) {
  const fs::path file = options.text("chrome");
  const auto window = window_of(options);
  check_place(run, file);
  const auto size = exported(run, window, file);
  std::cout << "written: " << counted(size.spans, "span") << " of " << counted(size.jobs, "job");
  if (size.attempts > 0)
    std::cout << " and " << counted(size.attempts, "attempt") << " in vain";
  if (size.outages > 0)
    std::cout << ", " << counted(size.outages, "outage");
  std::cout << "\nopen " << file.string() << " in https://ui.perfetto.dev or chrome://tracing\n";
}

void export_schedule(const fs::path& run, const Options& options) {
  const fs::path file = options.text("schedule");
  for (const auto* window : {"from", "to"})
    if (options.has(window))
      throw InputError("export: --schedule says what a whole run did, and takes no --" + std::string(window) +
                       "; valid: --" + window + " with --chrome");
  if (file.extension() != ".json" && file.extension() != ".csv")
    throw InputError("export: cannot write a schedule as " + file.string() +
                     "; valid: a path that ends in .json, as Batsim 5 writes it, or .csv, as Batsim 4 does");
  check_place(run, file);
  const auto schedule = batsim_schedule(run);
  write_file(file, [&](std::ostream& out) {
    (file.extension() == ".json" ? write_schedule_json : write_schedule_csv)(schedule, out);
  });
  std::cout << "written: " << counted(schedule.at("nb_jobs").get<std::int64_t>(), "job") << " in Batsim's "
            << (file.extension() == ".json" ? "schedule.json\n" : "schedule.csv\n");
}

int export_command(const std::vector<std::string>& words) {
  const Options options("export", words, Options::none, "RUN",
                        {{"chrome", "FILE", "write a trace for Perfetto and chrome://tracing"},
                         {"from", "S", "leave out what ended by then"},
                         {"to", "S", "leave out what began then or later"},
                         {"schedule", "FILE", "write Batsim's schedule.json (Batsim 5) or schedule.csv"}});
  if (options.help())
    return 0;
  const fs::path run = options.one();
  const auto asks_for = [&](const std::string& what) {
    return options.has(what) && !options.text(what).empty();
  };
  if (asks_for("chrome") == asks_for("schedule"))
    throw InputError(std::string("export: ") +
                     (asks_for("chrome") ? "writes one file" : "needs the file to write") +
                     "; valid: --chrome FILE or --schedule FILE");
  (asks_for("chrome") ? export_trace : export_schedule)(run, options);
  return 0;
}

} // namespace

MALHA_COMMAND(
    "export", "export RUN --chrome|--schedule FILE",
    "what a run did, as a trace for Perfetto, or for Batsim's tools", export_command, 95,
    "Writes what a run did as a trace that Perfetto (ui.perfetto.dev) and chrome://tracing open: "
    "what ran on each host, outages, jobs that wait, and the utilisation. With --schedule it writes "
    "the totals that Batsim writes beside its jobs.csv, which has the columns of ours.",
    "export malha-out/batch --chrome malha-out/trace.json --from 0 --to 86400")

} // namespace malha

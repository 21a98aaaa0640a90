// SPDX-License-Identifier: MIT
#include "actors/runtime/plan/former_names.hpp"
#include "policies/sdk/input_files.hpp"
#include "results/files/compressed.hpp"
#include "results/files/files.hpp"
#include "results/files/result_files.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/campaign/scratch_folder.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/processes/workers.hpp"
#include "scenarios/runner/runs/identity.hpp"
#include "scenarios/runner/runs/run_folder.hpp"
#include "scenarios/runner/runs/run_request.hpp"
#include "scenarios/runner/runs/same_inputs.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// The line in which two texts differ, from 1.
std::size_t first_difference(const std::string& a, const std::string& b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return 1 + static_cast<std::size_t>(std::count(a.begin(), end, '\n'));
}

/// The file's content, which may be there as gzip.
std::optional<std::string> content_of(const fs::path& file) {
  const auto written = plain_or_compressed(file);
  if (written == file)
    return all_bytes(file);
  std::ifstream in(written, std::ios::binary);
  std::ostringstream content;
  content << decompressed(in)->rdbuf();
  return content.str();
}

Status print_differences(const fs::path& before, const fs::path& now) {
  std::vector<std::string> same, different;
  for (const auto& file : result_files()) {
    const bool had = is_written(before / file.name), has = is_written(now / file.name);
    if (file.of == ResultFile::Of::campaign || file.name == "machine.json" || (!had && !has))
      continue;
    auto old = content_of(before / file.name);
    if (old && file.name == "manifest.json")
      old = with_current_names(*old);
    const auto made = content_of(now / file.name);
    if (had && has && old == made)
      same.push_back(file.name);
    else
      different.push_back(file.name +
                          (had && has ? ", first in line " + std::to_string(first_difference(*old, *made))
                           : had      ? " is not written any more"
                                      : " was not written before"));
  }
  if (!same.empty())
    std::cout << wrapped("the same: " + listed(same), "");
  for (const auto& file : different)
    std::cout << wrapped("different: " + file, "");
  return different.empty() ? Status::done : Status::missed;
}

int rerun_command(const std::vector<std::string>& words) {
  const Options options("rerun", words, Options::none, "DIR");
  if (options.help())
    return 0;
  const fs::path folder = options.one();
  const auto request = request_of_run(folder);
  const Library library(options.plugin_paths());
  const auto plan = library.plan(request);
  const auto identity = Identifier(library).identity(plan, request);
  check_same_inputs(folder, identity.manifest, "repeated");
  std::optional<ScratchFolder> scratch(std::in_place);
  const auto manifest = read_json(folder / "manifest.json");
  CommandInfo command{options.line(), 1};
  command.keeps_rows = !manifest.is_object() || manifest.value("records", nlohmann::json()) != "metrics";
  const auto simulate = [&] { return run_into(scratch->path(), plan, identity, command); };
  Outcome outcome;
  const int interrupted_by = run_workers({{"simulation", simulate}}, {},
                                         [&](std::size_t, const Outcome& ended) { outcome = ended; });
  if (interrupted_by != 0) {
    scratch.reset();
    end_by_signal(interrupted_by);
  }
  if (outcome.status != Status::done && outcome.status != Status::not_ended) {
    std::cerr << "malha: " << outcome.message << '\n';
    return static_cast<int>(outcome.status);
  }
  return static_cast<int>(print_differences(folder, scratch->path()));
}

} // namespace

MALHA_COMMAND(
    "rerun", "rerun DIR", "repeat a run, and compare its files", rerun_command, 85,
    "Repeats the run of a folder, as its machine.json describes it, and lists the files that differ.",
    "rerun malha-out/batch")

} // namespace malha

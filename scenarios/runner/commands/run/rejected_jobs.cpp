// SPDX-License-Identifier: MIT
#include "rejected_jobs.hpp"

#include "results/files/csv_reader.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/language/path_names.hpp"
#include "scenarios/runner/verdicts/rejections.hpp"

#include <algorithm>
#include <iostream>

namespace malha {
namespace {

namespace fs = std::filesystem;

struct RejectedJob {
  std::int64_t id;
  std::int64_t asks; ///< number of hosts or, if cores are allocated, of cores
};

struct Rejected {
  std::vector<RejectedJob> first;
  std::int64_t number = 0, others = 0, largest = 0;
};

Rejected rejected_in(const fs::path& jobs) {
  constexpr std::size_t most = 3;
  Rejected found;
  for (CsvReader rows(jobs); rows.next();) {
    if (rows.text("final_state") != "REJECTED") {
      ++found.others;
      continue;
    }
    ++found.number;
    const RejectedJob job{rows.integer("job_id"), rows.integer("requested_number_of_resources")};
    found.largest = std::max(found.largest, job.asks);
    if (found.first.size() < most)
      found.first.push_back(job);
  }
  return found;
}

/// How many resources the whole grid has, and its largest site.
struct Room {
  std::int64_t all = 0, largest_site = 0;
};

Room room_in(const fs::path& resources) {
  Room room;
  std::map<std::string, std::int64_t> sites;
  for (CsvReader rows(resources); rows.next();) {
    ++room.all;
    room.largest_site = std::max(room.largest_site, ++sites[rows.text_if_any("site")]);
  }
  return room;
}

std::string reason_of(const RejectedJob& job, const Room& room) {
  const auto asks = "job " + std::to_string(job.id) + " asks for " + std::to_string(job.asks) +
                    (job.asks == 1 ? " node" : " nodes");
  if (job.asks > room.all)
    return asks + " and the grid has " + std::to_string(room.all);
  if (job.asks > room.largest_site)
    return asks + " and the largest site has " + std::to_string(room.largest_site);
  return asks + ", for which the grid has room: too few nodes were left after others had failed for good, "
                "its policy "
                "dropped it, or the nodes have too little of something else";
}

bool has_setting(const PlatformSource& platform, const std::string& name) {
  const auto* generated = std::get_if<PlatformSource::Generated>(&platform.from);
  return generated != nullptr && generated->parameters.all().count(name) > 0;
}

} // namespace

void print_rejected_jobs(const fs::path& folder, const PlatformSource& platform, std::ostream& out) {
  if (!is_written(folder / "jobs.csv") || !is_written(folder / "resources.csv"))
    return;
  const auto rejected = rejected_in(folder / "jobs.csv");
  if (rejected.number == 0)
    return;
  const auto room = room_in(folder / "resources.csv");
  if (rejected.others == 0)
    std::cerr << complaint((rejected.number == 1
                                ? "the ONLY job was REJECTED"
                                : "ALL " + std::to_string(rejected.number) + " jobs were REJECTED") +
                           std::string(": nothing ran, and the numbers say nothing"));
  for (const auto& job : rejected.first)
    out << wrapped("rejected: " + reason_of(job, room), "");
  if (const auto more = rejected.number - static_cast<std::int64_t>(rejected.first.size()); more > 0)
    out << wrapped("… and " + std::to_string(more) + " more, the largest of which asks for " +
                       std::to_string(rejected.largest) + "; final_state in jobs.csv is REJECTED",
                   "");
  if (rejected.largest > room.all && has_setting(platform, "hosts"))
    out << wrapped("there is room for all of them with platform.hosts=" + std::to_string(rejected.largest),
                   "");
}

void print_rejected_jobs(const std::vector<Scenario>& scenarios, const CampaignResult& result,
                         const Library& library, std::ostream& out) {
  for (const auto& cell : result.cells)
    for (const auto& [seed, metrics] : cell.runs) {
      Rejections rejections;
      rejections.add(metrics);
      const auto folder = folder_of({cell.scenario, cell.run, cell.parameters(), seed, ""}, result.folder);
      if (!rejections.any() || !is_written(folder / "jobs.csv"))
        continue;
      for (const auto& scenario : scenarios)
        for (const auto& planned : scenario.cells)
          if (scenario.name == cell.scenario && planned.run == cell.run && planned.varied == cell.varied)
            return print_rejected_jobs(folder, library.plan_again(planned.request).platform, out);
    }
}

} // namespace malha

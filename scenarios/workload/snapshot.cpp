// SPDX-License-Identifier: MIT
// What runs and waits in a snapshot of a simulation that was cut. Date 0 of the run is the date of the
// snapshot. When jobs really end is not told: they run to their limits, or a share of them.
#include "scenarios/workload/files/snapshot.hpp"
#include "scenarios/workload/files/site_state.hpp"

namespace malha {
namespace {

SiteJob site_job_of(const SnapshotJob& found, const std::vector<std::string>& hosts) {
  SiteJob job;
  job.number = found.number;
  job.label = std::to_string(found.number);
  job.who = found.who;
  job.size = found.size;
  job.submitted = found.submitted;
  job.limit = found.limit;
  job.priority = found.priority;
  if (!found.runs())
    return job;
  job.started = found.started;
  for (const int resource : found.resources) {
    const auto& host = hosts[static_cast<std::size_t>(resource)];
    if (job.on.empty() || job.on.back().host != host)
      job.on.push_back({host, 0});
    ++job.on.back().resources;
  }
  return job;
}

SiteState state_of(const Snapshot& snapshot) {
  SiteState state;
  state.now = snapshot.date;
  std::int64_t ask_for_more = 0;
  for (const auto* jobs : {&snapshot.running, &snapshot.waiting})
    for (const auto& job : *jobs) {
      state.jobs.push_back(site_job_of(job, snapshot.hosts));
      ask_for_more += job.asks_for_more ? 1 : 0;
    }
  if (snapshot.held > 0)
    state.notes.push_back({"left out: they wait for other jobs, or for other tasks", snapshot.held});
  if (ask_for_more > 0)
    state.notes.push_back(
        {"ask for more than resources and time, such as memory or a date, which is not modelled",
         ask_for_more});
  return state;
}

class SnapshotReader : public SiteJobs {
public:
  explicit SnapshotReader(const WorkloadInput& input)
      : SiteJobs(state_of(read_snapshot(input.file)), input) {}
};

WorkloadDescriptor described() {
  auto reader = workload_reader<SnapshotReader>(
      "snapshot", {".json"}, "jobs that run and wait where a simulation was cut (snapshot.json)", "textbook",
      parameters_of_sites());
  reader.recognizes = is_snapshot;
  return reader;
}

} // namespace

MALHA_WORKLOAD(described())

} // namespace malha

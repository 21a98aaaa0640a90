// SPDX-License-Identifier: MIT
#include "batsim_events.hpp"

#include "actors/runtime/external/cluster_json.hpp"

namespace malha::external {
namespace {

constexpr auto name_of_workload = "w0", name_of_profile = "job";

constexpr auto no_members = [](JsonLine&) {};

/// Batsim's own options. Nothing else than plain jobs is there.
void write_configuration(JsonLine& line, const std::string& configuration) {
  line.member("redis-enabled", false);
  line.member("redis-hostname", "");
  line.member("redis-port", 0);
  line.member("redis-prefix", "");
  for (const auto* option : {"profiles-forwarded-on-submission", "dynamic-jobs-enabled",
                             "dynamic-jobs-acknowledged", "profile-reuse-enabled", "forward-unknown-events"})
    line.member(option, false);
  line.member("sched-config", configuration);
}

} // namespace

std::string BatsimEvents::message(Seconds now) {
  JsonLine whole;
  whole.open('{');
  whole.member("now", now);
  whole.key("events");
  whole.text() += '[' + line_.text() + "]}";
  line_.text().clear();
  return whole.text();
}

void BatsimEvents::simulation_begins(Seconds date, int nodes, const std::string& configuration) {
  std::vector<int> all;
  for (int node = 0; node < nodes; ++node)
    all.push_back(node);
  add(date, "SIMULATION_BEGINS", [&](JsonLine& data) {
    data.member("nb_resources", nodes);
    data.member("nb_compute_resources", nodes);
    data.member("nb_storage_resources", 0);
    data.member("allow_compute_sharing", false);
    data.member("allow_storage_sharing", false);
    data.object("config", [&](JsonLine& line) { write_configuration(line, configuration); });
    data.list("compute_resources", all, [](JsonLine& line, int node) {
      line.member("id", node);
      line.member("name", "node" + std::to_string(node));
      line.member("state", "idle");
      line.object("properties", no_members);
      line.object("zone_properties", no_members);
    });
    data.member("storage_resources", std::vector<int>());
    data.object("workloads", [](JsonLine& line) { line.member(name_of_workload, ""); });
    data.object("profiles", [](JsonLine& line) {
      line.object(name_of_workload, [](JsonLine& profiles) {
        profiles.object(name_of_profile, no_members); // of no type: nobody knows what jobs do
      });
    });
  });
}

void BatsimEvents::simulation_ends(Seconds date) { add(date, "SIMULATION_ENDS", no_members); }

void BatsimEvents::job_submitted(Seconds date, const std::string& name, const cluster::QueuedJob& job) {
  add(date, "JOB_SUBMITTED", [&](JsonLine& data) {
    data.member("job_id", name);
    data.object("job", [&](JsonLine& line) {
      line.member("id", name);
      line.member("res", job.size);
      if (job.walltime < never)
        line.member("walltime", job.walltime);
      line.member("subtime", job.submitted);
      line.member("profile", name_of_profile);
      write_credentials(line, cluster::credentials_of(job));
    });
  });
}

void BatsimEvents::job_completed(Seconds date, const std::string& name, const char* state,
                                 const IndexSet& nodes) {
  add(date, "JOB_COMPLETED", [&](JsonLine& data) {
    data.member("job_id", name);
    data.member("job_state", state);
    data.member("return_code", state == std::string_view("COMPLETED_SUCCESSFULLY") ? 0 : 1);
    data.member("alloc", nodes.text());
  });
}

void BatsimEvents::jobs_killed(Seconds date, const std::vector<std::string>& names,
                               const std::map<std::string, double>& progress) {
  add(date, "JOB_KILLED", [&](JsonLine& data) {
    data.member("job_ids", names);
    data.object("job_progress", [&](JsonLine& line) {
      for (const auto& [name, part] : progress)
        line.object(name, [&, passed = part](JsonLine& of_job) {
          of_job.member("profile", name_of_profile);
          of_job.member("profile_name",
                        name_of_profile); // the word of its programs; the other is that of its text
          of_job.member("progress", passed);
        });
    });
  });
}

void BatsimEvents::nodes_available(Seconds date, const IndexSet& nodes, bool are_available) {
  add(date, "NOTIFY", [&](JsonLine& data) {
    data.member("type", are_available ? "event_machine_available" : "event_machine_unavailable");
    data.member("resources", nodes.text());
  });
}

void BatsimEvents::requested_call(Seconds date) { add(date, "REQUESTED_CALL", no_members); }

} // namespace malha::external

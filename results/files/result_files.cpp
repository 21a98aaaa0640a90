// SPDX-License-Identifier: MIT
#include "result_files.hpp"

#include <algorithm>
#include <ostream>
#include <stdexcept>

namespace malha {
namespace {

using Of = ResultFile::Of;

std::vector<Column> named(const std::vector<std::string>& names) {
  std::vector<Column> columns;
  for (const auto& name : names)
    columns.push_back({name});
  return columns;
}

std::vector<Column> columns_of_jobs() {
  return {
      {"job_id", "",
       "number of the job or task, unique in the run: the one that the workload gives (an SWF file, a file "
       "of Batsim whose ids are numbers, `lublin`, `oscar_batch`), or else from 0 in order of submission",
       true},
      {"workload_name", "", "generator, or name of the file"},
      {"profile", "", "`bag_of_tasks`, `rigid` or `dag`: shape of its job"},
      {"submission_time", "s", "when it was submitted", true},
      {"requested_number_of_resources", "count", "hosts it needs at once", true},
      {"requested_time", "s", "walltime; -1: none", true},
      {"success", "", "1, or 0: it was killed or rejected", true},
      {"final_state", "",
       "`COMPLETED_SUCCESSFULLY`; `COMPLETED_WALLTIME_REACHED`: killed at its walltime; "
       "`COMPLETED_KILLED`: by its scheduler; `REJECTED`: larger than the cluster, or dropped by its "
       "policy; `DEPENDENCY_NEVER_SATISFIED`: a job that it waits for did not end well. The last two have no "
       "dates and resources"},
      {"starting_time", "s", "from here on it occupies its resources", true},
      {"execution_time", "s", "finish_time - starting_time", true},
      {"finish_time", "s", "here it no longer does: the interval is half-open", true},
      {"waiting_time", "s", "starting_time - submission_time", true},
      {"turnaround_time", "s", "finish_time - submission_time", true},
      {"stretch", "1", "turnaround_time / execution_time", true},
      {"allocated_resources", "", "indices of resources.csv as intervals: `0-3 5`", true},
      {"consumed_energy", "J", "of all of its attempts ([energy](energy.md)); -1: not modelled"},
      {"metadata", "",
       "what else the workload says: `group=3;executable=12`; of jobs of cluster/scheduler then what "
       "they ask for beside a size, `class=qos;begin=20;hold=forever;deadline=290;fragments=5+uff3:4:e;"
       "not_before=72000`: class other than common, dates before which they do not start or are held, date "
       "by "
       "which they are to end, date at which a release policy lets them go (unless at once), and fragments "
       "as `[machine:]cpus[:e]` (`e`: exclusive), also where those are ignored"},
      {"job", "", "the job (bag) it belongs to; of a bag in Batsim's JSON the id of its first job"},
      {"user", "", "as the workload names it"},
      {"queue", "", "as the workload names it"},
      {"site", "", "site or cluster that ran it; `a+b`: sites that ran it at once"},
      {"preemptions", "count", "attempts that were stopped so that another user gets the machine"},
      {"restarts", "count",
       "its other attempts, beside the one that ended it: times it was put back in the queue after a "
       "start, or was lost in a crash, and copies"},
      {"wasted_time", "s", "run time of those attempts, but for the time whose work an image kept"},
      {"work", "flop", "on each of its resources; 0: a delay of Batsim, which computes nothing"}};
}

std::vector<Column> columns_of_resources() {
  return {
      {"index", "",
       "as in allocated_resources; under `allocation=core` a core, of which a host then has several rows"},
      {"host", "", "name on the platform"},
      {"speed", "flop/s", "of one core"},
      {"cores", "count"},
      {"site", "", "as the platform says"},
      {"owner", "", "the user who gave it, in a pool of owned machines"},
      {"slots", "count",
       "tasks that may run on it at once: nt of a host manager, mpl of a shared node, 1 for a dedicated "
       "node"}};
}

std::vector<ResultFile> files_of_some_runs() {
  return {
      {"attempts.csv", Of::some_runs, "an attempt of a job", "a job ran more than once, or in vain",
       named({"job_id", "job", "attempt", "allocated_resources", "start", "end", "outcome", "work"}),
       "every attempt of such a job, the one that ended it too; see below. Where energy is modelled there is "
       "a "
       "column more, `energy`, in J"},
      {"decisions.csv", Of::some_runs, "a decision about a job", "`explain=on`, `--explain`",
       named({"time", "job", "job_id", "decision", "reason", "promised_start"}),
       "a row whenever the reason of a job changes; decision `start`, `wait`, `reject` (a limit refuses it "
       "at its "
       "submission), `drop` (it will never run), `begin` (it has started before, and waited for machines "
       "that "
       "booted), or "
       "`void` (promises made so far need not be kept); before those of the same decision a row for each "
       "reservation that changes: `move` (`fragment 0 from uff2 to uff3`, at the same dates) and "
       "`deallocate` (`lost_reservation`: what the job was promised is void); the reasons are in "
       "[batch.md](batch.md#reasons)"},
      {"balance.csv", Of::some_runs,
       "a child of an EasyGrid manager, at a check after which the manager asked",
       "`explain=on`, `--explain`, under EasyGrid",
       named({"time", "manager", "event", "child", "host", "role", "report", "reported", "power", "ert",
              "fraction", "tasks"}),
       "for each such check (`event`) a row a child, with its last report (`task_ended`, `heartbeat`, or "
       "`report` of a site, or of a host that runs workflows; its date, cp "
       "in flop/s, ert in s) and its `role`: `gives` (asked for the `fraction` perc_ask), `receives` or "
       "`none`; then a "
       "row `answers` with the number of `tasks` that were given"},
      {"dag_tasks.csv", Of::some_runs, "a task of a workflow (a DAG)", "a job is a DAG",
       named({"job_id", "job", "name", "parents", "input", "output"}),
       "in the order of submission: what its source calls it, the tasks that must end before it starts, and "
       "the bytes that it reads and makes"},
      {"dag_starts.csv", Of::some_runs, "a start of a task of a workflow",
       "`explain=on`, `--explain`, and a broker moves data, or EasyGrid has workflows",
       named({"job_id", "resource", "assigned", "arrived", "transferred"}),
       "of each start, in their order: the date from which on the task held its resource (empty: from its "
       "start on), that at which all of its data were there (empty: at its start, or none came), and the "
       "bytes "
       "that came from other hosts for this start (empty: a file that came may be for several tasks)"},
      {"dag_moves.csv", Of::some_runs, "a task of a workflow that was to move",
       "`explain=on`, `--explain`, and EasyGrid moves tasks of workflows",
       named({"time", "manager", "kind", "event", "job_id", "from", "to", "outcome"}),
       "kind `pending`: tasks that waited were asked for by name (`asked`), and `moved`, or `stayed` since "
       "they "
       "ran already; `ready`: a task `moved` in an event of balance.csv; `site`: it was `given` to another "
       "site, "
       "or `came` from one"},
      {"energy.csv", Of::some_runs, "the energy of a host, of a user's jobs, or of all",
       "energy is modelled: the hosts have a `wattage_per_state`",
       named({"of", "name", "job_energy", "idle_energy", "off_energy", "switch_energy", "energy"}),
       "in J, of a `host`, of the jobs of a `user`, and in the last row of `all` hosts: of what jobs held, "
       "of the "
       "rest of hosts that were on, of hosts that were off, and of hosts that were switched off or on; then "
       "the sum"},
      {"history.csv", Of::some_runs, "a job that has ended", "`keep_history=on` of a gateway",
       named({"user", "queue", "application", "size", "jiffies_ahead", "jobs_ahead", "mean_mpl",
              "waiting_time", "execution_time"}),
       "in the order of their ends, for the parameter `history` of later runs: what the job found in the "
       "queue of its cluster, the tasks on its nodes (mean over nodes and time), and how long it waited and "
       "ran"},
      {"host_power.csv", Of::some_runs, "what a host draws at a pstate", "energy is modelled",
       named({"host", "units", "cores_of_unit", "cores", "pstate", "speed", "idle", "epsilon", "all", "off",
              "boot_time", "boot_power", "shutdown_time", "shutdown_power"}),
       "resources that the host has, and the cores that compute on each while a job computes there; all "
       "cores; "
       "the pstate and its speed (flop/s); W while nothing computes, at the least load, at full load, and "
       "off; "
       "s and W of booting and of switching off, empty if the host cannot sleep"},
      {"machine_states.csv", Of::some_runs, "the nodes from a date on", "`series=on`",
       named({"time", "nb_sleeping", "nb_switching_on", "nb_switching_off", "nb_idle", "nb_computing"}),
       "as Batsim writes it; a node that is down counts as sleeping"},
      {"outages.csv", Of::some_runs, "a time in which a resource was down",
       "a node was down, or a resource crashed", named({"resource", "start", "end"}),
       "no end: down to the end of the run. `--environment outages` reads such a file"},
      {"parts.csv", Of::some_runs, "what a site ran of a job that several sites ran at once",
       "`policy.coallocation` of a meta-scheduler",
       named({"job_id", "site", "starting_time", "finish_time", "allocated_resources"}),
       "of each job that was co-allocated one row a site, in the order in which the sites received the end; "
       "the job itself has one row in jobs.csv, with all of its resources and with its sites joined by `+`"},
      {"power.csv", Of::some_runs, "the power of all hosts from a date on",
       "`series=on`, where energy is modelled and ends of jobs are known at their dates",
       named({"time", "power", "energy"}), "power in W from that date on, and energy in J up to it"},
      {"power_cap.csv", Of::some_runs, "the power cap from a date on", "there is a power cap",
       named({"time", "cap"}), "W that all hosts may draw from that date on"},
      {"power_states.csv", Of::some_runs, "what a host does from a date on",
       "energy is modelled, and a host is switched off or on, fails, or changes its pstate",
       named({"host", "time", "state", "pstate"}),
       "`on`, `switching_off`, `off` or `switching_on`; at date 0 all hosts are on"},
      {"preceding_jobs.csv", Of::some_runs, "a job and one that it waits for", "a job waits for another one",
       named({"job", "preceding", "think_time", "condition"}),
       "numbers as in the column `job` of jobs.csv; the job is submitted think_time s after the end of the "
       "other one, or later; the condition is `after` (its start counts instead), `afterany`, `afterok` or "
       "`afternotok`, with `?` behind it if one of those of the job suffices"},
      {"predictions.csv", Of::some_runs, "what was predicted of a job", "a meta-scheduler asks for estimates",
       named({"job_id", "site", "date", "waiting_time", "execution_time", "local_nodes"}),
       "the estimate that decided which cluster gets the job, in the order of hand-over: seconds from that "
       "date to its start, and from there to its end; nodes with an active local user among those that it "
       "would get"},
      {"series.csv", Of::some_runs, "the state from a date on", "`series=on`",
       named(
           {"time", "queued_jobs", "queued_resources", "running_jobs", "computing_resources", "utilisation"}),
       "the state from that date on"},
      {"sizes.csv", Of::some_runs, "the nodes of a job from a date on",
       "the policy of a cluster's queue chooses how many nodes jobs get",
       named({"job_id", "time", "nodes", "allocated_resources", "pause"}),
       "of each job that need not be rigid a row at each start, and at each change of its nodes; it computes "
       "nothing for `pause` s from that date on"},
      {"snapshot.json",
       Of::some_runs,
       "the state of a batch scheduler where its run was cut",
       "`--cut`",
       {},
       "the state of a batch scheduler where its run was cut, from which `malha continue` goes on "
       "([below](#a-run-that-is-cut))"},
      {"speeds.csv", Of::some_runs, "a speed of a resource",
       "the speed of a host changes (a speed profile of the platform)",
       named({"resource", "time", "speed", "period"}),
       "the speed of one core from that date on, in flop/s; before the first date it is that of "
       "resources.csv. With a period, all dates of the resource come again each period later"},
      {"user_series.csv", Of::some_runs, "what a user has from a date on",
       "`series=on`, in a pool of owned machines", named({"time", "user", "machines", "tasks"}),
       "machines that run tasks of the user, and tasks of the user that were submitted and have not "
       "finished"},
      {"users.csv", Of::some_runs, "a user", "jobs have users",
       named({"user", "jobs", "mean_waiting_time", "max_waiting_time", "mean_turnaround_time",
              "mean_bounded_slowdown", "user_satisfaction"}),
       "of the jobs that count"},
  };
}

std::vector<ResultFile> files_of_every_run() {
  return {
      {"jobs.csv", Of::every_run,
       "one row per rigid job or per task of a bag, in order of finish, ties in order of submission", "",
       columns_of_jobs()},
      {"resources.csv", Of::every_run, "one row per host that runs tasks", "", columns_of_resources()},
      {"messages.csv",
       Of::every_run,
       "one row per kind of message and pair of actors",
       "",
       {{"kind", "", "as the study names it"},
        {"layer", "", "`sender>receiver`"},
        {"number", "count", "sent"},
        {"bytes", "B", "simulated size of them all"}}},
      {"schedule.csv", Of::every_run, "the [metrics](#metrics) of the run, one line", ""},
      {"machine.json",
       Of::every_run,
       "what depends on the machine",
       "",
       {},
       "Command, workers, wall time. Peak memory: the most that the command had, and what the process of the "
       "run had at most besides. The program and its libraries, which both share, count once. Then the "
       "program; hashes of the binaries that took part (program, libraries, plugins of the actors and "
       "policies that were used, and of all metrics); `run`, the hash by which the store knows the run; "
       "`commit` of the sources; `request`, what was asked for, with whole paths, also of the files that "
       "settings name (`files`), from which `malha rerun DIR` makes the run again."},
      {"manifest.json",
       Of::every_run,
       "what was simulated, and how it ended",
       "",
       {},
       "Versions of Malha and SimGrid; content hash of the platform and deployment files, of profile files "
       "they "
       "name, and of the files that parameters of actors name (`files`); every parameter of platform, "
       "workload, "
       "run, actors and policies, defaults included; seed; SimGrid options; `tasks_submitted`, "
       "`tasks_unfinished`, `outcome`; `tasks_numbered` where `job_id` is the number that the `workload` "
       "gives; `delays` is `busy` where jobs have a length that no speed explains, and draw power as if "
       "they computed; `shows`, what the actors "
       "and policies declare of the schedule ([traits](#what-a-schedule-may-show)). Of a workload file its "
       "content hash, `workload_notes` (what reading did to how many jobs) and `workload_header`. `notes`, "
       "where there are some: settings that count dates from 0 s and miss the jobs of the run, such as a "
       "`warm_up` that is over when the first job comes. They are printed, too."},
  };
}

std::vector<ResultFile> files_of_a_campaign() {
  return {
      {"runs.csv", Of::campaign, "a number of a run", "",
       named({"scenario", "run", "parameters", "seed", "metric", "value", "unit"})},
      {"verdicts.csv", Of::campaign, "a published value or claim", "",
       named({"scenario",         "run",          "parameters", "metric",           "published",  "ours",
              "ci_low",           "ci_high",      "unit",       "relative_error",   "verdict",    "source",
              "claim_metric",     "claim_unit",   "seeds",      "claim_low",        "claim_high", "constant",
              "constant_verdict", "baseline_run", "baseline",   "baseline_verdict", "hypothesis", "seen"})},
      {"summary.csv", Of::campaign, "a metric of a cell", "",
       named({"scenario", "run", "metric", "unit", "seeds", "mean", "ci_low", "ci_high"})},
      {"differences.csv", Of::campaign, "a metric of a deployment that is compared", "",
       named({"metric", "unit", "run", "seeds", "mean", "ci_low", "ci_high", "against", "difference",
              "difference_low", "difference_high", "verdict", "parameters", "percent", "p_value", "p_holm"})},
      {"whatif.csv", Of::campaign, "a job that waits, under a deployment", "",
       named({"deployment", "job_id", "job", "user", "size", "limit", "submitted", "start", "end", "state"})},
  };
}

void print_columns(const ResultFile& file, std::ostream& out) {
  out << "\n| column | unit | meaning |\n|---|---|---|\n";
  for (const auto& column : file.columns)
    out << "| " << column.name << " | " << column.unit << " | " << column.meaning << " |\n";
}

} // namespace

const std::vector<ResultFile>& result_files() {
  static const std::vector<ResultFile> all = [] {
    auto files = files_of_some_runs();
    for (const auto& more : {files_of_every_run(), files_of_a_campaign()})
      files.insert(files.end(), more.begin(), more.end());
    return files;
  }();
  return all;
}

std::vector<std::string> names_of(ResultFile::Of of) {
  std::vector<std::string> names;
  for (const auto& file : result_files())
    if (file.of == of)
      names.push_back(file.name);
  return names;
}

const std::vector<Column>& columns_in(std::string_view file) {
  const auto& files = result_files();
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const auto& one) { return one.name == file; });
  if (found == files.end())
    throw std::logic_error("no file of results is named '" + std::string(file) + "'");
  return found->columns;
}

std::string header_of(const std::string& file) {
  std::string header;
  for (const auto& column : columns_in(file))
    header += (header.empty() ? "" : ",") + column.name;
  return header;
}

void print_run_files(std::ostream& out) {
  for (const auto& file : result_files())
    if (file.of == Of::every_run) {
      out << "### " << file.name << ": " << file.content << '\n';
      if (!file.columns.empty())
        print_columns(file, out);
      out << (file.note.empty() ? "" : "\n") << file.note << (file.note.empty() ? "\n" : "\n\n");
    }
  out << "### Files that only some runs have\n\n| file | when | columns |\n|---|---|---|\n";
  for (const auto& file : result_files())
    if (file.of == Of::some_runs) {
      const auto header = header_of(file.name);
      out << "| " << file.name << " | " << file.when << " | " << (header.empty() ? "" : "`" + header + "`: ")
          << file.note << " |\n";
    }
}

} // namespace malha

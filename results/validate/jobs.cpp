// SPDX-License-Identifier: MIT
#include "jobs.hpp"

#include "results/files/result_files.hpp"
#include "rows.hpp"
#include "validated_run.hpp"

namespace malha {
namespace {

class JobReader {
public:
  explicit JobReader(ValidatedRun& run) : run_(run), rows_(run.jobs_file) {
    if (run_.is_of_tool) // as Batsim before version 3 called them
      for (const auto& [old, now] :
           {std::pair("requested_number_of_processors", "requested_number_of_resources"),
            {"allocated_processors", "allocated_resources"}})
        rows_.rename(old, now);
    check_columns();
    run_.has_states = rows_.has("final_state");
    run_.has_work = rows_.has("work");
  }

  void read(const std::function<void(const JobInFile&)>& take) {
    while (rows_.next()) {
      const auto job = job_in_row();
      take(job);
      add(job);
    }
  }

private:
  void check_columns() const {
    for (const auto& column : columns_in("jobs.csv"))
      if (column.is_needed && !rows_.has(column.name))
        rows_.fail("has no column '" + column.name + "'");
    if (!rows_.has("final_state") && !run_.is_of_tool)
      rows_.fail("has no column 'final_state'");
  }

  JobInFile job_in_row() {
    JobInFile read{rows_, "job " + rows_.text("job_id") + " (" + rows_.place() + ")", id(), state(), false};
    read.job.task.submitted = finite(rows_, "submission_time");
    read.is_repeated = !run_.starts.add(read.id);
    if (!read.is_repeated && !run_.is_of_tool)
      run_.ids_in_order.push_back(rows_.integer("job_id"));
    read.job.state = final_state(read.state);
    if (!read.is_rejected()) {
      read.job.start = finite(rows_, "starting_time");
      read.job.finish = finite(rows_, "finish_time");
      read.job.resources = resources_in(rows_);
      read.restarts = rows_.has("restarts") ? rows_.integer("restarts") : 0;
    }
    if (!run_.is_of_tool)
      read_columns_of_runs(read);
    return read;
  }

  /// Reads the remaining columns, which are not read from the file of another tool.
  void read_columns_of_runs(JobInFile& read) {
    auto& job = read.job;
    const Seconds walltime = rows_.real("requested_time");
    job.task.id = static_cast<TaskId>(rows_.integer("job_id"));
    job.task.resources = static_cast<int>(rows_.integer("requested_number_of_resources"));
    job.task.work = !run_.has_work ? 0 : read.is_restarted() ? finite(rows_, "work") : rows_.real("work");
    job.walltime = walltime < 0 ? std::nullopt : std::optional(walltime);
    if (read.is_restarted()) {
      job.restarts = static_cast<int>(read.restarts);
      job.wasted = finite(rows_, "wasted_time");
    }
    read.preemptions = !read.is_rejected() && rows_.has("preemptions") ? rows_.integer("preemptions") : 0;
    job.profile = rows_.text_if_any("profile");
    job.user = rows_.text_if_any("user");
    job.queue = rows_.text_if_any("queue");
    const auto site = rows_.text_if_any("site");
    job.site = site;
    job.metadata = rows_.text_if_any("metadata");
    read.is_in_sites =
        run_.parts.count(read.id) > 0 || (site.find('+') != std::string::npos && !run_.sites.has(site));
  }

  std::string id() const {
    if (!run_.is_of_tool)
      return std::to_string(rows_.integer("job_id"));
    const auto& id = rows_.text("job_id");
    return rows_.has("workload_name") && id.find('!') == std::string::npos
               ? rows_.text("workload_name") + "!" + id
               : id;
  }

  /// The column final_state. Batsim before version 3 wrote only whether the job succeeded.
  std::string state() const {
    return run_.has_states                ? rows_.text("final_state")
           : rows_.text("success") == "1" ? "COMPLETED_SUCCESSFULLY"
                                          : "COMPLETED_FAILED";
  }

  FinalState final_state(const std::string& state) const {
    return state == "REJECTED"                                        ? FinalState::rejected
           : state == text_of(FinalState::dependency_never_satisfied) ? FinalState::dependency_never_satisfied
           : rows_.text("success") == "1"                             ? FinalState::completed
           : state == "COMPLETED_WALLTIME_REACHED"                    ? FinalState::walltime_reached
                                                                      : FinalState::killed;
  }

  /// Adds the job to what the run knows.
  void add(const JobInFile& read) {
    run_.metrics.add(read.job);
    if (read.is_rejected())
      return;
    if (read.is_restarted()) { // its attempts are in attempts.csv
      ++run_.restarted_jobs;
      return;
    }
    run_.starts.set_start(read.id, read.job.start);
    run_.occupations.push_back({"job " + read.id, read.job.start, read.job.finish, read.job.resources});
  }

  ValidatedRun& run_;
  CsvReader rows_;
};

} // namespace

void read_jobs(ValidatedRun& run, const std::function<void(const JobInFile&)>& take) {
  JobReader(run).read(take);
}

} // namespace malha

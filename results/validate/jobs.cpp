// SPDX-License-Identifier: MIT
#include "jobs.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/result_files.hpp"
#include "rows.hpp"
#include "sites.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace malha {
namespace {

/// Batsim writes six decimals: a date is off by half of the last, and a difference of two, written too, by
/// three halves.
constexpr double six_decimals = 2e-6;

const std::set<std::string> final_states{"COMPLETED_SUCCESSFULLY", "COMPLETED_FAILED",
                                         "COMPLETED_WALLTIME_REACHED", "COMPLETED_KILLED", "REJECTED"};

class Jobs {
public:
  Jobs(const JobsFile& file, const std::map<int, ResourceRow>& resources, const Speeds& speeds,
       const RunRules& rules, Findings& findings)
      : file_(file), resources_(resources), sites_(resources), largest_site_(sites_.largest()),
        speeds_(speeds), rules_(rules), found_(findings) {
    read_.schedule.count_only(rules.warm_up, rules.cool_down);
    read_.schedule.measure_by(rules.slowdowns, rules.classes);
    for (const auto& [index, resource] : resources)
      read_.schedule.resource(resource.speed);
  }

  JobsRead read() {
    CsvReader rows(file_.path);
    if (!file_.is_of_run) // as Batsim before version 3 called them
      for (const auto& [old, now] :
           {std::pair("requested_number_of_processors", "requested_number_of_resources"),
            {"allocated_processors", "allocated_resources"}})
        rows.rename(old, now);
    check_columns(rows);
    while (rows.next()) {
      found_.job();
      check_row(rows);
    }
    say_checks();
    return std::move(read_);
  }

private:
  struct Row {
    std::string who; ///< "job 3 (jobs.csv:5)"
    std::string id;  ///< of another tool: with the name of its workload, as "w0!3"
    Seconds submitted, start, finish;
    bool completed; ///< by itself
  };

  void check_columns(const CsvReader& rows) {
    for (const auto& column : columns_in("jobs.csv"))
      if (column.is_needed && !rows.has(column.name))
        rows.fail("has no column '" + column.name + "'");
    has_states_ = rows.has("final_state");
    if (!has_states_ && file_.is_of_run)
      rows.fail("has no column 'final_state'");
    has_work_ = rows.has("work");
    has_workload_ = rows.has("workload_name");
    has_restarts_ = rows.has("restarts");
    has_preemptions_ = rows.has("preemptions");
    has_metadata_ = file_.is_of_run && rows.has("metadata");
  }

  void say_checks() {
    found_.checked("every start is at or after its submission, every finish at or after its start");
    found_.checked("waiting, execution and turnaround times and stretch agree with the dates");
    if (file_.is_of_run && sites_.number() > 1)
      found_.checked("each job is on resources of its site alone");
    if (!rules_.may(Trait::late_starts) && !rules_.may(Trait::overrun))
      found_.checked(std::string("no job runs longer than its walltime") +
                     (has_states_ ? ", and what is said to have reached it did" : ""));
    else if (rules_.shown && rules_.may(Trait::late_starts))
      found_.not_checked("walltimes: the parts of a job start when messages reach their nodes");
    if (!has_states_)
      found_.not_checked("final states: jobs.csv has no column 'final_state'");
    if (has_work_)
      found_.checked("no task is faster than its host");
    else
      found_.not_checked("speed: jobs.csv has no column 'work'");
  }

  void check_row(const CsvReader& row) {
    Row job{"job " + row.text("job_id") + " (" + row.place() + ")",
            id_in(row),
            finite(row, "submission_time"),
            0,
            0,
            row.text("success") == "1"};
    if (read_.ids.insert(job.id).second)
      read_.in_order.push_back(job.id);
    else
      found_.violation("conservation", job.who + " has a row already");
    read_.first_submission = std::min(read_.first_submission, job.submitted);
    const std::string state = state_in(row);
    if (final_states.count(state) == 0 ||
        row.text("success") != (state == "COMPLETED_SUCCESSFULLY" ? "1" : "0"))
      found_.violation("final state", job.who + " is '" + state + "' with success " + row.text("success"));
    if (state == "REJECTED") {
      if (!row.text("allocated_resources").empty())
        found_.violation("final state", job.who + " is rejected and has resources");
      read_.schedule.add(row_of(row, job, FinalState::rejected, {}));
      read_.some_rejected = true;
      read_.some_dropped =
          read_.some_dropped || row.integer("requested_number_of_resources") <= largest_site_;
      return;
    }
    job.start = finite(row, "starting_time");
    job.finish = finite(row, "finish_time");
    check_dates(row, job);
    check_walltime(row, job);
    auto resources = resources_in(row);
    place(row, job, resources);
    const auto how = job.completed                           ? FinalState::completed
                     : state == "COMPLETED_WALLTIME_REACHED" ? FinalState::walltime_reached
                                                             : FinalState::killed;
    const auto made = row_of(row, job, how, std::move(resources));
    read_.schedule.add(made);
    if (!made.user.empty() && read_.schedule.counts(made.task.submitted))
      read_.users[made.user].add(made, read_.schedule.fastest_resource(), read_.schedule.slowdown_rule());
    if (made.profile == "bag_of_tasks") {
      auto& bag =
          read_.bags.try_emplace(row.text_if_any("job"), BagDates{job.submitted, job.finish}).first->second;
      bag.end = std::max(bag.end, job.finish);
    }
  }

  /// As the recorder was given it, so that every metric can be counted again.
  JobRow row_of(const CsvReader& row, const Row& job, FinalState state, IndexSet resources) const {
    JobRow made;
    made.task.submitted = job.submitted;
    made.start = job.start;
    made.finish = job.finish;
    made.state = state;
    made.resources = std::move(resources);
    if (!file_.is_of_run)
      return made;
    const Seconds walltime = row.real("requested_time");
    made.task.id = static_cast<TaskId>(row.integer("job_id"));
    made.task.resources = static_cast<int>(row.integer("requested_number_of_resources"));
    made.task.work = has_work_ ? row.real("work") : 0;
    made.walltime = walltime < 0 ? std::nullopt : std::optional(walltime);
    if (has_restarts_ && row.integer("restarts") > 0) {
      made.restarts = static_cast<int>(row.integer("restarts"));
      made.wasted = row.real("wasted_time");
    }
    made.profile = row.text_if_any("profile");
    made.user = row.text_if_any("user");
    made.queue = row.text_if_any("queue");
    made.site = row.text_if_any("site");
    made.metadata = row.text_if_any("metadata");
    return made;
  }

  std::string id_in(const CsvReader& row) const {
    if (file_.is_of_run)
      return std::to_string(row.integer("job_id"));
    const auto& id = row.text("job_id");
    return has_workload_ && id.find('!') == std::string::npos ? row.text("workload_name") + "!" + id : id;
  }

  /// Before version 3 Batsim wrote success alone.
  std::string state_in(const CsvReader& row) const {
    return has_states_                  ? row.text("final_state")
           : row.text("success") == "1" ? "COMPLETED_SUCCESSFULLY"
                                        : "COMPLETED_FAILED";
  }

  void check_dates(const CsvReader& row, const Row& job) {
    if (job.start < job.submitted)
      found_.violation("start >= submission", job.who + " starts at " + shortest(job.start) +
                                                  ", submitted at " + shortest(job.submitted));
    if (job.finish < job.start)
      found_.violation("finish >= start", job.who + " finishes at " + shortest(job.finish) + ", started at " +
                                              shortest(job.start));
    check_column(row, job, "waiting_time", job.start - job.submitted);
    check_column(row, job, "execution_time", job.finish - job.start);
    check_column(row, job, "turnaround_time", job.finish - job.submitted);
    check_stretch(row, job);
    read_.waited += job.start - job.submitted;
    read_.last_finish = std::max(read_.last_finish, job.finish);
  }

  void check_column(const CsvReader& row, const Row& job, std::string_view column, double expected) {
    const double most = !file_.is_of_run ? six_decimals + 1e-15 * std::abs(job.finish) : 0;
    if (std::abs(finite(row, column) - expected) > most)
      found_.violation("columns agree", job.who + " has " + std::string(column) + " " + row.text(column) +
                                            ", its dates say " + shortest(expected));
  }

  void check_stretch(const CsvReader& row, const Row& job) {
    const Seconds execution = job.finish - job.start, turnaround = job.finish - job.submitted;
    const double written = row.real("stretch"), expected = execution > 0 ? turnaround / execution : 1;
    const double most = // of rounded dates; that of a job which takes no time may be anything
        !file_.is_of_run
            ? six_decimals * (1 + 2 * std::abs(expected)) / std::max(execution - six_decimals, 0.0) +
                  six_decimals
            : 0;
    if (!(std::abs(written - expected) <= most) && !(!file_.is_of_run && execution <= six_decimals))
      found_.violation("columns agree", job.who + " has stretch " + row.text("stretch") + ", its dates say " +
                                            shortest(expected));
  }

  /// Dates may be off by so much, where they are sums.
  double slack(Seconds date) const {
    return rounding * std::max(1.0, date) + (!file_.is_of_run ? six_decimals : 0);
  }
  /// A walltime of 0 is planned with as 1 s.
  Seconds limit(Seconds walltime) const { return walltime == 0 && file_.is_of_run ? 1 : walltime; }

  void check_walltime(const CsvReader& row, const Row& job) {
    const Seconds walltime = finite(row, "requested_time"), took = job.finish - job.start;
    if (rules_.may(Trait::late_starts) || is_in_sites(row, job))
      return;
    if (walltime >= 0 && !rules_.may(Trait::overrun) && took > limit(walltime) + slack(job.finish))
      found_.violation("walltime",
                       job.who + " ran for " + shortest(took) + " s, its walltime is " +
                           row.text("requested_time"),
                       Trait::overrun);
    if (state_in(row) != "COMPLETED_WALLTIME_REACHED")
      return;
    if (walltime < 0)
      found_.violation("walltime", job.who + " is said to have reached its walltime, and has none");
    else if (std::abs(took - limit(walltime)) > slack(job.finish))
      found_.violation("walltime", job.who + " is said to have reached its walltime of " +
                                       row.text("requested_time") + " s, and ran for " + shortest(took) +
                                       " s");
  }

  void place(const CsvReader& row, const Row& job, const IndexSet& resources) {
    if (const auto asked = has_metadata_ ? fragments_in(row) : std::nullopt)
      read_.fragments["job " + job.id] = *asked;
    if (resources.size() != row.integer("requested_number_of_resources"))
      found_.violation("capacity", job.who + " asked for " + row.text("requested_number_of_resources") +
                                       " resources and has " + std::to_string(resources.size()));
    check_site(row, job, resources);
    const auto restarts = has_restarts_ ? row.integer("restarts") : 0;
    const auto preemptions = has_preemptions_ && file_.is_of_run ? row.integer("preemptions") : 0;
    check_resources_of(row, job, resources, restarts > 0);
    if (restarts > 0) { // its attempts are in attempts.csv
      const Seconds walltime = finite(row, "requested_time");
      const bool is_limited = walltime >= 0 && !rules_.may(Trait::overrun) && !rules_.may(Trait::late_starts);
      read_.restarted[job.id] = {job.who,
                                 restarts,
                                 preemptions,
                                 job.submitted,
                                 job.start,
                                 job.finish,
                                 finite(row, "wasted_time"),
                                 is_limited ? limit(walltime) : std::numeric_limits<Seconds>::infinity(),
                                 resources,
                                 state_in(row),
                                 has_work_ ? finite(row, "work") : 0};
      return;
    }
    if (preemptions != 0)
      found_.violation("attempts",
                       job.who + " has " + counted(preemptions, "preemption") + " and no restart");
    read_.starts[job.id] = job.start;
    read_.occupations.push_back({"job " + job.id, job.start, job.finish, resources});
  }

  /// Whether several sites ran the job at once. It goes on beyond its walltime.
  bool is_in_sites(const CsvReader& row, const Row& job) const {
    return file_.parts.count(job.id) > 0 ||
           (file_.is_of_run && row.text_if_any("site").find('+') != std::string::npos &&
            !sites_.has(row.text_if_any("site")));
  }

  /// A job runs in one site, or has parts in several.
  void check_site(const CsvReader& row, const Row& job, const IndexSet& resources) {
    if (!file_.is_of_run)
      return;
    const auto site = row.text_if_any("site");
    if (is_in_sites(row, job)) {
      read_.in_sites[job.id] = {job.who, site, job.start, job.finish, resources};
      return;
    }
    if (const auto outside = sites_.outside(site, resources))
      found_.violation("site", job.who + " is in site '" + site + "' and on resource " +
                                   std::to_string(*outside) + " of site '" + sites_.of(*outside) + "'");
  }

  /// They exist, and each of them can do the work in that time, if it did all of it.
  void check_resources_of(const CsvReader& row, const Row& job, const IndexSet& resources,
                          bool is_restarted) {
    const ResourceRow* slowest = nullptr; ///< of those of constant speed
    std::vector<int> changing;
    for (const auto& interval : resources.intervals()) {
      int index = interval.first;
      for (auto known = resources_.lower_bound(index);
           known != resources_.end() && known->first == index && index <= interval.last; ++known, ++index)
        if (speeds_.count(index) > 0)
          changing.push_back(index);
        else if (slowest == nullptr || known->second.speed < slowest->speed)
          slowest = &known->second;
      if (index <= interval.last)
        found_.violation("capacity", job.who + " is on resource " + std::to_string(index) +
                                         (!file_.is_of_run ? ", which the platform has not"
                                                           : ", which is not in resources.csv"));
    }
    if (!job.completed || (is_restarted && rules_.may(Trait::resumed_work)) || !has_work_)
      return;
    const Flops work = finite(row, "work");
    if (slowest != nullptr)
      check_speed(job, slowest->host, work / slowest->speed, is_restarted);
    for (const int index : changing)
      check_speed(job, resources_.at(index).host, speeds_.at(index).run(job.start, work).time, is_restarted);
  }

  void check_speed(const Row& job, const std::string& host, Seconds least, bool is_restarted) {
    const Seconds took = job.finish - job.start;
    if (took < least - slack(job.finish))
      found_.violation("speed",
                       job.who + " took " + shortest(took) + " s, " + host + " needs " + shortest(least) +
                           " s for it",
                       is_restarted ? std::optional(Trait::resumed_work) : std::nullopt);
  }

  const JobsFile& file_;
  const std::map<int, ResourceRow>& resources_;
  const SitesOfResources sites_;
  const int largest_site_; ///< no job that asks for more can wait
  const Speeds& speeds_;
  const RunRules& rules_;
  Findings& found_;
  bool has_work_ = false, has_workload_ = false, has_restarts_ = false, has_preemptions_ = false,
       has_metadata_ = false, has_states_ = false;
  JobsRead read_;
};

} // namespace

JobsRead check_jobs(const JobsFile& file, const std::map<int, ResourceRow>& resources, const Speeds& speeds,
                    const RunRules& rules, Findings& findings) {
  return Jobs(file, resources, speeds, rules, findings).read();
}

} // namespace malha

// SPDX-License-Identifier: MIT
#include "validator.hpp"

#include "csv_reader.hpp"
#include "findings.hpp"
#include "manifest.hpp"
#include "metrics.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// Batsim writes six decimals: a date is off by half of the last, and a difference of two, written too, by
/// three halves.
constexpr double six_decimals = 2e-6;

constexpr std::int64_t most_tasks = 1'000'000'000'000'000'000; ///< of a run: more is damage

const std::vector<std::string> columns_read{
    "job_id",          "submission_time", "requested_number_of_resources",
    "requested_time",  "success",         "starting_time",
    "execution_time",  "finish_time",     "waiting_time",
    "turnaround_time", "stretch",         "allocated_resources"};
const std::set<std::string> final_states{"COMPLETED_SUCCESSFULLY", "COMPLETED_FAILED",
                                         "COMPLETED_WALLTIME_REACHED", "COMPLETED_KILLED", "REJECTED"};

class Checker {
public:
  /// Of a folder that a run wrote.
  explicit Checker(const fs::path& folder) : folder_(folder), jobs_(folder / "jobs.csv") {
    read_resources();
    speeds_ = read_speeds(folder / "speeds.csv", resources_);
    read_manifest();
  }
  /// Of a file of another tool.
  Checker(const fs::path& jobs, const std::vector<ResourceRow>& resources,
          const std::map<std::string, SpeedProfile>& speeds)
      : jobs_(jobs) {
    if (fs::is_directory(jobs))
      throw InputError(jobs.string() + ": is a folder; valid with a platform: a jobs.csv");
    for (const auto& resource : resources) {
      resources_[resource.index] = resource;
      if (const auto changing = speeds.find(resource.host); changing != speeds.end())
        speeds_.emplace(resource.index, changing->second.times(resource.speed));
    }
  }

  Validation run() {
    read_jobs();
    if (!folder_.empty()) {
      outages_ = read_outages(folder_ / "outages.csv", resources_, found_);
      const auto file = folder_ / "attempts.csv";
      const auto attempts = rules_.copies
                                ? check_copies(file, restarted_, starts_, {resources_, outages_, speeds_},
                                               *rules_.copies, found_)
                                : check_attempts(file, restarted_, starts_, found_);
      occupations_.insert(occupations_.end(), attempts.begin(), attempts.end());
      check_conservation();
    }
    check_resources(resources_, occupations_, outages_, found_);
    if (!fragments_.empty() && rules_.ignores_fragments)
      found_.not_checked("fragments: the scheduler ignores them");
    else if (!fragments_.empty())
      check_fragments(fragments_, occupations_, resources_, found_);
    if (!folder_.empty()) {
      check_schedule();
      if (fs::exists(folder_ / "decisions.csv"))
        check_promises(folder_ / "decisions.csv", starts_, rules_.log, found_);
    }
    return found_.take();
  }

private:
  struct Row {
    std::string who; ///< "job 3 (jobs.csv:5)"
    std::string id;  ///< of another tool: with the name of its workload, as "w0!3"
    Seconds submitted, start, finish;
    bool completed; ///< by itself
  };

  void read_resources() {
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    CsvReader rows(folder_ / "resources.csv");
    while (rows.next()) {
      const int index = static_cast<int>(rows.integer("index", 0, most - 1));
      const double speed = finite(rows, "speed");
      if (!(speed > 0))
        rows.fail("'" + rows.text("speed") + "' in column 'speed' is not above 0");
      const auto slots = static_cast<int>(rows.has("slots") ? rows.integer("slots", 1, most) : 1);
      if (!resources_.try_emplace(index, ResourceRow{index, rows.text("host"), speed, 1, "", "", slots})
               .second)
        rows.fail("resource " + std::to_string(index) +
                  " is there twice; valid: an index of its own for each");
    }
  }

  void read_manifest() {
    manifest_ = manifest_in(folder_);
    rules_ = rules_of(manifest_, folder_ / "attempts.csv");
    schedule_.count_only(rules_.warm_up, rules_.cool_down);
  }

  void read_jobs() {
    CsvReader rows(jobs_);
    if (folder_.empty()) // as Batsim before version 3 called them
      for (const auto& [old, now] :
           {std::pair("requested_number_of_processors", "requested_number_of_resources"),
            {"allocated_processors", "allocated_resources"}})
        rows.rename(old, now);
    for (const auto& column : columns_read)
      if (!rows.has(column))
        rows.fail("has no column '" + column + "'");
    has_states_ = rows.has("final_state");
    if (!has_states_ && !folder_.empty())
      rows.fail("has no column 'final_state'");
    has_work_ = rows.has("work");
    has_workload_ = rows.has("workload_name");
    has_restarts_ = rows.has("restarts");
    has_metadata_ = !folder_.empty() && rows.has("metadata");
    while (rows.next()) {
      found_.job();
      check_row(rows);
    }
    found_.checked("every start is at or after its submission, every finish at or after its start");
    found_.checked("waiting, execution and turnaround times and stretch agree with the dates");
    if (rules_.log.starts_are_late)
      found_.not_checked("walltimes: the parts of a job start when messages reach their nodes");
    else if (!rules_.copies)
      found_.checked(std::string("no job runs longer than its walltime") +
                     (has_states_ ? ", and what is said to have reached it did" : ""));
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
    if (ids_.insert(job.id).second)
      in_order_.push_back(job.id);
    else
      found_.violation("conservation", job.who + " has a row already");
    first_submission_ = std::min(first_submission_, job.submitted);
    const std::string state = state_in(row);
    if (final_states.count(state) == 0 ||
        row.text("success") != (state == "COMPLETED_SUCCESSFULLY" ? "1" : "0"))
      found_.violation("final state", job.who + " is '" + state + "' with success " + row.text("success"));
    if (state == "REJECTED") {
      if (!row.text("allocated_resources").empty())
        found_.violation("final state", job.who + " is rejected and has resources");
      schedule_.add_rejected(job.submitted);
      some_dropped_ =
          some_dropped_ || row.integer("requested_number_of_resources") <= std::int64_t(resources_.size());
      return;
    }
    job.start = finite(row, "starting_time");
    job.finish = finite(row, "finish_time");
    check_dates(row, job);
    check_walltime(row, job);
    place(row, job);
    schedule_.add(job.submitted, job.start, job.finish,
                  job.completed ? FinalState::completed : FinalState::killed);
  }

  std::string id_in(const CsvReader& row) const {
    if (!folder_.empty())
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
    waited_ += job.start - job.submitted;
    last_finish_ = std::max(last_finish_, job.finish);
  }

  void check_column(const CsvReader& row, const Row& job, const std::string& column, double expected) {
    const double most = folder_.empty() ? six_decimals + 1e-15 * std::abs(job.finish) : 0;
    if (std::abs(finite(row, column) - expected) > most)
      found_.violation("columns agree", job.who + " has " + column + " " + row.text(column) +
                                            ", its dates say " + shortest(expected));
  }

  void check_stretch(const CsvReader& row, const Row& job) {
    const Seconds execution = job.finish - job.start, turnaround = job.finish - job.submitted;
    const double written = row.real("stretch"), expected = execution > 0 ? turnaround / execution : 1;
    const double most = // of rounded dates; that of a job which takes no time may be anything
        folder_.empty()
            ? six_decimals * (1 + 2 * std::abs(expected)) / std::max(execution - six_decimals, 0.0) +
                  six_decimals
            : 0;
    if (!(std::abs(written - expected) <= most) && !(folder_.empty() && execution <= six_decimals))
      found_.violation("columns agree", job.who + " has stretch " + row.text("stretch") + ", its dates say " +
                                            shortest(expected));
  }

  /// Dates may be off by so much, where they are sums.
  double slack(Seconds date) const {
    return rounding * std::max(1.0, date) + (folder_.empty() ? six_decimals : 0);
  }
  /// A walltime of 0 is planned with as 1 s.
  Seconds limit(Seconds walltime) const { return walltime == 0 && !folder_.empty() ? 1 : walltime; }

  void check_walltime(const CsvReader& row, const Row& job) {
    const Seconds walltime = finite(row, "requested_time"), took = job.finish - job.start;
    if (rules_.log.starts_are_late)
      return;
    if (walltime >= 0 && !rules_.may_outlive && took > limit(walltime) + slack(job.finish))
      found_.violation("walltime", job.who + " ran for " + shortest(took) + " s, its walltime is " +
                                       row.text("requested_time"));
    if (state_in(row) != "COMPLETED_WALLTIME_REACHED")
      return;
    if (walltime < 0)
      found_.violation("walltime", job.who + " is said to have reached its walltime, and has none");
    else if (std::abs(took - limit(walltime)) > slack(job.finish))
      found_.violation("walltime", job.who + " is said to have reached its walltime of " +
                                       row.text("requested_time") + " s, and ran for " + shortest(took) +
                                       " s");
  }

  void place(const CsvReader& row, const Row& job) {
    const IndexSet resources = resources_in(row);
    if (const auto asked = has_metadata_ ? fragments_in(row) : std::nullopt)
      fragments_["job " + job.id] = *asked;
    if (resources.size() != row.integer("requested_number_of_resources"))
      found_.violation("capacity", job.who + " asked for " + row.text("requested_number_of_resources") +
                                       " resources and has " + std::to_string(resources.size()));
    const auto restarts = has_restarts_ ? row.integer("restarts") : 0;
    check_resources_of(row, job, resources, restarts > 0 && rules_.copies && rules_.copies->may_resume);
    if (restarts > 0) { // its attempts are in attempts.csv
      const Seconds walltime = finite(row, "requested_time");
      const bool is_limited = walltime >= 0 && !rules_.may_outlive && !rules_.log.starts_are_late;
      restarted_[job.id] = {job.who,
                            restarts,
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
    starts_[job.id] = job.start;
    occupations_.push_back({"job " + job.id, job.start, job.finish, resources});
  }

  /// They exist, and each of them can do the work in that time, if it did all of it.
  void check_resources_of(const CsvReader& row, const Row& job, const IndexSet& resources, bool is_part) {
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
                                         (folder_.empty() ? ", which the platform has not"
                                                          : ", which is not in resources.csv"));
    }
    if (!job.completed || is_part || !has_work_)
      return;
    const Flops work = finite(row, "work");
    if (slowest != nullptr)
      check_speed(job, slowest->host, work / slowest->speed);
    for (const int index : changing)
      check_speed(job, resources_.at(index).host, speeds_.at(index).run(job.start, work).time);
  }

  void check_speed(const Row& job, const std::string& host, Seconds least) {
    const Seconds took = job.finish - job.start;
    if (took < least - slack(job.finish))
      found_.violation("speed", job.who + " took " + shortest(took) + " s, " + host + " needs " +
                                    shortest(least) + " s for it");
  }

  void check_conservation() {
    if (manifest_.is_null()) {
      found_.not_checked("conservation of tasks: there is no manifest.json");
      return;
    }
    const auto number = [&](const char* key) {
      const auto found = manifest_.is_object() ? manifest_.find(key) : manifest_.end();
      if (!manifest_.is_object() || found == manifest_.end() || !found->is_number_integer() ||
          !(*found >= 0) || *found > most_tasks)
        throw InputError((folder_ / "manifest.json").string() +
                         ": is not a manifest with numbers 'tasks_submitted' and 'tasks_unfinished'");
      return found->get<std::int64_t>();
    };
    submitted_ = number("tasks_submitted");
    unfinished_ = number("tasks_unfinished");
    std::int64_t with_row = 0;
    for (const auto& id : in_order_)
      if (const auto task = parse_number<std::int64_t>(id); *task >= 0 && *task < submitted_)
        ++with_row;
      else
        found_.violation("conservation", "job " + id + " has a row and was never submitted");
    const auto missing = submitted_ - with_row;
    if (unfinished_ == 0)
      name_missing(missing);
    else if (missing != unfinished_)
      found_.violation("conservation", std::to_string(unfinished_) +
                                           " tasks are said to be unfinished, and " +
                                           std::to_string(missing) + " have no row");
    found_.checked("each of the " + std::to_string(submitted_) + " tasks submitted has one row, but for " +
                   std::to_string(unfinished_) + " unfinished");
  }

  /// As many as a rule names.
  void name_missing(std::int64_t missing) {
    auto left = std::min(missing, static_cast<std::int64_t>(most_violations) + 1);
    for (std::int64_t id = 0; left > 0; ++id)
      if (ids_.count(std::to_string(id)) == 0) {
        found_.violation("conservation", "job " + std::to_string(id) + " was submitted and has no row");
        --left;
      }
  }

  /// The metrics of schedule.csv against those of the rows of jobs.csv.
  void check_schedule() {
    if (!fs::exists(folder_ / "schedule.csv")) {
      found_.not_checked("metrics: there is no schedule.csv");
      return;
    }
    CsvReader written(folder_ / "schedule.csv");
    if (!written.next())
      written.fail("has no line of values");
    for (const auto& metric : schedule_.values(written.real("simulated_time")))
      if (!is_near(written.real(metric.name), metric.value))
        found_.violation("metrics", metric.name + " is " + written.text(metric.name) +
                                        " in schedule.csv, the rows say " + shortest(metric.value));
    found_.checked("the metrics of schedule.csv are those of the rows");
    if (written.has("mean_queue_length"))
      check_littles_law(written);
  }

  /// The mean queue is known from the rows where these are all that ever waited.
  void check_littles_law(const CsvReader& written) {
    const auto is_zero = [&](const char* metric) { return written.has(metric) && written.real(metric) == 0; };
    if (unfinished_ != 0 || !restarted_.empty() || some_dropped_ || !is_zero("cut") || !is_zero("messages")) {
      found_.not_checked("Little's law: jobs were restarted, dropped or not finished, or messages took time");
      return;
    }
    if (!(last_finish_ > first_submission_))
      return;
    const double length = waited_ / (last_finish_ - first_submission_);
    if (!is_near(written.real("mean_queue_length"), length))
      found_.violation("Little's law", "mean_queue_length is " + written.text("mean_queue_length") +
                                           ", the waiting times of the rows give " + shortest(length));
    found_.checked("Little's law: the mean queue is the rate of arrivals times the mean wait");
  }

  static bool is_near(double a, double b) { return std::abs(a - b) <= rounding * std::max(1.0, std::abs(b)); }

  const fs::path folder_; ///< empty: of another tool
  const fs::path jobs_;
  bool has_work_ = false, has_workload_ = false, has_restarts_ = false, has_metadata_ = false,
       has_states_ = false;
  bool some_dropped_ = false; ///< jobs that waited and have no dates
  nlohmann::json manifest_;
  RunRules rules_;
  Findings found_;
  ScheduleMetrics schedule_;
  std::map<int, ResourceRow> resources_;
  Speeds speeds_;
  std::vector<Occupation> occupations_;
  std::vector<OutageRow> outages_;
  std::map<std::string, Seconds> starts_;
  std::map<std::string, Restarted> restarted_;
  std::map<std::string, AskedFragments> fragments_; ///< by "job 3"
  std::unordered_set<std::string> ids_;
  std::vector<std::string> in_order_; ///< ids, of the rows
  std::int64_t submitted_ = 0, unfinished_ = 0;
  Seconds waited_ = 0, last_finish_ = 0;
  Seconds first_submission_ = std::numeric_limits<Seconds>::infinity();
};

} // namespace

Validation validate_schedule(const fs::path& folder) { return Checker(folder).run(); }

Validation validate_jobs(const fs::path& jobs, const std::vector<ResourceRow>& resources,
                         const std::map<std::string, SpeedProfile>& speeds) {
  return Checker(jobs, resources, speeds).run();
}

} // namespace malha

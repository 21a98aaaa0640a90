// SPDX-License-Identifier: MIT
#include "validator.hpp"

#include "csv_reader.hpp"
#include "findings.hpp"
#include "metrics.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// Dates are sums of rounded numbers: a task may seem faster than its host by the last digits of its dates.
constexpr double rounding = 1e-9;
/// Batsim writes six decimals.
constexpr double six_decimals = 2e-6;

IndexSet resources_in(const CsvReader& row) {
  try {
    return IndexSet::parse(row.text("allocated_resources"));
  } catch (const std::invalid_argument& error) {
    row.fail(error.what());
  }
}

class Checker {
public:
  /// Of a folder that a run wrote.
  explicit Checker(const fs::path& folder) : folder_(folder), jobs_(folder / "jobs.csv") {
    read_resources();
    read_manifest();
  }
  /// Of a file of another tool.
  Checker(const fs::path& jobs, const std::vector<ResourceRow>& resources) : jobs_(jobs), exact_(0) {
    exact_ = six_decimals;
    for (const auto& resource : resources)
      resources_[resource.index] = resource;
  }

  Validation run() {
    read_jobs();
    if (!folder_.empty()) {
      read_attempts();
      read_outages();
      check_conservation();
    }
    check_resources(resources_, occupations_, outages_, found_);
    if (!folder_.empty()) {
      check_schedule();
      if (fs::exists(folder_ / "decisions.csv"))
        check_promises(folder_ / "decisions.csv", starts_, queue_order() != "submit", found_);
    }
    return found_.take();
  }

private:
  struct Row {
    std::string who; ///< "job 3 (jobs.csv:5)"
    std::string id;
    Seconds submitted, start, finish;
    bool completed; ///< by itself
  };

  void read_resources() {
    CsvReader rows(folder_ / "resources.csv");
    while (rows.next()) {
      const int index = static_cast<int>(rows.integer("index"));
      resources_[index] = {index,
                           rows.text("host"),
                           rows.real("speed"),
                           1,
                           "",
                           "",
                           static_cast<int>(rows.has("slots") ? rows.integer("slots") : 1)};
    }
  }

  void read_manifest() {
    std::ifstream file(folder_ / "manifest.json");
    if (!file)
      return;
    manifest_ = nlohmann::json::parse(file, nullptr, false);
    const auto& run = manifest_.is_object() ? manifest_.value("run", nlohmann::json()) : nlohmann::json();
    const auto date = [&](const char* name, Seconds otherwise) {
      return parse_number<double>(run.is_object() ? run.value(name, "") : "").value_or(otherwise);
    };
    schedule_.count_only(date("warm_up", 0), date("cool_down", std::numeric_limits<Seconds>::infinity()));
  }

  /// A property of the first actor of the deployment that has it, or "".
  std::string property(const std::string& name) const {
    if (manifest_.is_object())
      for (const auto& actor : manifest_.value("/deployment/actors"_json_pointer, nlohmann::json::array()))
        if (actor.is_object() && actor.contains("parameters") && actor["parameters"].contains(name))
          return actor["parameters"][name].get<std::string>();
    return "";
  }
  std::string queue_order() const {
    return manifest_.is_object()
               ? manifest_.value("/deployment/actors/0/policies/policy/parameters/order"_json_pointer,
                                 "submit")
               : "submit";
  }

  void read_jobs() {
    CsvReader rows(jobs_);
    while (rows.next()) {
      found_.job();
      check_row(rows);
    }
    found_.checked("every start is at or after its submission, every finish at or after its start");
    found_.checked("waiting, execution and turnaround times and stretch agree with the dates");
    found_.checked("no job runs longer than its walltime, and what is said to have reached it did");
    if (rows.has("work"))
      found_.checked("no task is faster than its host");
    else
      found_.not_checked("speed: jobs.csv has no column 'work'");
  }

  void check_row(const CsvReader& row) {
    Row job{"job " + row.text("job_id") + " (" + row.place() + ")",
            row.text("job_id"),
            row.real("submission_time"),
            0,
            0,
            row.text("success") == "1"};
    if (folder_.empty() && row.has("workload_name"))
      job.id = row.text("workload_name") + "!" + job.id;
    else if (!folder_.empty())
      row.integer("job_id");
    if (!ids_.insert(job.id).second)
      found_.violation("conservation", job.who + " has a row already");
    const auto& state = row.text("final_state");
    const std::set<std::string> states{"COMPLETED_SUCCESSFULLY", "COMPLETED_FAILED",
                                       "COMPLETED_WALLTIME_REACHED", "COMPLETED_KILLED", "REJECTED"};
    if (states.count(state) == 0 || job.completed != (state == "COMPLETED_SUCCESSFULLY"))
      found_.violation("final state", job.who + " is '" + state + "' with success " + row.text("success"));
    if (state == "REJECTED") {
      if (!row.text("allocated_resources").empty())
        found_.violation("final state", job.who + " is rejected and has resources");
      schedule_.add_rejected();
      return;
    }
    job.start = row.real("starting_time");
    job.finish = row.real("finish_time");
    check_dates(row, job);
    check_walltime(row, job);
    place(row, job);
    schedule_.add(job.submitted, job.start, job.finish,
                  job.completed ? FinalState::completed : FinalState::killed);
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
    if (exact_ == 0) // that of rounded dates is no stretch
      check_column(row, job, "stretch",
                   job.finish > job.start ? (job.finish - job.submitted) / (job.finish - job.start) : 1);
    waited_ += job.start - job.submitted;
    first_submission_ = std::min(first_submission_, job.submitted);
    last_finish_ = std::max(last_finish_, job.finish);
  }

  void check_column(const CsvReader& row, const Row& job, const std::string& column, double expected) {
    if (std::abs(row.real(column) - expected) > exact_ * std::max(1.0, std::abs(expected)))
      found_.violation("columns agree", job.who + " has " + column + " " + row.text(column) +
                                            ", its dates say " + shortest(expected));
  }

  void check_walltime(const CsvReader& row, const Row& job) {
    const Seconds walltime = row.real("requested_time"), took = job.finish - job.start;
    const double close = std::max(exact_, rounding) * std::max(1.0, job.finish);
    // A walltime of 0 is planned with as 1 s.
    const Seconds limit = walltime == 0 && !folder_.empty() ? 1 : walltime;
    if (walltime >= 0 && took > limit + close && property("overrun") != "extend")
      found_.violation("walltime", job.who + " ran for " + shortest(took) + " s, its walltime is " +
                                       row.text("requested_time"));
    if (row.text("final_state") == "COMPLETED_WALLTIME_REACHED" && std::abs(took - limit) > close)
      found_.violation("walltime", job.who + " is said to have reached its walltime of " +
                                       row.text("requested_time") + " s, and ran for " + shortest(took) +
                                       " s");
  }

  void place(const CsvReader& row, const Row& job) {
    const IndexSet resources = resources_in(row);
    if (resources.size() != row.integer("requested_number_of_resources"))
      found_.violation("capacity", job.who + " asked for " + row.text("requested_number_of_resources") +
                                       " resources and has " + std::to_string(resources.size()));
    for (const auto& interval : resources.intervals())
      for (int index = interval.first; index <= interval.last; ++index)
        check_resource(row, job, index);
    const auto restarts = row.has("restarts") ? row.integer("restarts") : 0;
    if (restarts > 0) {
      restarted_[job.id] = {job.who, restarts, row.real("wasted_time"), job.start, job.finish, resources};
      return; // its attempts are in attempts.csv
    }
    starts_[job.id] = job.start;
    occupations_.push_back({"job " + row.text("job_id"), job.start, job.finish, resources});
  }

  void check_resource(const CsvReader& row, const Row& job, int index) {
    const auto resource = resources_.find(index);
    if (resource == resources_.end()) {
      found_.violation("capacity", job.who + " is on resource " + std::to_string(index) +
                                       (folder_.empty() ? ", which the platform has not"
                                                        : ", which is not in resources.csv"));
      return;
    }
    if (!job.completed || !row.has("work"))
      return;
    const Seconds least = row.real("work") / resource->second.speed;
    if (job.finish - job.start < least - rounding * std::max(1.0, job.finish))
      found_.violation("speed", job.who + " took " + shortest(job.finish - job.start) + " s, " +
                                    resource->second.host + " needs " + shortest(least) + " s for it");
  }

  void read_attempts() {
    if (!fs::exists(folder_ / "attempts.csv")) {
      for (const auto& [id, job] : restarted_)
        found_.violation("attempts", job.who + " was restarted, and there is no attempts.csv");
      return;
    }
    CsvReader rows(folder_ / "attempts.csv");
    while (rows.next()) {
      const Occupation attempt{"job " + rows.text("job_id"), rows.real("start"), rows.real("end"),
                               resources_in(rows)};
      auto& before = attempts_[rows.text("job_id")];
      if (rows.integer("attempt") != static_cast<std::int64_t>(before.size()) + 1)
        found_.violation("attempts", rows.place() + " is attempt " + rows.text("attempt") + " of " +
                                         attempt.job + ", after " + std::to_string(before.size()));
      if (!before.empty() && attempt.start < before.back().end)
        found_.violation("attempts", attempt.job + " starts again at " + shortest(attempt.start) +
                                         ", before its last attempt ends");
      before.push_back(attempt);
      occupations_.push_back(attempt);
    }
    for (const auto& [id, job] : restarted_)
      check_attempts(job, attempts_[id]);
    found_.checked("no job has two attempts at once, and its row is that of the last");
  }

  struct Restarted {
    std::string who;
    std::int64_t restarts;
    Seconds wasted, start, finish;
    IndexSet resources;
  };

  void check_attempts(const Restarted& job, const std::vector<Occupation>& attempts) {
    Seconds wasted = 0;
    for (std::size_t i = 0; i + 1 < attempts.size(); ++i)
      wasted += attempts[i].end - attempts[i].start;
    if (static_cast<std::int64_t>(attempts.size()) != job.restarts + 1)
      found_.violation("attempts", job.who + " has " + std::to_string(job.restarts) + " restarts and " +
                                       std::to_string(attempts.size()) + " attempts");
    else if (attempts.back().start != job.start || attempts.back().end != job.finish ||
             !(attempts.back().resources == job.resources) || wasted != job.wasted)
      found_.violation("attempts", job.who + " is not what attempts.csv says of it");
  }

  void read_outages() {
    if (!fs::exists(folder_ / "outages.csv"))
      return;
    CsvReader rows(folder_ / "outages.csv");
    while (rows.next()) {
      const int resource = static_cast<int>(rows.integer("resource"));
      if (resources_.count(resource) == 0)
        rows.fail("resource " + std::to_string(resource) + " is not in resources.csv");
      outages_.push_back({resource, rows.real("start"),
                          rows.text("end").empty() ? std::nullopt : std::optional(rows.real("end"))});
    }
  }

  void check_conservation() {
    if (manifest_.is_null()) {
      found_.not_checked("conservation of tasks: there is no manifest.json");
      return;
    }
    const auto number = [&](const char* key) {
      const auto found = manifest_.is_object() ? manifest_.find(key) : manifest_.end();
      if (!manifest_.is_object() || found == manifest_.end() || !found->is_number_integer())
        throw InputError((folder_ / "manifest.json").string() +
                         ": is not a manifest with numbers 'tasks_submitted' and 'tasks_unfinished'");
      return found->get<std::int64_t>();
    };
    submitted_ = number("tasks_submitted");
    unfinished_ = number("tasks_unfinished");
    std::vector<std::int64_t> without_row;
    for (std::int64_t id = 0; id < submitted_; ++id)
      if (ids_.count(std::to_string(id)) == 0)
        without_row.push_back(id);
    if (static_cast<std::int64_t>(without_row.size()) < unfinished_)
      found_.violation("conservation", std::to_string(unfinished_) +
                                           " tasks are said to be unfinished, and " +
                                           std::to_string(without_row.size()) + " have no row");
    for (auto i = static_cast<std::size_t>(unfinished_); i < without_row.size(); ++i)
      found_.violation("conservation",
                       "job " + std::to_string(without_row[i]) + " was submitted and has no row");
    for (const auto& text : ids_)
      if (const auto id = parse_number<std::int64_t>(text); !id || *id < 0 || *id >= submitted_)
        found_.violation("conservation", "job " + text + " has a row and was never submitted");
    found_.checked("each of the " + std::to_string(submitted_) + " tasks submitted has one row, but for " +
                   std::to_string(unfinished_) + " unfinished");
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
    const bool whole = unfinished_ == 0 && restarted_.empty() && written.has("cut") &&
                       written.real("cut") == 0 && written.has("messages") && written.real("messages") == 0;
    if (!written.has("mean_queue_length") || !whole || !(last_finish_ > first_submission_))
      return;
    const double length = waited_ / (last_finish_ - first_submission_);
    if (written.real("jobs_rejected") == 0 && !is_near(written.real("mean_queue_length"), length))
      found_.violation("Little's law", "mean_queue_length is " + written.text("mean_queue_length") +
                                           ", the waiting times of the rows give " + shortest(length));
    found_.checked("Little's law: the mean queue is the rate of arrivals times the mean wait");
  }

  static bool is_near(double a, double b) { return std::abs(a - b) <= rounding * std::max(1.0, std::abs(b)); }

  const fs::path folder_; ///< empty: of another tool
  const fs::path jobs_;
  double exact_ = 0; ///< how far columns may be from what the dates say, relative
  nlohmann::json manifest_;
  Findings found_;
  ScheduleMetrics schedule_;
  std::map<int, ResourceRow> resources_;
  std::vector<Occupation> occupations_;
  std::vector<OutageRow> outages_;
  std::map<std::string, Seconds> starts_;
  std::map<std::string, Restarted> restarted_;
  std::map<std::string, std::vector<Occupation>> attempts_;
  std::set<std::string> ids_;
  std::int64_t submitted_ = 0, unfinished_ = 0;
  Seconds waited_ = 0, last_finish_ = 0;
  Seconds first_submission_ = std::numeric_limits<Seconds>::infinity();
};

} // namespace

Validation validate_schedule(const fs::path& folder) { return Checker(folder).run(); }

Validation validate_jobs(const fs::path& jobs, const std::vector<ResourceRow>& resources) {
  return Checker(jobs, resources).run();
}

} // namespace malha

// SPDX-License-Identifier: MIT
#include "validator.hpp"

#include "csv_reader.hpp"
#include "metrics.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "records.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace malha {
namespace {

struct Resource {
  std::string host;
  FlopsPerSecond speed;
  int slots;
};

struct Span {
  std::int64_t id;
  Seconds start;
  Seconds finish;
};

/// Dates are sums of rounded numbers: a task may seem faster than its host by the last digits of its dates.
constexpr double rounding = 1e-9;

class Checker {
public:
  explicit Checker(const std::filesystem::path& folder) : folder_(folder) {}

  Validation run() {
    read_resources();
    read_jobs();
    check_conservation();
    check_capacity();
    check_schedule();
    return std::move(found_);
  }

private:
  void violation(const std::string& rule, const std::string& text) {
    const auto number = ++violations_[rule];
    if (number <= most_violations)
      found_.violations.push_back(rule + ": " + text);
    else if (number == most_violations + 1)
      found_.violations.push_back(rule + ": … and more");
  }

  void read_resources() {
    CsvReader rows(folder_ / "resources.csv");
    while (rows.next())
      resources_[static_cast<int>(rows.integer("index"))] = {
          rows.text("host"), rows.real("speed"),
          static_cast<int>(rows.has("slots") ? rows.integer("slots") : 1)};
  }

  void read_jobs() {
    CsvReader rows(folder_ / "jobs.csv");
    while (rows.next()) {
      ++found_.jobs;
      check_row(rows);
    }
    found_.checks.push_back("every start is at or after its submission, every finish at or after its start");
    found_.checks.push_back("waiting, execution and turnaround times and stretch agree with the dates");
    if (rows.has("work"))
      found_.checks.push_back("no task is faster than its host");
    else
      found_.unchecked.push_back("speed: jobs.csv has no column 'work'");
  }

  void check_row(const CsvReader& row) {
    const auto id = row.integer("job_id");
    const Seconds submitted = row.real("submission_time"), start = row.real("starting_time"),
                  finish = row.real("finish_time");
    const std::string who = "job " + std::to_string(id) + " (" + row.place() + ")";
    if (!ids_.insert(id).second)
      violation("conservation", who + " has a row already");
    if (start < submitted)
      violation("start >= submission",
                who + " starts at " + shortest(start) + ", submitted at " + shortest(submitted));
    if (finish < start)
      violation("finish >= start",
                who + " finishes at " + shortest(finish) + ", started at " + shortest(start));
    check_column(row, who, "waiting_time", start - submitted);
    check_column(row, who, "execution_time", finish - start);
    check_column(row, who, "turnaround_time", finish - submitted);
    check_column(row, who, "stretch", finish > start ? (finish - submitted) / (finish - start) : 1);
    schedule_.add(submitted, start, finish);
    place_on_resources(row, who, {id, start, finish});
  }

  void check_column(const CsvReader& row, const std::string& who, const std::string& column,
                    double expected) {
    if (row.real(column) != expected)
      violation("columns agree",
                who + " has " + column + " " + row.text(column) + ", its dates say " + shortest(expected));
  }

  void place_on_resources(const CsvReader& row, const std::string& who, const Span& span) {
    IndexSet set;
    try {
      set = IndexSet::parse(row.text("allocated_resources"));
    } catch (const std::invalid_argument& error) {
      row.fail(error.what());
    }
    std::vector<int> indices;
    for (const auto& interval : set.intervals())
      for (int index = interval.first; index <= interval.last; ++index)
        indices.push_back(index);
    if (static_cast<std::int64_t>(indices.size()) != row.integer("requested_number_of_resources"))
      violation("capacity", who + " asked for " + row.text("requested_number_of_resources") +
                                " resources and has " + std::to_string(indices.size()));
    for (const int index : indices) {
      const auto resource = resources_.find(index);
      if (resource == resources_.end()) {
        violation("capacity",
                  who + " is on resource " + std::to_string(index) + ", which is not in resources.csv");
        continue;
      }
      spans_[index].push_back(span);
      const Seconds least = row.has("work") ? row.real("work") / resource->second.speed : 0;
      if (span.finish - span.start < least - rounding * std::max(1.0, span.finish))
        violation("speed", who + " took " + shortest(span.finish - span.start) + " s, " +
                               resource->second.host + " needs " + shortest(least) + " s for it");
    }
  }

  void check_conservation() {
    std::ifstream file(folder_ / "manifest.json");
    if (!file) {
      found_.unchecked.push_back("conservation of tasks: there is no manifest.json");
      return;
    }
    const auto manifest = nlohmann::json::parse(file, nullptr, false);
    const auto number = [&](const char* key) {
      const auto found = manifest.is_object() ? manifest.find(key) : manifest.end();
      if (found == manifest.end() || !found->is_number_integer())
        throw InputError((folder_ / "manifest.json").string() +
                         ": is not a manifest with numbers 'tasks_submitted' and 'tasks_unfinished'");
      return found->get<std::int64_t>();
    };
    const auto submitted = number("tasks_submitted"), unfinished = number("tasks_unfinished");
    auto without_row = submitted;
    for (std::int64_t id = 0; id < submitted; ++id)
      without_row -= ids_.count(id) > 0 ? 1 : 0;
    if (without_row < unfinished)
      violation("conservation", std::to_string(unfinished) + " tasks are said to be unfinished, and " +
                                    std::to_string(without_row) + " have no row");
    auto allowed = unfinished;
    for (std::int64_t id = 0; id < submitted; ++id)
      if (ids_.count(id) == 0 && --allowed < 0)
        violation("conservation", "job " + std::to_string(id) + " was submitted and has no row");
    for (const auto id : ids_)
      if (id < 0 || id >= submitted)
        violation("conservation", "job " + std::to_string(id) + " has a row and was never submitted");
    found_.checks.push_back("each of the " + std::to_string(submitted) +
                            " tasks submitted has one row, but for " + std::to_string(unfinished) +
                            " unfinished");
  }

  void check_capacity() {
    for (auto& [index, spans] : spans_)
      check_capacity_of(resources_.at(index), spans);
    found_.checks.push_back("no resource runs more tasks at once than it has slots");
  }

  void check_capacity_of(const Resource& resource, const std::vector<Span>& spans) {
    std::vector<std::tuple<Seconds, int, std::int64_t>>
        changes; // an end (-1) sorts before a start (+1) of its date
    for (const auto& span : spans)
      if (span.finish > span.start) {
        changes.emplace_back(span.start, 1, span.id);
        changes.emplace_back(span.finish, -1, span.id);
      }
    std::sort(changes.begin(), changes.end());
    int running = 0;
    for (const auto& [date, change, id] : changes) {
      running += change;
      if (change > 0 && running > resource.slots)
        violation("capacity", resource.host + " runs " + std::to_string(running) + " tasks at " +
                                  shortest(date) + " (job " + std::to_string(id) + " the last) and has " +
                                  std::to_string(resource.slots) +
                                  (resource.slots == 1 ? " slot" : " slots"));
    }
  }

  /// The metrics of schedule.csv against those of the rows of jobs.csv.
  void check_schedule() {
    if (!std::filesystem::exists(folder_ / "schedule.csv")) {
      found_.unchecked.push_back("metrics: there is no schedule.csv");
      return;
    }
    CsvReader written(folder_ / "schedule.csv");
    if (!written.next())
      written.fail("has no line of values");
    for (const auto& metric : schedule_.values(written.real("simulated_time")))
      if (std::abs(written.real(metric.name) - metric.value) >
          rounding * std::max(1.0, std::abs(metric.value)))
        violation("metrics", metric.name + " is " + written.text(metric.name) +
                                 " in schedule.csv, the rows say " + shortest(metric.value));
    found_.checks.push_back("the metrics of schedule.csv are those of the rows");
  }

  std::filesystem::path folder_;
  Validation found_;
  ScheduleMetrics schedule_;
  std::map<std::string, std::size_t> violations_;
  std::map<int, Resource> resources_;
  std::map<int, std::vector<Span>> spans_;
  std::set<std::int64_t> ids_;
};

} // namespace

Validation validate_schedule(const std::filesystem::path& folder) { return Checker(folder).run(); }

} // namespace malha

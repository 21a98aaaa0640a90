// SPDX-License-Identifier: MIT
#include "chrome_trace.hpp"

#include "policies/sdk/errors.hpp"
#include "results/files/files.hpp"
#include "results/files/manifest.hpp"
#include "results/validate/rows.hpp"
#include "results/validate/run_reader.hpp"
#include "trace_events.hpp"
#include "trace_tracks.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

namespace fs = std::filesystem;

constexpr int counter_process = 1;
constexpr const char* queue_counter = "waiting jobs";
constexpr const char* use_counter = "utilisation";

/// Names of what was run, and values as JSON.
std::vector<std::pair<std::string, std::string>> what_was_run(const fs::path& run) {
  const auto manifest = manifest_in(run);
  std::vector<std::pair<std::string, std::string>> about;
  for (const auto* part : {"platform", "deployment", "workload"}) {
    const auto name = nlohmann::json::json_pointer("/" + std::string(part) + "/name");
    if (manifest.is_object() && manifest.contains(name) && manifest[name].is_string())
      about.emplace_back(part, json_text(manifest[name].get<std::string>()));
  }
  for (const auto* key : {"seed", "malha"})
    if (manifest.is_object() && manifest.contains(key) && manifest[key].is_primitive())
      about.emplace_back(key, manifest[key].dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
  return about;
}

std::string block_text(const IndexSet::Interval& block) {
  return std::to_string(block.first) + (block.size() > 1 ? "-" + std::to_string(block.last) : "");
}

/// Writes a counter from a run of values in order of time, as far as they lie in the window.
class CounterWriter {
public:
  CounterWriter(TraceEvents& events, const char* name, const TimeWindow& window)
      : events_(events), name_(name), window_(window) {}

  void at(Seconds time, double value) {
    if (time >= window_.to || value == value_)
      return;
    if (time > window_.from)
      end();
    is_before_ = time < window_.from;
    value_ = value;
    if (!is_before_)
      write(time);
  }
  /// Writes the value at the beginning of the window, where nothing changed it since.
  void end() {
    if (is_before_)
      write(window_.from);
    is_before_ = false;
  }

private:
  void write(Seconds time) { events_.counter(counter_process, name_, time, value_); }

  TraceEvents& events_;
  const char* name_;
  const TimeWindow& window_;
  double value_ = std::nan("");
  bool is_before_ = false; ///< whether the value is from before the window, and not yet written
};

class ChromeTrace {
public:
  ChromeTrace(const fs::path& run, const TimeWindow& window, std::ostream& out)
      : run_(run), window_(window), reader_(run), events_(out, what_was_run(run)),
        tracks_(events_, reader_.resources(), counter_process + 1) {}

  TraceSize write() {
    events_.name_process(counter_process, "the run");
    RunSteps steps;
    const bool has_series = is_written(run_ / "series.csv");
    reader_.read([this](const RanRow& row, const CsvReader* csv) { write_row(row, csv); },
                 has_series ? nullptr : &steps);
    write_held();
    if (is_written(run_ / "outages.csv"))
      write_outages();
    if (has_series)
      write_series();
    else
      write_steps(steps);
    events_.close();
    return size_;
  }

private:
  bool is_in_window(Seconds start, Seconds end) const {
    return start < window_.to && (end > window_.from || (start == end && start == window_.from));
  }

  static void check_date(Seconds date, const fs::path& file) {
    if (std::abs(date) > latest_trace_date)
      throw InputError(file.string() + ": has the date " + shortest(date) + " s; valid in a trace: up to " +
                       shortest(latest_trace_date) + " s");
  }

  void write_row(const RanRow& row, const CsvReader* csv) {
    const bool is_job = csv != nullptr;
    check_date(row.start, run_ / (is_job ? "jobs.csv" : "attempts.csv"));
    check_date(row.end, run_ / (is_job ? "jobs.csv" : "attempts.csv"));
    last_end_ = std::max(last_end_, row.end);
    if (!is_in_window(row.start, row.end))
      return;
    ++(is_job ? size_.jobs : size_.attempts);
    TraceSpan span;
    span.name = "job " + std::to_string(row.job);
    if (!is_job || csv->text_if_any("profile") == "bag_of_tasks")
      span.name += " task " + std::to_string(row.task);
    if (!is_job)
      span.name += " (" + row.outcome + ")";
    span.category = row.outcome;
    span.start = row.start;
    span.end = row.end;
    const auto arguments = arguments_of(row, csv);
    row.each_size([&](Seconds start, Seconds end, const IndexSet& resources) {
      if (!is_in_window(start, end))
        return;
      span.start = start;
      span.end = end;
      span.arguments = arguments;
      span.arguments.emplace_back("resources", json_text(resources.text()));
      if (reader_.has_sizes())
        held_.push_back({span, resources});
      else
        write_blocks(span, resources);
    });
  }

  void write_blocks(TraceSpan& span, const IndexSet& resources) {
    const auto arguments = span.arguments;
    for (const auto& block : resources.intervals()) {
      const auto track = tracks_.take(block.first, span.start, span.end);
      span.process = track.process;
      span.track = track.track;
      span.arguments = arguments;
      span.arguments.emplace_back("block", json_text(block_text(block)));
      events_.span(span);
      ++size_.spans;
    }
  }

  /// Tracks are given to spans in the order of their ends, and a job ends after its earlier sizes.
  void write_held() {
    std::stable_sort(held_.begin(), held_.end(),
                     [](const Held& one, const Held& other) { return one.span.end < other.span.end; });
    for (auto& held : held_)
      write_blocks(held.span, held.resources);
    held_.clear();
  }

  /// What identifies the row, and what explains it.
  std::vector<std::pair<std::string, std::string>> arguments_of(const RanRow& row,
                                                                const CsvReader* csv) const {
    std::vector<std::pair<std::string, std::string>> arguments{{"job", std::to_string(row.job)},
                                                               {"job_id", std::to_string(row.task)}};
    if (csv == nullptr)
      arguments.emplace_back("attempt", std::to_string(row.attempt));
    else
      for (const auto* column : {"user", "queue", "submission_time"})
        if (const auto text = csv->text_if_any(column); !text.empty())
          arguments.emplace_back(column, json_text(text));
    arguments.emplace_back("outcome", json_text(row.outcome));
    return arguments;
  }

  void write_outages() {
    const auto process = tracks_.next_process();
    events_.name_process(process, "outages");
    const auto& resources = reader_.resources();
    std::vector<bool> has_track(resources.size());
    CsvReader csv(run_ / "outages.csv");
    while (csv.next()) {
      const auto resource = csv.integer("resource", 0, static_cast<std::int64_t>(resources.size()) - 1);
      const auto start = finite(csv, "start");
      const auto end = csv.text("end").empty() ? std::max(start, last_end_) : finite(csv, "end");
      check_date(start, run_ / "outages.csv");
      check_date(end, run_ / "outages.csv");
      if (end < start)
        csv.fail("ends at " + csv.text("end") + ", before it starts at " + csv.text("start"));
      if (!is_in_window(start, end))
        continue;
      const auto place = static_cast<std::size_t>(resource);
      if (!has_track[place])
        events_.name_track(process, static_cast<int>(resource) + 1, resources[place].host);
      has_track[place] = true;
      events_.span({process, static_cast<int>(resource) + 1, "down", "outage", start, end, {}});
      ++size_.outages;
    }
  }

  void write_series() {
    CounterWriter queue(events_, queue_counter, window_), use(events_, use_counter, window_);
    CsvReader csv(run_ / "series.csv");
    while (csv.next()) {
      const auto time = finite(csv, "time");
      check_date(time, run_ / "series.csv");
      queue.at(time, static_cast<double>(csv.integer("queued_jobs")));
      use.at(time, finite(csv, "utilisation"));
    }
    queue.end();
    use.end();
  }

  void write_steps(RunSteps& steps) {
    std::int64_t slots = 0;
    for (const auto& resource : reader_.resources())
      slots += resource.slots;
    CounterWriter queue(events_, queue_counter, window_), use(events_, use_counter, window_);
    steps.each([&](const RunSteps::Step& step) {
      check_date(step.time, run_ / "jobs.csv");
      queue.at(step.time, static_cast<double>(step.waiting));
      use.at(step.time, static_cast<double>(step.slots) / static_cast<double>(slots));
    });
    queue.end();
    use.end();
  }

  struct Held {
    TraceSpan span;
    IndexSet resources;
  };

  const fs::path& run_;
  const TimeWindow& window_;
  RunReader reader_;
  TraceEvents events_;
  TraceTracks tracks_;
  TraceSize size_;
  Seconds last_end_ = 0;
  std::vector<Held> held_; ///< spans, of a run in which jobs change their size
};

} // namespace

TraceSize write_chrome_trace(const fs::path& run, const TimeWindow& window, std::ostream& out) {
  return ChromeTrace(run, window, out).write();
}

} // namespace malha

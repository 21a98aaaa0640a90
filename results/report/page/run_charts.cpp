// SPDX-License-Identifier: MIT
#include "run_charts.hpp"

#include "html_table.hpp"
#include "policies/sdk/errors.hpp"
#include "power_chart.hpp"
#include "results/files/files.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/script/curves.hpp"
#include "results/report/script/typed_array.hpp"
#include "results/validate/rows.hpp"
#include "results/validate/slowdowns.hpp"
#include "sizes_chart.hpp"
#include "stack_charts.hpp"
#include "user_charts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>

namespace malha::page {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// `name` is what the values are; those of time are in s.
json share_chart(std::vector<double>& values, const std::string& title, const std::string& name,
                 bool is_time) {
  const auto distribution = distribution_data(values);
  const bool is_wide = values.front() > 0 && values.back() > 50 * values.front();
  return {{"title", title + ", of " + counted(static_cast<std::int64_t>(values.size()), "job")},
          {"names", {"share of jobs"}},
          {"time", distribution["value"]},
          {"curves", {{{"value", distribution["share"]}}}},
          {"of", distribution["of"]},
          {"x", name},
          {"is_time", is_time},
          {"y", "share of jobs"},
          {"top", 1},
          {"log", is_wide},
          {"step", true}};
}

Section curve_section(const std::string& id, const std::string& title, const json& charts) {
  return {id,
          title,
          "<div class=\"curves\"><p>These charts need scripts; their data is in this page.</p></div>\n",
          dumped(charts),
          {"third_party/uplot/notice.js", "third_party/uplot/uPlot.iife.min.js", "arrays.js", "curves.js"},
          {"third_party/uplot/uPlot.min.css", "gantt.css"}};
}

/// Columns of a file of states, with the names that a reader sees.
Curves states_in(const fs::path& file, const std::vector<std::pair<std::string, std::string>>& columns) {
  std::size_t dates = 0;
  double begin = 0, end = 0;
  for (CsvReader csv(file); csv.next(); ++dates) {
    end = finite(csv, "time");
    begin = dates == 0 ? end : begin;
  }
  std::vector<std::string> names;
  for (const auto& [column, name] : columns)
    names.push_back(name);
  Curves curves(names, dates, begin, end);
  CsvReader csv(file);
  while (csv.next()) {
    std::vector<double> values;
    for (const auto& [column, name] : columns)
      values.push_back(finite(csv, column));
    curves.add(finite(csv, "time"), values);
  }
  if (dates == 0)
    csv.fail("has no row");
  return curves;
}

void add_series(const fs::path& run, json& charts) {
  charts.push_back(chart_over_time(states_in(run / "series.csv", {{"queued_jobs", "waiting jobs"}}),
                                   "Jobs that wait (series.csv)", "jobs"));
  json use = chart_over_time(states_in(run / "series.csv", {{"utilisation", "utilisation"}}),
                             "Share of resources that compute (series.csv)", "utilisation");
  use["top"] = 1;
  charts.push_back(use);
}

std::int64_t slots_of(const std::vector<ResourceRow>& resources) {
  std::int64_t slots = 0;
  for (const auto& resource : resources)
    slots += resource.slots;
  return slots;
}

/// The steps are gone through twice, since there may be millions of them.
void add_counted(RunSteps& counted_steps, std::int64_t slots, json& charts) {
  std::size_t dates = 0;
  double begin = 0, end = 0;
  counted_steps.each([&](const RunSteps::Step& step) {
    end = step.time;
    begin = dates++ == 0 ? end : begin;
  });
  if (dates == 0)
    return;
  Curves waiting({"waiting jobs"}, dates, begin, end), use({"utilisation"}, dates, begin, end);
  counted_steps.each([&](const RunSteps::Step& step) {
    waiting.add(step.time, {static_cast<double>(step.waiting)});
    use.add(step.time, {static_cast<double>(step.slots) / static_cast<double>(slots)});
  });
  charts.push_back(chart_over_time(
      waiting, "Waiting jobs, or tasks of bags (counted from the rows of those that ended)", "jobs"));
  json chart = chart_over_time(use, "Slots in use / all slots (counted from the rows)", "utilisation");
  chart["top"] = 1;
  charts.push_back(chart);
}

/// Whether machines were switched off or on, and did not only fail or change their pstates.
bool has_switches(const fs::path& power_states) {
  if (is_written(power_states))
    for (CsvReader csv(power_states); csv.next();)
      if (const auto state = csv.text("state"); state == "switching_off" || state == "switching_on")
        return true;
  return false;
}

void add_machine_states(const fs::path& run, json& charts) {
  std::vector<std::pair<std::string, std::string>> columns{{"nb_computing", "computing"},
                                                           {"nb_idle", "idle"}};
  if (has_switches(run / "power_states.csv"))
    columns.insert(columns.end(), {{"nb_switching_on", "booting"},
                                   {"nb_switching_off", "being switched off"},
                                   {"nb_sleeping", "asleep or down"}});
  else
    columns.emplace_back("nb_sleeping", "down");
  charts.push_back(chart_over_time(states_in(run / "machine_states.csv", columns),
                                   "States of the machines (machine_states.csv)", "machines"));
}

Section messages_section(const fs::path& file, const std::string& prefix) {
  HtmlTable table("Messages by kind and pair of actors",
                  {{"layer", false, true}, {"kind", false, true}, {"number", true}, {"bytes (B)", true}},
                  true);
  CsvReader csv(file);
  while (csv.next())
    table.add({csv.text("layer"), csv.text("kind"), csv.text("number"), csv.text("bytes")});
  return {prefix + "messages", "Messages by layer", table.html()};
}

/// What one pass over the rows gives.
struct Overview {
  ResourceSample sample;
  RunSteps load;
  std::vector<double> waiting, slowdown;
  UsageByEntry accounts = UsageByEntry::account(), devices = UsageByEntry::devices(),
               kinds = UsageByEntry::kinds();
  SizesOverTime sizes;
  std::int64_t rejected = 0;
};

/// `reasons` may be null.
Overview overview_of(const RunReader& reader, const SlowdownRule& rule, bool with_steps,
                     WaitsByReason* reasons) {
  Overview found;
  found.rejected = reader.read(
      [&](const RanRow& row, const CsvReader* csv) {
        row.each_size([&](Seconds, Seconds, const IndexSet& resources) { found.sample.add(resources); });
        found.accounts.add(row, csv);
        found.devices.add(row, csv);
        if (reader.has_sizes()) {
          found.kinds.add(row, csv);
          found.sizes.add(row);
        }
        if (reasons != nullptr)
          reasons->add(row, csv);
        if (csv == nullptr)
          return;
        found.waiting.push_back(row.start - finite(*csv, "submission_time"));
        found.slowdown.push_back(bounded_slowdown(*csv, rule));
      },
      with_steps ? &found.load : nullptr);
  return found;
}

Section gantt_section(const fs::path& run, const RunReader& reader, const ResourceSample& sample,
                      const std::string& prefix, const ChartLimits& limits) {
  std::vector<std::string> notes;
  const int every = sample.every(static_cast<int>(reader.resources().size()), limits);
  const auto data = gantt_data(run, reader, every, limits, notes);
  std::string html =
      "<p>A row is a host, or one of its slots; time goes to the right. Drag to move; click a job for its "
      "row. With "
      "the focus on the chart, the wheel zooms (with Shift the rows), arrow keys move, <kbd>+</kbd> and "
      "<kbd>-</kbd> zoom, <kbd>&gt;</kbd> and <kbd>&lt;</kbd> zoom the rows, <kbd>0</kbd> shows all, "
      "<kbd>n</kbd> "
      "and <kbd>p</kbd> move from job to job.</p>\n";
  for (const auto& note : notes)
    html += "<p class=\"left-out\"><strong>" + escaped(note) + "</strong></p>\n";
  return {prefix + "gantt",
          "What ran where",
          html + "<div class=\"gantt\"><p>This chart needs scripts; its data is in this page.</p></div>\n",
          dumped(data),
          {"arrays.js", "gantt_lanes.js", "gantt_paint.js", "gantt_detail.js", "gantt_surroundings.js",
           "gantt_arrows.js", "gantt.js"},
          {"gantt.css"}};
}

/// Tells how much of the rows of jobs has been read, which is done twice: for an overview, and for the chart.
std::unique_ptr<CsvReader::Watch> watch_both(const ShareDone& share_done) {
  if (!share_done)
    return nullptr;
  return std::make_unique<CsvReader::Watch>("jobs.csv",
                                            [share_done, last = 0.0, pass = 0.0](double share) mutable {
                                              pass = share < last ? 1 : pass;
                                              last = share;
                                              share_done((pass + share) / 2);
                                            });
}

/// Runs `add`, which reads files. What cannot be read is noted.
template <class Add>
void noting(Part& part, Add&& add) {
  try {
    add();
  } catch (const InputError& error) {
    if (std::find(part.notes.begin(), part.notes.end(), error.what()) == part.notes.end())
      part.notes.push_back(error.what());
  }
}

} // namespace

void add_chart_sections(const fs::path& run, const std::string& prefix, Part& part, const ChartLimits& limits,
                        const ShareDone& share_done) {
  const auto watch = watch_both(share_done);
  json load = json::array(), shares = json::array();
  const bool has_series = is_written(run / "series.csv");
  if (has_series)
    noting(part, [&] { add_series(run, load); });
  std::optional<WaitsByReason> reasons;
  if (is_written(run / "decisions.csv"))
    noting(part, [&] { reasons.emplace(run / "decisions.csv"); });
  noting(part, [&] {
    const RunReader reader(run);
    auto found = overview_of(reader, slowdown_rule_of(run), !has_series, reasons ? &*reasons : nullptr);
    if (found.rejected > 0)
      part.notes.push_back(counted(found.rejected, "job") + " were rejected, and are in no chart.");
    if (!has_series)
      add_counted(found.load, slots_of(reader.resources()), load);
    if (reasons)
      reasons->add_chart(load);
    found.accounts.add_chart(slots_of(reader.resources()), load);
    found.devices.add_chart(slots_of(reader.resources()), load);
    if (reader.has_sizes()) {
      found.kinds.add_chart(slots_of(reader.resources()), load);
      found.sizes.add_chart(load);
    }
    if (!found.waiting.empty()) {
      for (auto& wait : found.waiting) // of which the logarithm is taken
        wait = std::max(wait, 1.0);
      shares.push_back(share_chart(found.waiting, "Jobs that wait at most a time; below 1 s counts as 1 s",
                                   "waiting time", true));
      shares.push_back(
          share_chart(found.slowdown, "Jobs with at most a bounded slowdown", "bounded slowdown", false));
    }
    const auto sample = found.sample;
    found = {};
    part.sections.push_back(gantt_section(run, reader, sample, prefix, limits));
  });
  if (is_written(run / "machine_states.csv"))
    noting(part, [&] { add_machine_states(run, load); });
  if (is_written(run / "power.csv"))
    noting(part, [&] { load.push_back(power_chart(run)); });
  if (is_written(run / "user_series.csv"))
    noting(part, [&] { add_user_series(run / "user_series.csv", load); });
  if (!load.empty())
    part.sections.push_back(
        curve_section(prefix + "load", "Queue, utilisation, machines and power over time", load));
  if (!shares.empty())
    part.sections.push_back(curve_section(prefix + "distributions", "Waiting times and slowdowns", shares));
  if (is_written(run / "users.csv"))
    noting(part, [&] { part.sections.push_back(users_section(run / "users.csv", prefix)); });
  if (is_written(run / "messages.csv"))
    noting(part, [&] { part.sections.push_back(messages_section(run / "messages.csv", prefix)); });
}

} // namespace malha::page

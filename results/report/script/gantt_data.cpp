// SPDX-License-Identifier: MIT
#include "gantt_data.hpp"

#include "dag_arrows.hpp"
#include "policies/sdk/errors.hpp"
#include "results/files/files.hpp"
#include "results/report/data/readable.hpp"
#include "results/validate/rows.hpp"
#include "typed_array.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace malha::page {
namespace {

using nlohmann::json;

/// Numbers below `value` that can be divided by `every`, of those from 0 on.
int multiples_below(int value, int every) { return (value + every - 1) / every; }

/// The rows that ran, as columns.
class Runs {
public:
  explicit Runs(int every) : every_(every) {}

  std::size_t blocks() const { return run_.size(); }
  /// The number of the last run that was added and is shown; -1: the last one is not.
  int last() const { return last_shown_; }

  /// Each size of an attempt is a run of its own, if one of its resources is shown. The first one of these
  /// has its submission.
  void add(const RanRow& row, const CsvReader* csv) {
    last_shown_ = -1;
    row.each_size([&](Seconds start, Seconds end, const IndexSet& resources) {
      add(row, csv, {start, end, resources});
    });
    // Of the sizes that are shown, another one follows all but the last one.
    if (last_shown_ >= 0)
      goes_on_[static_cast<std::size_t>(last_shown_)] = 0;
  }

  json data() const {
    json runs{{"task", typed_array(task_)},       {"job", typed_array(job_)},
              {"attempt", typed_array(attempt_)}, {"submitted", typed_array(submitted_)},
              {"start", typed_array(start_)},     {"end", typed_array(end_)},
              {"outcome", typed_array(outcome_)}, {"user", typed_array(user_)},
              {"size", typed_array(size_)}};
    if (changes_size_) {
      runs["goes_on"] = typed_array(goes_on_);
      runs["began"] = typed_array(began_);
      runs["ended"] = typed_array(ended_);
    }
    return {{"outcomes", outcomes_.texts()},
            {"users", users_.texts()},
            {"runs", runs},
            {"blocks",
             {{"run", typed_array(run_)}, {"first", typed_array(first_)}, {"last", typed_array(last_)}}}};
  }

private:
  struct Size {
    Seconds start, end;
    const IndexSet& resources;
  };

  void add(const RanRow& row, const CsvReader* csv, const Size& size) {
    bool is_shown = false;
    for (const auto& block : size.resources.intervals()) {
      const int first = multiples_below(block.first, every_),
                behind = multiples_below(block.last + 1, every_);
      if (first == behind)
        continue;
      is_shown = true;
      run_.push_back(static_cast<std::int32_t>(task_.size()));
      first_.push_back(first);
      last_.push_back(behind - 1);
    }
    if (!is_shown)
      return;
    const bool is_first = last_shown_ < 0; // of those that are shown
    changes_size_ = changes_size_ || size.start > row.start || size.end < row.end;
    last_shown_ = static_cast<int>(task_.size());
    task_.push_back(static_cast<double>(row.task));
    job_.push_back(static_cast<double>(row.job));
    attempt_.push_back(row.attempt);
    submitted_.push_back(csv != nullptr && is_first ? finite(*csv, "submission_time") : std::nan(""));
    start_.push_back(size.start);
    end_.push_back(size.end);
    goes_on_.push_back(1);
    began_.push_back(row.start);
    ended_.push_back(row.end);
    outcome_.push_back(static_cast<std::uint8_t>(std::min(outcomes_.number_of(row.outcome), 255)));
    user_.push_back(csv != nullptr ? users_.number_of(csv->text_if_any("user")) : -1);
    size_.push_back(size.resources.size());
  }

  int every_, last_shown_ = -1;
  std::vector<double> task_, job_, submitted_, start_, end_;
  std::vector<double> began_, ended_; ///< of the attempt, whose first and last sizes need not be shown
  std::vector<std::int32_t> attempt_, user_, size_;
  std::vector<std::uint8_t> outcome_, goes_on_; ///< goes_on: 1: a later size of its attempt is shown
  bool changes_size_ = false;
  std::vector<std::int32_t> run_, first_, last_;
  TextList outcomes_, users_;
};

json resources_data(const std::vector<ResourceRow>& resources, int every) {
  json hosts = json::array(), sites = json::array(), owners = json::array(), slots = json::array();
  for (std::size_t i = 0; i < resources.size(); i += static_cast<std::size_t>(every)) {
    hosts.push_back(resources[i].host);
    sites.push_back(resources[i].site);
    owners.push_back(resources[i].owner);
    slots.push_back(resources[i].slots);
  }
  return {{"hosts", hosts}, {"sites", sites}, {"owners", owners}, {"slots", slots}, {"every", every}};
}

/// An outage without an end lasts to the end of the chart.
json outages_data(const std::filesystem::path& file, int resources, int every, Seconds end_of_run) {
  std::vector<std::int32_t> resource;
  std::vector<double> start, end;
  if (is_written(file)) {
    CsvReader csv(file);
    while (csv.next()) {
      const auto which = static_cast<std::int32_t>(csv.integer("resource", 0, resources - 1));
      if (which % every != 0)
        continue;
      resource.push_back(which / every);
      start.push_back(finite(csv, "start"));
      end.push_back(csv.text("end").empty() ? std::max(end_of_run, start.back()) : finite(csv, "end"));
    }
  }
  return {{"resource", typed_array(resource)}, {"start", typed_array(start)}, {"end", typed_array(end)}};
}

json decisions_data(const std::filesystem::path& file, std::int64_t limit, std::vector<std::string>& notes) {
  std::vector<double> time, task, promised;
  std::vector<std::int32_t> decision, reason;
  TextList decisions, reasons;
  CsvReader csv(file);
  while (csv.next()) {
    if (csv.text("job_id").empty())
      continue;
    if (static_cast<std::int64_t>(time.size()) == limit) {
      notes.push_back("decisions.csv has more than " + std::to_string(limit) +
                      " rows; the chart knows those up to the date " + readable(time.back(), "s"));
      break;
    }
    time.push_back(finite(csv, "time"));
    task.push_back(static_cast<double>(csv.integer("job_id")));
    promised.push_back(csv.text("promised_start").empty() ? std::nan("") : csv.real("promised_start"));
    decision.push_back(decisions.number_of(csv.text("decision")));
    reason.push_back(reasons.number_of(csv.text("reason")));
  }
  return {{"decisions", decisions.texts()},    {"reasons", reasons.texts()},
          {"time", typed_array(time)},         {"task", typed_array(task)},
          {"promised", typed_array(promised)}, {"decision", typed_array(decision)},
          {"reason", typed_array(reason)}};
}

} // namespace

void ResourceSample::add(const IndexSet& resources) {
  for (const auto& block : resources.intervals())
    for (std::size_t level = 0; level < levels; ++level) {
      const int every = 1 << level;
      const int shown = multiples_below(block.last + 1, every) - multiples_below(block.first, every);
      blocks_[level] += shown > 0;
      intervals_[level] += shown;
      if (shown == 0 && every > block.last)
        break;
    }
}

int ResourceSample::every(int resources, const ChartLimits& limits) const {
  std::size_t level = 0;
  while (level + 1 < levels && (2 << level) <= resources &&
         (blocks_[level] > limits.blocks || intervals_[level] > limits.intervals))
    ++level;
  return 1 << level;
}

json gantt_data(const std::filesystem::path& run, const RunReader& reader, int every,
                const ChartLimits& limits, std::vector<std::string>& notes) {
  const auto number = static_cast<int>(reader.resources().size());
  Runs runs(every);
  Seconds begin = std::numeric_limits<Seconds>::infinity(), end = -begin;
  std::int64_t left_out = 0;
  DagArrows arrows(read_dags(run), limits.precedences);
  reader.read([&](const RanRow& row, const CsvReader* csv) {
    if (static_cast<std::int64_t>(runs.blocks()) >= limits.blocks) {
      ++left_out;
      if (csv != nullptr)
        arrows.ran(row, -1);
      return;
    }
    runs.add(row, csv);
    if (csv != nullptr)
      arrows.ran(row, runs.last());
    begin = std::min(begin, row.start);
    end = std::max(end, row.end);
  });
  if (every > 1)
    notes.push_back("The chart shows 1 in " + std::to_string(every) + " of the " + std::to_string(number) +
                    " resources, and of jobs what runs there: it holds at most " +
                    std::to_string(limits.blocks) + " blocks and " + std::to_string(limits.intervals) +
                    " intervals.");
  if (left_out > 0)
    notes.push_back("The chart ends at " + readable(end, "s") + ": it holds at most " +
                    std::to_string(limits.blocks) + " blocks, and leaves out the " +
                    std::to_string(left_out) + " jobs and attempts that ended later.");
  json data = runs.data();
  data["begin"] = std::isfinite(begin) ? begin : 0;
  data["end"] = std::isfinite(end) ? end : 0;
  data["resources"] = resources_data(reader.resources(), every);
  data["outages"] = outages_data(run / "outages.csv", number, every, std::isfinite(end) ? end : 0);
  data["precedences"] = arrows.data(notes);
  data["decisions"] = nullptr;
  if (is_written(run / "decisions.csv"))
    data["decisions"] = decisions_data(run / "decisions.csv", limits.decisions, notes);
  return data;
}

} // namespace malha::page

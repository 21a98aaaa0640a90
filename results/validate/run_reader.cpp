// SPDX-License-Identifier: MIT
#include "run_reader.hpp"

#include "policies/sdk/errors.hpp"
#include "results/files/files.hpp"
#include "rows.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace malha {

namespace {

namespace fs = std::filesystem;

void add_run(const RanRow& row, RunSteps* steps) {
  if (steps != nullptr)
    row.each_size([&](Seconds start, Seconds end, const IndexSet& resources) {
      steps->runs(start, end, resources.size());
    });
}

/// Whether the outcome of an attempt is a final state, so that the attempt has a row in jobs.csv, too.
bool ended_its_job(const std::string& outcome) {
  for (const auto state : {FinalState::completed, FinalState::walltime_reached, FinalState::killed})
    if (outcome == text_of(state))
      return true;
  return false;
}

} // namespace

RunReader::RunReader(const fs::path& folder) : folder_(folder) {
  for (const auto* file : {"jobs.csv", "resources.csv", "manifest.json"})
    if (!is_written(folder / file))
      throw InputError(folder.string() + " holds no run: " + file +
                       " is missing; valid: a folder with jobs.csv, resources.csv and manifest.json");
  if (!CsvReader(folder / "jobs.csv").next())
    throw InputError((folder / "jobs.csv").string() + ": has no row; valid: a run in which a job ended");
  read_resources();
  sizes_ = read_sizes(folder / "sizes.csv");
  if (is_written(folder / "attempts.csv"))
    read_attempts();
}

void RunReader::read_resources() {
  constexpr int most_slots = 1'000'000;
  CsvReader csv(folder_ / "resources.csv");
  while (csv.next()) {
    const auto index = static_cast<std::int64_t>(resources_.size());
    if (csv.integer("index") != index)
      csv.fail("'" + csv.text("index") + "' in column 'index'; valid: " + std::to_string(index));
    const auto slots = csv.has("slots") ? csv.integer("slots", 1, most_slots) : 1;
    constexpr int cores = 1; // no reader of a run asks for them
    resources_.push_back({static_cast<int>(index), csv.text("host"), finite(csv, "speed"), cores,
                          csv.text_if_any("site"), csv.text_if_any("owner"), static_cast<int>(slots)});
  }
}

void RunReader::read_attempts() {
  CsvReader csv(folder_ / "attempts.csv");
  while (csv.next()) {
    if (ended_its_job(csv.text("outcome")))
      continue;
    attempts_.push_back(row_of(csv, "start", "end", "outcome"));
    attempts_.back().attempt = static_cast<int>(csv.integer("attempt", 1, 1'000'000'000));
  }
  std::stable_sort(attempts_.begin(), attempts_.end(),
                   [](const RanRow& a, const RanRow& b) { return a.end < b.end; });
  by_task_.resize(attempts_.size());
  std::iota(by_task_.begin(), by_task_.end(), 0);
  std::sort(by_task_.begin(), by_task_.end(), [this](std::size_t a, std::size_t b) {
    return std::tie(attempts_[a].task, attempts_[a].start) < std::tie(attempts_[b].task, attempts_[b].start);
  });
}

RanRow RunReader::row_of(const CsvReader& csv, const char* start, const char* end,
                         const char* outcome) const {
  constexpr std::int64_t largest_id = 1'000'000'000;
  RanRow row;
  row.task = static_cast<TaskId>(csv.integer("job_id", 0, largest_id));
  row.job = static_cast<JobId>(csv.has("job") ? csv.integer("job") : csv.integer("job_id"));
  row.resources = resources_in(csv);
  row.start = finite(csv, start);
  row.end = finite(csv, end);
  row.outcome = csv.text(outcome);
  if (row.end < row.start)
    csv.fail("ends at " + csv.text(end) + ", before it starts at " + csv.text(start));
  if (!row.resources.empty() && row.resources.intervals().back().last >= static_cast<int>(resources_.size()))
    csv.fail("resource " + std::to_string(row.resources.intervals().back().last) + "; resources.csv has " +
             std::to_string(resources_.size()));
  if (has_sizes())
    add_sizes(row);
  return row;
}

void RunReader::add_sizes(RanRow& row) const {
  const Occupation held{"job " + std::to_string(row.task), row.start, row.end, row.resources};
  row.may_change_size = sizes_.has(id_of(held));
  if (!row.may_change_size)
    return;
  sizes_.each(held, [&](const Occupation& part) {
    if (!part.resources.empty() &&
        part.resources.intervals().back().last >= static_cast<int>(resources_.size()))
      throw InputError(sizes_.file + ": has resource " +
                       std::to_string(part.resources.intervals().back().last) + " of " + part.job +
                       "; resources.csv has " + std::to_string(resources_.size()));
    if (part.end > part.start)
      row.sizes.push_back(part);
  });
  if (row.sizes.size() < 2)
    row.sizes.clear();
}

std::int64_t RunReader::read(const std::function<void(const RanRow&, const CsvReader*)>& take,
                             RunSteps* steps) const {
  CsvReader csv(folder_ / "jobs.csv");
  std::int64_t rejected = 0;
  auto attempt = attempts_.cbegin();
  const auto take_attempts_that_ended = [&](Seconds before) {
    for (; attempt != attempts_.cend() && attempt->end < before; ++attempt) {
      add_run(*attempt, steps);
      take(*attempt, nullptr);
    }
  };
  while (csv.next()) {
    const auto& state = csv.text("final_state");
    if (state == text_of(FinalState::rejected) || state == text_of(FinalState::dependency_never_satisfied)) {
      ++rejected;
      continue;
    }
    const auto row = row_of(csv, "starting_time", "finish_time", "final_state");
    take_attempts_that_ended(row.end);
    if (steps != nullptr) {
      add_waits(row, finite(csv, "submission_time"), *steps);
      add_run(row, steps);
    }
    take(row, &csv);
  }
  take_attempts_that_ended(std::numeric_limits<Seconds>::infinity());
  return rejected;
}

void RunReader::add_waits(const RanRow& row, Seconds submitted, RunSteps& steps) const {
  const auto first =
      std::lower_bound(by_task_.begin(), by_task_.end(), row.task,
                       [this](std::size_t at, TaskId task) { return attempts_[at].task < task; });
  Seconds waits_from = submitted;
  for (auto at = first; at != by_task_.end() && attempts_[*at].task == row.task; ++at) {
    const auto& other = attempts_[*at];
    steps.waits(waits_from, std::min(other.start, row.start));
    waits_from = std::max(waits_from, other.end);
  }
  steps.waits(waits_from, row.start);
}

} // namespace malha

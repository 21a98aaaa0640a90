// SPDX-License-Identifier: MIT
#include "stack_charts.hpp"

#include "policies/sdk/malleable.hpp"
#include "results/validate/rows.hpp"
#include "scenarios/workload/files/metadata.hpp"

#include <nlohmann/json.hpp>

namespace malha::page {
namespace {

using nlohmann::json;

std::string with_means(const std::string& title, const std::string& file) {
  return title + ", one upon the other, as means over " + std::to_string(stack_parts) +
         " equal parts of the time (" + file + ")";
}

} // namespace

UsageByEntry UsageByEntry::account() {
  return UsageByEntry({"account", "Share of all slots that jobs of each account use", "no account"});
}

UsageByEntry UsageByEntry::kinds() {
  return UsageByEntry({"type", "Share of all slots that jobs of each kind use", "rigid", true});
}

UsageByEntry UsageByEntry::devices() {
  return UsageByEntry({"gres",
                       "Share of all slots that jobs use, by the devices that they ask for on each node",
                       "no devices"});
}

std::string UsageByEntry::entry_in(const std::string& metadata) const {
  const auto entry = entry_of_metadata(metadata, words_.key);
  // A type beside which no sizes stand is one of its site.
  if (words_.is_kind && (!job_kind_of(entry) || entry_of_metadata(metadata, "min_nodes").empty()))
    return {};
  return entry;
}

void UsageByEntry::add(const RanRow& row, const CsvReader* csv) {
  stack_.reaches(row.end);
  if (csv == nullptr) {
    in_vain_[row.task].push_back(row);
    return;
  }
  stack_.reaches(finite(*csv, "submission_time"));
  const auto entry = entry_in(csv->text_if_any("metadata"));
  has_entries_ = has_entries_ || !entry.empty();
  const auto& layer = entry.empty() ? words_.none : entry;
  const auto add_run = [&](const RanRow& run) {
    run.each_size([&](Seconds from, Seconds to, const IndexSet& resources) {
      stack_.add(layer, from, to, resources.size());
    });
  };
  add_run(row);
  const auto found = in_vain_.find(row.task);
  if (found == in_vain_.end())
    return;
  for (const auto& attempt : found->second)
    add_run(attempt);
  in_vain_.erase(found);
}

void UsageByEntry::add_chart(std::int64_t slots, json& charts) const {
  if (!has_entries_ || stack_.is_empty())
    return;
  json chart =
      stack_.chart(with_means(words_.title, "jobs.csv"), "share of slots", static_cast<double>(slots));
  chart["top"] = 1;
  charts.push_back(chart);
}

WaitsByReason::WaitsByReason(const std::filesystem::path& decisions_csv) {
  CsvReader csv(decisions_csv);
  while (csv.next()) {
    end_ = finite(csv, "time");
    const auto& decision = csv.text("decision");
    const bool waits = decision == "wait";
    if (csv.text("job_id").empty() || (!waits && decision != "start" && decision != "drop"))
      continue; // a row about a reservation, or about all jobs
    const auto task = static_cast<TaskId>(csv.integer("job_id"));
    const auto found = open_.find(task);
    if (waits && found != open_.end() && found->second.reason == csv.text("reason"))
      continue; // only its promised start has changed
    if (found != open_.end()) {
      stack_.add(found->second.reason, found->second.since, end_, 1);
      open_.erase(found);
    }
    if (waits)
      open_[task] = {end_, csv.text("reason")};
  }
}

void WaitsByReason::add(const RanRow& row, const CsvReader* csv) {
  stack_.reaches(row.end);
  end_ = std::max(end_, row.end);
  if (csv == nullptr)
    return;
  stack_.reaches(finite(*csv, "submission_time"));
  const auto found = open_.find(row.task);
  if (found == open_.end())
    return;
  stack_.add(found->second.reason, found->second.since, row.start, 1);
  open_.erase(found);
}

void WaitsByReason::add_chart(json& charts) {
  for (const auto& [task, wait] : open_)
    stack_.add(wait.reason, wait.since, end_, 1);
  open_.clear();
  if (!stack_.is_empty())
    charts.push_back(stack_.chart(with_means("Jobs that wait, by the reason", "decisions.csv"), "jobs", 1));
}

} // namespace malha::page

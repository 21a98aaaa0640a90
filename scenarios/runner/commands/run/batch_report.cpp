// SPDX-License-Identifier: MIT
#include "batch_report.hpp"

#include "results/files/csv_reader.hpp"
#include "results/files/table.hpp"
#include "results/statistics/batch_means.hpp"
#include "results/validate/slowdowns.hpp"

#include <algorithm>
#include <array>
#include <ostream>

namespace malha {
namespace {

/// What a job adds to the three means.
struct CountedJob {
  double submitted;
  std::array<double, 3> values; ///< waiting time, turnaround time, bounded slowdown
};

constexpr std::array<const char*, 3> names_of_means{"mean_waiting_time, s", "mean_turnaround_time, s",
                                                    "mean_bounded_slowdown"};

std::vector<CountedJob> counted_jobs(const std::filesystem::path& folder, const Parameters& run) {
  const double begin = run.real("warm_up"), end = run.real("cool_down");
  const auto rule = slowdown_rule_of(folder);
  std::vector<CountedJob> jobs;
  for (CsvReader rows(folder / "jobs.csv"); rows.next();) {
    if (rows.text("final_state") == "REJECTED")
      continue;
    const double submitted = rows.real("submission_time");
    if (submitted >= begin && submitted < end)
      jobs.push_back(
          {submitted,
           {rows.real("waiting_time"), rows.real("turnaround_time"), bounded_slowdown(rows, rule)}});
  }
  std::stable_sort(jobs.begin(), jobs.end(),
                   [](const auto& a, const auto& b) { return a.submitted < b.submitted; });
  return jobs;
}

} // namespace

void print_batch_means(const std::filesystem::path& folder, const Parameters& run, std::size_t batches,
                       std::ostream& out) {
  const auto jobs = counted_jobs(folder, run);
  if (jobs.size() < batches) {
    out << "no batch means: " << jobs.size() << " jobs count, which are less than " << batches
        << " batches\n";
    return;
  }
  Table table({"batch means", "mean", "95 % interval", "correlation"}, {false, true, true, true});
  std::vector<double> values(jobs.size());
  BatchMeans found;
  bool is_dependent = false;
  for (std::size_t which = 0; which < names_of_means.size(); ++which) {
    std::transform(jobs.begin(), jobs.end(), values.begin(),
                   [&](const auto& job) { return job.values[which]; });
    found = batch_means(values, batches);
    is_dependent = is_dependent || found.is_dependent();
    table.add({names_of_means[which], shown(found.mean.mean, 5),
               "[" + shown(found.mean.low.value_or(found.mean.mean), 5) + ", " +
                   shown(found.mean.high.value_or(found.mean.mean), 5) + "]",
               shown(found.correlation, 2)});
  }
  table.print(out);
  out << wrapped(std::to_string(found.batches) + " batches of " + std::to_string(found.length) +
                     " jobs, in order of submission" +
                     (found.left_out > 0 ? "; left out at the end: " + std::to_string(found.left_out) : "") +
                     "; correlation: of a batch with the next one; see docs/confidence.md",
                 "");
  if (is_dependent)
    out << wrapped("the batches depend on each other, so that the intervals are too narrow: take fewer "
                   "batches, or a longer run",
                   "");
}

} // namespace malha

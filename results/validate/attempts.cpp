// SPDX-License-Identifier: MIT
#include "attempts.hpp"

#include "results/files/files.hpp"
#include "validated_run.hpp"

namespace malha {
namespace {

/// Whether there are indices, and all of them are those of resources.
bool are_known(const IndexSet& indices, const Resources& resources) {
  return !indices.empty() &&
         std::all_of(indices.intervals().begin(), indices.intervals().end(), [&](const auto& interval) {
           const auto known =
               std::distance(resources.lower_bound(interval.first), resources.upper_bound(interval.last));
           return known == std::int64_t(interval.last) - interval.first + 1;
         });
}

Attempt attempt_in(const CsvReader& row, const ValidatedRun& run) {
  Attempt made{{"job " + row.text("job_id"), finite(row, "start"), finite(row, "end"), resources_in(row)},
               row.integer("attempt"),
               row.place(),
               row.text("outcome"),
               run.settings.keeps_images() ? finite(row, "work") : 0,
               std::nullopt};
  if (!are_known(made.held.resources, run.resources))
    made.unknown_resources = row.text("allocated_resources");
  if (row.has("energy"))
    made.energy = finite(row, "energy");
  return made;
}

/// Adds what attempts held. The occupation of a job that started once is there already, from jobs.csv.
void add_occupations(ValidatedRun& run) {
  for (const auto& [id, attempts] : run.attempts.by_job) {
    if (run.starts.start_of(id))
      continue;
    auto in_order = attempts;
    sort_by_start(in_order, run);
    for (const auto* attempt : in_order)
      run.occupations.push_back(attempt->held);
  }
}

} // namespace

bool starts_before(const Attempt& one, const Attempt& other, const ValidatedRun& run) {
  return one.held.start != other.held.start
             ? one.held.start < other.held.start
             : run.settings.most_attempts() != 1 && one.resource() < other.resource();
}

void sort_by_start(Attempts& attempts, const ValidatedRun& run) {
  std::stable_sort(attempts.begin(), attempts.end(),
                   [](const Attempt* a, const Attempt* b) { return a->number < b->number; });
  std::stable_sort(attempts.begin(), attempts.end(),
                   [&](const Attempt* a, const Attempt* b) { return starts_before(*a, *b, run); });
}

void read_attempts(ValidatedRun& run, const std::function<void(const Attempt&)>& take) {
  const auto file = run.folder() / "attempts.csv";
  auto& read = run.attempts;
  read.has_file = is_written(file);
  if (!read.has_file)
    return;
  for (CsvReader rows(file); rows.next();) {
    const auto& attempt = read.rows.emplace_back(attempt_in(rows, run));
    ++read.outcomes[attempt.outcome];
    read.wasted += attempt.is_vain() ? attempt.took() : 0;
    take(attempt);
  }
  for (const auto& attempt : read.rows)
    read.by_job[attempt.id()].push_back(&attempt);
  add_occupations(run);
}

} // namespace malha

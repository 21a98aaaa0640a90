// SPDX-License-Identifier: MIT
#include "duel_report.hpp"

#include "results/explain/explanation.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "results/validate/rows.hpp"

#include <cmath>
#include <map>
#include <ostream>

namespace malha::duel {
namespace {

struct Ran {
  Seconds start, finish;
};

/// When the jobs of a run ran, by their numbers in the workload.
std::map<std::int64_t, Ran> ran_in(const std::filesystem::path& run) {
  std::map<std::int64_t, Ran> ran;
  for (CsvReader rows(run / "jobs.csv"); rows.next();)
    ran[rows.integer("job_id")] = {rows.real("starting_time"), rows.real("finish_time")};
  return ran;
}

/// The columns of jobs that have different values at all.
std::vector<std::size_t> shown_columns(const Table& table) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i].low < table.columns[i].high)
      columns.push_back(i);
  return columns;
}

} // namespace

void print_result(const Bout& bout, const Arena& arena, const Result& result, std::ostream& out) {
  const auto value = [&](std::size_t side) {
    return result.values[side] ? shown(*result.values[side], 4) : std::string("-");
  };
  out << wrapped(bout.metric + " of " + bout.sides[0].name + " is " + value(0) + " and of " +
                     bout.sides[1].name + " " + value(1) + ": " + shown(result.worst.ratio, 4) + " times " +
                     (bout.more_is_better ? "less" : "more") + ", on " + arena.words(result.worst.instance),
                 "");
  out << wrapped(counted(result.tried, "instance") + " tried; the worst had a ratio of " +
                     shown(result.found_ratio, 4) + " before it was shrunk",
                 "");
}

void print_differing_jobs(const Bout& bout, const Arena& arena, const Result& result,
                          const std::vector<std::filesystem::path>& runs, std::ostream& out) {
  const auto one = ran_in(runs.at(0)), other = ran_in(runs.at(1));
  const auto& table = arena.space().jobs;
  const auto columns = shown_columns(table);
  std::vector<std::string> header{"job"};
  for (const auto column : columns)
    header.push_back(table.columns[column].name);
  for (const auto& side : bout.sides)
    header.push_back(side.name);
  malha::Table printed(header, std::vector<bool>(header.size(), true));
  std::int64_t same = 0;
  for (const auto& [job, dates] : one) {
    const auto& there = other.at(job);
    if (dates.start == there.start && dates.finish == there.finish) {
      ++same;
      continue;
    }
    std::vector<std::string> row{std::to_string(job)};
    const auto place = static_cast<std::size_t>(job - arena.first_number());
    for (const auto column : columns)
      row.push_back(arena.number_text(result.worst.instance.jobs.at(place), place, column));
    for (const auto& ran : {dates, there})
      row.push_back(shown(ran.start, 6) + " to " + shown(ran.finish, 6));
    printed.add(row);
  }
  if (same == static_cast<std::int64_t>(one.size())) {
    out << "\nboth run all jobs at the same dates\n";
    return;
  }
  out << "\nwhat they run at other dates, in s:\n";
  printed.print(out);
  if (same > 0)
    out << "both run " << counted(same, "other job") << " at the same dates\n";
}

void print_explanations(const Bout& bout, const std::vector<std::filesystem::path>& runs, std::ostream& out) {
  const auto one = ran_in(runs.at(0)), other = ran_in(runs.at(1));
  std::int64_t asked = one.begin()->first;
  Seconds most = 0;
  for (const auto& [job, dates] : one)
    if (const Seconds difference = std::abs(dates.finish - other.at(job).finish); difference > most) {
      most = difference;
      asked = job;
    }
  for (std::size_t side = 0; side < runs.size(); ++side)
    out << '\n'
        << wrapped("job " + std::to_string(asked) + " under " + bout.sides[side].name + ":", "")
        << (is_written(runs[side] / "decisions.csv") ? explanation_of(runs[side], asked)
                                                     : wrapped("no reasons are known here", ""));
}

} // namespace malha::duel

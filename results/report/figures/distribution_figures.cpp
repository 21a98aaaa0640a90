// SPDX-License-Identifier: MIT
#include "figure.hpp"
#include "line_figure.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/csv_reader.hpp"
#include "results/validate/slowdowns.hpp"

#include <algorithm>
#include <cmath>

namespace malha::page {
namespace {

/// Points of a line: more than a drawing has pixels.
constexpr std::size_t most_points = 500;

struct Distributions {
  std::vector<double> waiting_times, slowdowns;
};

/// Adds the jobs of one run that were not rejected.
void add_jobs(const std::filesystem::path& run, Distributions& all) {
  const auto rule = slowdown_rule_of(run);
  CsvReader reader(run / "jobs.csv");
  while (reader.next()) {
    if (reader.text("final_state") == "REJECTED")
      continue;
    all.waiting_times.push_back(reader.real("waiting_time"));
    all.slowdowns.push_back(bounded_slowdown(reader, rule));
  }
}

/// The share of values up to each of some values, which are even in logarithms from 1 on.
LineSeries shares(const std::string& name, std::vector<double> values, double greatest) {
  std::sort(values.begin(), values.end());
  LineSeries series{name, {}};
  const double end = std::log(std::max(greatest, 2.0));
  for (std::size_t i = 0; i <= most_points; ++i) {
    const double x = std::exp(end * static_cast<double>(i) / static_cast<double>(most_points));
    const auto up_to = std::upper_bound(values.begin(), values.end(), x * (1 + 1e-12)) - values.begin();
    const double share = static_cast<double>(up_to) / static_cast<double>(values.size());
    if (series.points.empty() || share > series.points.back().y || i == most_points)
      series.points.push_back({x, share, share, share});
  }
  return series;
}

Figure figure_of(const std::string& name, const AxisName& x_name, const std::string& caption,
                 const std::vector<std::pair<std::string, Distributions>>& runs,
                 std::vector<double> Distributions::*values) {
  double greatest = 1;
  for (const auto& [run, all] : runs)
    for (const double value : all.*values)
      greatest = std::max(greatest, value);
  LineFigure figure{"Distribution of " + x_name.text, x_name, {"share of jobs"}, {}};
  figure.is_stepped = figure.is_logarithmic_x = true;
  for (const auto& [run, all] : runs)
    figure.series.push_back(shares(run, all.*values, greatest));
  return {name, caption, drawing_of(figure)};
}

/// The jobs of all runs, by the name of the run, of which each has one cell.
std::vector<std::pair<std::string, Distributions>>
distributions_of(const CampaignData& data, std::vector<std::string>& notes, const ShareDone& share_done) {
  std::size_t read = 0;
  const auto tell = [&](double share) {
    if (share_done)
      share_done((static_cast<double>(read) + share) / static_cast<double>(data.run_folders.size()));
  };
  const CsvReader::Watch watch("jobs.csv", tell);
  std::vector<std::pair<std::string, Distributions>> runs;
  std::size_t unreadable = 0;
  std::string first_error;
  for (const auto& [cell, seed, folder] : data.run_folders) {
    const auto& run = data.cells[cell].run;
    if (runs.empty() || runs.back().first != run)
      runs.push_back({run, {}});
    try {
      add_jobs(folder, runs.back().second);
    } catch (const InputError& error) {
      first_error = unreadable++ == 0 ? error.what() : first_error;
    }
    ++read;
    tell(0);
  }
  if (unreadable > 0)
    notes.push_back("the distributions leave out " + std::to_string(unreadable) +
                    (unreadable == 1 ? " run: " : " runs, the first because: ") + first_error);
  runs.erase(std::remove_if(runs.begin(), runs.end(),
                            [](const auto& run) { return run.second.waiting_times.empty(); }),
             runs.end());
  return runs;
}

} // namespace

std::vector<Figure> distribution_figures(const CampaignData& data, std::vector<std::string>& notes,
                                         const ShareDone& share_done) {
  if (!data.compares)
    return {};
  if (!data.has_one_cell_a_run()) {
    notes.push_back("there are no distributions of jobs, since a run has several combinations of settings");
    return {};
  }
  if (data.run_folders.empty())
    notes.push_back("no run kept its rows, so that there are no distributions; --records jobs keeps them");
  const auto runs = distributions_of(data, notes, share_done);
  if (runs.empty())
    return {};
  const std::string of_all = ", over the jobs of all seeds that were not rejected. ";
  return {
      figure_of("cdf.waiting_time", {"waiting time", "s"},
                "Share of jobs that wait at most a time" + of_all + "Waits below 1 s are drawn at 1 s.", runs,
                &Distributions::waiting_times),
      figure_of("cdf.bounded_slowdown", {"bounded slowdown"},
                "Share of jobs with at most a bounded slowdown, which is the turnaround time over the run "
                "time alone" +
                    of_all +
                    "A run time below slowdown_threshold (10 s unless it was set) counts as the threshold.",
                runs, &Distributions::slowdowns)};
}

} // namespace malha::page

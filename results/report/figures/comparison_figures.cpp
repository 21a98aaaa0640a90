// SPDX-License-Identifier: MIT
#include "figure.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"
#include "row_figure.hpp"

#include <algorithm>

namespace malha::page {
namespace {

std::vector<double> numbers_of(const std::map<std::uint64_t, Value>& values) {
  std::vector<double> numbers;
  for (const auto& [seed, value] : values)
    numbers.push_back(value.number);
  return numbers;
}

/// One minus the other, of the seeds that both have.
std::vector<double> paired(const CellData& one, const CellData& other, const std::string& metric) {
  std::vector<double> differences;
  for (const auto& [seed, value] : one.values(metric))
    if (const auto found = other.values(metric).find(seed); found != other.values(metric).end())
      differences.push_back(value.number - found->second.number);
  return differences;
}

/// A deployment has the same mark in all figures: that of its place.
void add_row(RowFigure& figure, std::size_t place, const std::string& label,
             const std::vector<double>& values, bool resamples) {
  if (!values.empty())
    figure.rows.push_back({label, {{place, mean_over_seeds(values, resamples), values}}});
}

Figure seeds_figure(const CampaignData& data, const std::string& metric) {
  RowFigure figure{words_of(metric) + " of each deployment", {words_of(metric), data.unit_of(metric)}, {}};
  for (std::size_t i = 0; i < data.cells.size(); ++i) {
    const auto& cell = data.cells[i];
    add_row(figure, i, cell.run, numbers_of(cell.values(metric)), cell.resamples);
  }
  return {slug("seeds." + metric),
          words_of(metric) + ": a stroke for each seed, the mean, and its 95 % interval.",
          drawing_of(figure)};
}

std::optional<Figure> differences_figure(const CampaignData& data, const std::string& metric) {
  const auto& first = data.baseline();
  RowFigure figure{words_of(metric) + ": differences from " + first.run,
                   {"difference of " + words_of(metric), data.unit_of(metric)},
                   {}};
  figure.reference_line = 0;
  figure.reference_name = first.run;
  for (std::size_t i = 0; i < data.cells.size(); ++i)
    if (&data.cells[i] != &first)
      add_row(figure, i, data.cells[i].run, paired(data.cells[i], first, metric),
              data.cells[i].resamples && first.resamples);
  if (figure.rows.empty())
    return std::nullopt;
  return Figure{
      slug("differences." + metric),
      words_of(metric) + ": each deployment minus " + first.run +
          ", seed by seed: a stroke for each seed, the mean, and its 95 % interval. Where the interval "
          "holds 0, no difference is shown.",
      drawing_of(figure)};
}

} // namespace

std::vector<Figure> comparison_figures(const CampaignData& data) {
  std::vector<Figure> figures;
  if (!data.compares || !data.has_one_cell_a_run())
    return figures;
  for (const auto& name : data.compared) {
    if (name.find('.') != std::string::npos) // of a user
      continue;
    if (auto differences = differences_figure(data, name))
      figures.push_back(std::move(*differences));
    figures.push_back(seeds_figure(data, name));
  }
  return figures;
}

} // namespace malha::page

// SPDX-License-Identifier: MIT
#include "escaping.hpp"
#include "figure.hpp"
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

void add_row(RowFigure& figure, const std::string& label, const std::vector<double>& values, bool resamples) {
  if (!values.empty())
    figure.rows.push_back({label, {{figure.rows.size(), mean_over_seeds(values, resamples), values}}});
}

Figure seeds_figure(const CampaignData& data, const std::string& metric) {
  RowFigure figure{metric + " of each deployment", with_unit(metric, data.unit_of(metric)), {}};
  for (const auto& cell : data.cells)
    add_row(figure, cell.run, numbers_of(cell.values(metric)), cell.resamples);
  return {slug("seeds." + metric), metric + ": a stroke for each seed, the mean, and its 95 % interval.",
          drawing_of(figure)};
}

std::optional<Figure> differences_figure(const CampaignData& data, const std::string& metric) {
  const auto& first = data.cells.front();
  RowFigure figure{metric + ": differences from " + first.run,
                   "difference of " + with_unit(metric, data.unit_of(metric)),
                   {}};
  figure.reference_line = 0;
  figure.rows.push_back({"0 is " + first.run, {}});
  for (std::size_t i = 1; i < data.cells.size(); ++i)
    add_row(figure, data.cells[i].run, paired(data.cells[i], first, metric),
            data.cells[i].resamples && first.resamples);
  if (figure.rows.size() == 1)
    return std::nullopt;
  return Figure{
      slug("differences." + metric),
      metric + ": each deployment minus " + first.run +
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
    figures.push_back(seeds_figure(data, name));
    if (auto differences = differences_figure(data, name))
      figures.push_back(std::move(*differences));
  }
  return figures;
}

} // namespace malha::page

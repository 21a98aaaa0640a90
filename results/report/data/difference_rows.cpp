// SPDX-License-Identifier: MIT
#include "difference_rows.hpp"

#include "escaping.hpp"
#include "policies/sdk/numbers.hpp"

#include <tuple>

namespace malha::page {
namespace {

/// The cells of a row by the names of their columns; what there is not is empty.
class RowCells {
public:
  RowCells(const FileRows& file, const std::vector<std::string>& row) : file_(file), row_(row) {}

  std::string text(const std::string& column) const {
    const auto place = file_.column(column);
    return place < row_.size() ? row_[place] : "";
  }
  std::optional<double> number(const std::string& column) const { return parse_number<double>(text(column)); }
  std::optional<MeanWithInterval> mean(const std::string& name, const std::string& interval) const {
    const auto value = number(name);
    if (!value)
      return std::nullopt;
    return MeanWithInterval{*value, number(interval + "_low"), number(interval + "_high")};
  }

private:
  const FileRows& file_;
  const std::vector<std::string>& row_;
};

} // namespace

std::vector<DifferenceRow> difference_rows(const FileRows& differences) {
  std::vector<DifferenceRow> rows;
  std::map<std::tuple<std::string, std::string, std::string>, double> means;
  for (const auto& line : differences.rows) {
    const RowCells cells(differences, line);
    const auto mean = cells.mean("mean", "ci");
    if (!mean)
      continue;
    DifferenceRow row{cells.text("metric"),  cells.text("unit"),       cells.text("run"),
                      cells.text("against"), cells.text("parameters"), cells.text("verdict")};
    row.seeds = static_cast<std::size_t>(cells.number("seeds").value_or(0));
    row.mean = *mean;
    row.difference = cells.mean("difference", "difference");
    row.p_holm = cells.number("p_holm");
    if (const auto share = cells.number("percent"))
      row.share = *share / 100;
    means[{row.metric, row.parameters, row.run}] = mean->mean;
    rows.push_back(std::move(row));
  }
  for (auto& row : rows)
    if (const auto found = means.find({row.metric, row.parameters, row.against}); found != means.end())
      row.baseline = found->second;
  return rows;
}

Turn turn_of(const DifferenceRow& row, const CampaignData& data) {
  const auto better = data.better.find(row.metric.substr(0, row.metric.find('.')));
  if (!row.is_clear() || better == data.better.end() || better->second == Better::neither)
    return Turn::neither;
  return (row.verdict == "less") == (better->second == Better::less) ? Turn::better : Turn::worse;
}

std::string verdict_html(const DifferenceRow& row, const CampaignData& data) {
  const auto turn = turn_of(row, data);
  const std::string look = turn == Turn::better  ? "agrees\">✓ "
                           : turn == Turn::worse ? "missed\">✕ "
                                                 : "unchecked\">";
  return "<span class=\"verdict " + look +
         escaped(row.verdict == "no difference shown" ? "unclear" : row.verdict) + "</span>";
}

} // namespace malha::page

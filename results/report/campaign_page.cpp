// SPDX-License-Identifier: MIT
#include "campaign_page.hpp"

#include "escaping.hpp"
#include "figure.hpp"
#include "html_table.hpp"
#include "results/verdicts.hpp"
#include "study_sections.hpp"
#include "user_values.hpp"

#include <algorithm>

namespace malha::page {
namespace {

void add(Part& part, std::optional<Section> section) {
  if (section)
    part.sections.push_back(std::move(*section));
}

/// Two names may have the same slug.
void make_unique(std::vector<Section>& sections) {
  std::map<std::string, int> taken;
  for (auto& section : sections)
    if (const int number = ++taken[section.id]; number > 1)
      section.id += "-" + std::to_string(number);
}

std::optional<Section> section_of_figures(const std::string& id, const std::string& title,
                                          const std::vector<Figure>& figures, const std::string& prefix) {
  if (figures.empty())
    return std::nullopt;
  return Section{prefix + id, title, figures_html(figures, prefix)};
}

/// What all rows that have something in a column have there; nothing where that is not one text.
std::optional<std::string> only_text(const FileRows& file, const std::string& column) {
  std::set<std::string> texts;
  const auto place = file.column(column);
  for (const auto& row : file.rows)
    if (place < row.size() && !row[place].empty())
      texts.insert(row[place]);
  return texts.size() == 1 ? std::optional(*texts.begin()) : std::nullopt;
}

/// The columns of differences.csv as a page shows them, so that all have room: beside the run what is swept,
/// and the verdict. Units stand behind metrics; what is the same in all rows is in the caption.
std::vector<std::size_t> shown_columns(const FileRows& file) {
  std::vector<std::size_t> order;
  std::set<std::string> elsewhere{"parameters", "verdict", "unit"};
  for (const auto* column : {"against", "seeds"})
    if (only_text(file, column))
      elsewhere.insert(column);
  for (std::size_t i = 0; i < file.columns.size(); ++i) {
    if (elsewhere.count(file.columns[i]) == 0)
      order.push_back(i);
    if (file.columns[i] == "run")
      for (const auto* column : {"parameters", "verdict"})
        if (const auto place = file.column(column); place < file.columns.size())
          order.push_back(place);
  }
  return order;
}

/// A file of differences; its numbers as they are, and parameters without the names of their kinds.
std::string differences_html(const FileRows& file) {
  const std::set<std::string> texts{"metric", "run", "against", "verdict", "parameters"};
  const auto order = shown_columns(file);
  std::vector<HtmlTable::Column> columns;
  for (const auto i : order) {
    const auto& name = file.columns[i];
    columns.push_back({name, texts.count(name) == 0, texts.count(name) > 0 && name != "against"});
  }
  const auto seeds = only_text(file, "seeds");
  HtmlTable table("Means over " + (seeds ? *seeds + " seeds" : "seeds") + ", and paired differences from " +
                      only_text(file, "against").value_or("the first deployment") +
                      ", with their 95 % intervals",
                  columns, true);
  const auto unit = file.column("unit");
  for (const auto& row : file.rows) {
    std::vector<std::string> cells;
    for (const auto i : order)
      cells.push_back(file.columns[i] == "parameters"                    ? short_parameters(row[i])
                      : file.columns[i] == "metric" && unit < row.size() ? with_unit(row[i], row[unit])
                                                                         : row[i]);
    table.add(cells);
  }
  return table.html();
}

/// The values of each seed, as runs.csv has them.
std::string values_html(const CampaignData& data) {
  HtmlTable table("Values of each seed, as runs.csv has them",
                  {{"metric", false, true},
                   {"run", false, true},
                   {"parameters"},
                   {"seed", true},
                   {"value", true},
                   {"unit"}},
                  true);
  for (const auto& metric : data.compared)
    for (const auto& cell : data.cells)
      for (const auto& [seed, value] : cell.values(metric))
        table.add(
            {metric, cell.run, cell.parameters, std::to_string(seed), value.text, data.unit_of(metric)});
  return "<details><summary>Values of each seed</summary>\n" + table.html() + "</details>\n";
}

std::optional<Section> differences_section(const CampaignData& data, const std::string& prefix) {
  if (!data.compares || data.cells.empty())
    return std::nullopt;
  std::string html;
  if (!data.differences.rows.empty())
    html += differences_html(data.differences);
  return Section{prefix + "differences", "Means and paired differences", html + values_html(data)};
}

void add_comparison(Part& part, const CampaignData& data, Figures& figures, const std::string& prefix) {
  for (const auto& scenario : data.scenarios)
    add(part, section_of_figures("sweep", "Sweep", figures["sweep-" + scenario.name], prefix));
  add(part, differences_section(data, prefix));
  add(part, section_of_figures("metrics", "Each metric", figures["metrics"], prefix));
  if (auto users = section_of_figures("users", "Each user", figures["users"], prefix)) {
    users->html += users_table(data);
    part.sections.push_back(std::move(*users));
  }
  add(part, section_of_figures("distributions", "Distributions", figures["distributions"], prefix));
}

} // namespace

Section provenance_section(const Provenance& provenance, const std::string& prefix) {
  HtmlTable facts("Where the results come from", {{"what"}, {"is"}});
  for (const auto& [name, value] : provenance.facts)
    facts.add({name, value});
  std::string html = facts.empty() ? "" : facts.html();
  if (!provenance.commands.empty())
    html += "<h3>Make it again</h3>\n";
  for (const auto& command : provenance.commands)
    html += "<div class=\"command\"><pre>" + escaped(command) + "</pre></div>\n";
  HtmlTable hashes("Files, and hashes of their content", {{"file"}, {"hash"}});
  for (const auto& file : provenance.hashes)
    hashes.add({file.name, file.hash});
  if (!hashes.empty())
    html += "<h3>Hashes</h3>\n" + hashes.html();
  return {prefix + "provenance", "Provenance", html};
}

Part campaign_part(const CampaignData& data, const std::string& prefix, const Told& told) {
  Part part{data.folder.string(), data.subject, data.notes, {}};
  auto figures = all_figures(data, part.notes, told);
  if (data.compares) {
    add_comparison(part, data, figures, prefix);
  } else {
    add(part, verdicts_section(data, prefix));
    add(part, section_of_figures("published", "Ours beside published", figures["published"], prefix));
    add(part, section_of_figures("claims", "What decides about claims", figures["claims"], prefix));
    for (const auto& scenario : data.scenarios)
      add(part, scenario_section(data, scenario, figures["sweep-" + scenario.name], prefix));
    add(part, reasons_section(data, prefix));
    add(part, references_section(data, prefix));
  }
  add(part, provenance_section(data.provenance, prefix));
  make_unique(part.sections);
  return part;
}

} // namespace malha::page

// SPDX-License-Identifier: MIT
#include "campaign_page.hpp"

#include "comparison_sections.hpp"
#include "html_table.hpp"
#include "results/report/data/escaping.hpp"
#include "study_sections.hpp"
#include "user_table.hpp"

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

/// Figures, and below them sentences about what is not there. Nothing where there is neither.
std::optional<Section> section_of_figures(const std::string& id, const std::string& title,
                                          const std::vector<Figure>& figures, const std::string& prefix,
                                          const std::vector<std::string>& remarks = {}) {
  if (figures.empty() && remarks.empty())
    return std::nullopt;
  auto html = figures.empty() ? "" : figures_html(figures, prefix);
  for (const auto& remark : remarks)
    html += "<p class=\"faint\">" + folded(remark, 400) + "</p>\n";
  return Section{prefix + id, title, html};
}

/// What is asked first stands first: a sentence with its figure, then the numbers of all, then the rest.
void add_comparison(Part& part, const CampaignData& data, Figures& figures, const std::string& prefix,
                    const std::vector<std::string>& about_distributions) {
  add(part, headline_section(data, figures, prefix));
  for (const auto& scenario : data.scenarios)
    add(part, section_of_figures("sweep", "Sweep", figures["sweep-" + scenario.name], prefix));
  add(part, differences_section(data, prefix));
  add(part, section_of_figures("metrics", "Each metric", figures["metrics"], prefix));
  add(part, section_of_figures("distributions", "Distributions", figures["distributions"], prefix,
                               about_distributions));
  add(part, users_section(data, figures["users"], prefix));
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

Part campaign_part(const CampaignData& data, const std::string& prefix, const ShareDone& share_done) {
  Part part{data.folder.string(), data.subject, data.notes, {}};
  std::vector<std::string> about_distributions;
  auto figures = all_figures(data, about_distributions, share_done);
  if (data.compares) {
    add_comparison(part, data, figures, prefix, about_distributions);
  } else {
    add(part, verdicts_section(data, prefix));
    add(part, section_of_figures("published", "Ours beside published", figures["published"], prefix));
    add(part, values_section(data, prefix));
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

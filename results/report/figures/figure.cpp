// SPDX-License-Identifier: MIT
#include "figure.hpp"

#include "results/report/data/escaping.hpp"

namespace malha::page {

Figures all_figures(const CampaignData& data, std::vector<std::string>& notes, const ShareDone& share_done) {
  Figures all{{"published", agreement_figures(data)},
              {"distributions", distribution_figures(data, notes, share_done)}};
  all["claims"] = claim_figures(data);
  all["metrics"] = data.has_one_cell_a_run() ? comparison_figures(data) : sweep_difference_figures(data);
  all["users"] = user_figures(data);
  for (const auto& scenario : data.scenarios)
    all["sweep-" + scenario.name] = sweep_figures(data, scenario.name);
  std::map<std::string, int> taken;
  for (auto& [group, figures] : all)
    for (auto& figure : figures)
      if (const int number = ++taken[figure.name]; number > 1)
        figure.name += "-" + std::to_string(number);
  return all;
}

std::string figures_html(const std::vector<Figure>& figures, const std::string& id_prefix) {
  std::string html = "<div class=\"figures\">\n";
  for (const auto& figure : figures)
    html += "<figure id=\"" + id_prefix + "figure-" + escaped(figure.name) + "\">\n" + figure.svg.fragment() +
            "<figcaption>" + folded(figure.caption, 400) + " <code>--figure " + escaped(figure.name) +
            "</code></figcaption>\n</figure>\n";
  return html + "</div>\n";
}

} // namespace malha::page

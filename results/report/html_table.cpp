// SPDX-License-Identifier: MIT
#include "html_table.hpp"

#include "escaping.hpp"

namespace malha::page {

HtmlTable::HtmlTable(std::string caption, std::vector<Column> columns, bool is_live)
    : caption_(std::move(caption)), columns_(std::move(columns)), is_live_(is_live) {}

void HtmlTable::add(const std::vector<std::string>& cells) {
  auto& row = rows_.emplace_back();
  for (const auto& text : cells)
    row.push_back({text, ""});
}

void HtmlTable::show_last(std::size_t column, const std::string& fragment) {
  rows_.back()[column].fragment = fragment;
}

std::string HtmlTable::header() const {
  std::string html = "<thead><tr>";
  for (const auto& column : columns_)
    html += std::string("<th scope=\"col\"") + (column.is_number ? " class=\"value\"" : "") +
            (column.is_filtered ? " data-filter" : "") + ">" + escaped(column.name) + "</th>";
  return html + "</tr></thead>\n";
}

std::string HtmlTable::html() const {
  std::string html = "<div class=\"table\" role=\"region\" aria-label=\"" + escaped(caption_) +
                     "\" tabindex=\"0\"><table" + (is_live_ ? " data-live" : "") + ">\n<caption>" +
                     escaped(caption_) + "</caption>\n" + header() + "<tbody>\n";
  for (const auto& row : rows_) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto& [text, fragment] = row[i];
      const bool is_number = columns_[i].is_number;
      const std::string key = fragment.empty() ? "" : " data-key=\"" + escaped(text) + "\"";
      const auto shown = !fragment.empty() ? fragment : is_number ? number_html(text) : folded(text);
      const auto tag = i == 0 && !is_number ? std::string("th") : std::string("td");
      html += "<" + tag + (tag == "th" ? " scope=\"row\"" : "") + (is_number ? " class=\"value\"" : "") +
              key + ">" + shown + "</" + tag + ">";
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table></div>\n";
}

} // namespace malha::page

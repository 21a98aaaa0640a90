// SPDX-License-Identifier: MIT
#include "html_table.hpp"

#include "policies/sdk/split.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"

#include <algorithm>

namespace malha::page {

HtmlTable::HtmlTable(std::string caption, std::vector<Column> columns, bool is_live)
    : caption_(std::move(caption)), columns_(std::move(columns)), is_live_(is_live) {}

void HtmlTable::add(const std::vector<std::string>& cells) {
  auto& row = rows_.emplace_back();
  for (const auto& text : cells)
    row.push_back({text, "", ""});
}

void HtmlTable::show_last(std::size_t column, const std::string& fragment, const std::string& title) {
  rows_.back()[column].fragment = fragment;
  rows_.back()[column].title = title;
}

bool HtmlTable::is_shown(std::size_t column) const {
  return rows_.empty() ||
         std::any_of(rows_.begin(), rows_.end(), [&](const auto& row) { return !row[column].text.empty(); });
}

/// A name that may go on in the next line behind each "_".
std::string with_breaks(const std::string& name) {
  std::string html;
  for (const auto& part : split(escaped(name), '_'))
    html += (html.empty() ? "" : "_<wbr>") + part;
  return html;
}

std::string HtmlTable::header() const {
  std::string html = "<thead><tr>";
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (is_shown(i))
      html += std::string("<th scope=\"col\"") + (columns_[i].is_number ? " class=\"value\"" : "") +
              (columns_[i].is_filtered ? " data-filter" : "") + ">" + with_breaks(columns_[i].name) + "</th>";
  return html + "</tr></thead>\n";
}

std::string HtmlTable::cell(std::size_t row, std::size_t column) const {
  constexpr std::size_t longest_name = 120, longest_prose = 700;
  const auto& [text, fragment, title] = rows_[row][column];
  const auto& [name, is_number, is_filtered, is_prose] = columns_[column];
  const auto number = is_number ? rounded(text) : text;
  const auto shown = !fragment.empty() ? fragment
                     : is_number       ? escaped(number)
                                       : folded(text, is_prose ? longest_prose : longest_name);
  const auto under_pointer = !title.empty() ? title : fragment.empty() && number != text ? text : "";
  const std::string key = (fragment.empty() && number == text ? "" : " data-key=\"" + escaped(text) + "\"") +
                          (under_pointer.empty() ? "" : " title=\"" + escaped(under_pointer) + "\"");
  const std::string tag = column == 0 && !is_number ? "th" : "td";
  return "<" + tag + (tag == "th" ? " scope=\"row\"" : "") +
         (is_number  ? " class=\"value\""
          : is_prose ? " class=\"wide\""
                     : "") +
         key + ">" + shown + "</" + tag + ">";
}

std::string HtmlTable::html() const {
  std::string html =
      "<div class=\"table\" role=\"region\" aria-label=\"" + escaped(caption_) + "\" tabindex=\"0\"><table" +
      (is_live_ ? " data-live" : "") +
      (first_ > 0 && first_ < rows_.size() ? " data-first=\"" + std::to_string(first_) + "\"" : "") +
      ">\n<caption>" + escaped(caption_) + "</caption>\n" + header() + "<tbody>\n";
  std::vector<bool> is_there;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    is_there.push_back(is_shown(i));
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    html += "<tr>";
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (is_there[i])
        html += cell(row, i);
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table></div>\n";
}

} // namespace malha::page

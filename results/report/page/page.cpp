// SPDX-License-Identifier: MIT
#include "page.hpp"

#include "results/report/data/escaping.hpp"
#include "results/report/script/assets.hpp"

#include <algorithm>
#include <ostream>

namespace malha::page {
namespace {

/// The assets that the sections name, each once, behind those of every page.
std::vector<std::string> assets_of(const Page& page, std::vector<std::string> all,
                                   std::vector<std::string> Section::*named) {
  for (const auto& part : page.parts)
    for (const auto& section : part.sections)
      for (const auto& name : section.*named)
        if (std::find(all.begin(), all.end(), name) == all.end())
          all.push_back(name);
  return all;
}

std::string hashes_of(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names)
    text += " " + policy_hash(asset(name));
  return text;
}

void write_head(const Page& page, const std::vector<std::string>& styles,
                const std::vector<std::string>& scripts, std::ostream& out) {
  out << "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      << "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src"
      << hashes_of(scripts) << "; style-src" << hashes_of(styles)
      << "; base-uri 'none'; form-action 'none'\">\n"
      << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      << "<meta name=\"color-scheme\" content=\"light dark\">\n"
      << "<title>" << escaped(shortened(page.title, 200)) << "</title>\n";
  for (const auto& name : styles)
    out << "<style>" << asset(name).text << "</style>\n";
  out << "</head>\n";
}

void write_contents(const Page& page, std::ostream& out) {
  out << "<nav aria-label=\"Contents\">\n<ul>\n";
  for (const auto& part : page.parts)
    for (const auto& section : part.sections)
      out << "<li><a href=\"#" << escaped(section.id) << "\">"
          << (page.parts.size() > 1 ? escaped(shortened(part.title, 40)) + ": " : "")
          << escaped(shortened(section.title, 80)) << "</a></li>\n";
  out << "</ul>\n</nav>\n";
}

void write_section(const Section& section, std::ostream& out) {
  std::string scripts;
  for (const auto& name : section.scripts)
    scripts += (scripts.empty() ? "" : " ") + name;
  const auto id = escaped(section.id);
  out << "<section id=\"" << id << "\" aria-labelledby=\"" << id << "-title\""
      << (scripts.empty() ? "" : " data-scripts=\"" + escaped(scripts) + "\"") << ">\n<h2 id=\"" << id
      << "-title\">" << folded(section.title) << "</h2>\n"
      << section.html;
  if (!section.data.empty()) {
    out << "<script type=\"application/json\" id=\"" << id << "-data\">";
    write_script_json(section.data, out);
    out << "</script>\n";
  }
  out << "</section>\n";
}

void write_part(const Part& part, bool is_only, std::ostream& out) {
  if (!is_only)
    out << "<h1 class=\"part\">" << folded(part.title) << "</h1>\n";
  if (!part.subtitle.empty())
    out << "<p class=\"subtitle\">" << folded(part.subtitle) << "</p>\n";
  if (!part.notes.empty()) {
    out << "<div class=\"notes\" role=\"note\" aria-label=\"What is missing\">\n<ul>\n";
    for (const auto& note : part.notes)
      out << "<li>" << folded(note) << "</li>\n";
    out << "</ul>\n</div>\n";
  }
  for (const auto& section : part.sections)
    write_section(section, out);
}

} // namespace

void write_page(const Page& page, std::ostream& out) {
  const auto styles = assets_of(page, {"page.css", "chart.css"}, &Section::styles);
  const auto scripts = assets_of(page, {"page.js"}, &Section::scripts);
  write_head(page, styles, scripts, out);
  out << "<body>\n<a class=\"skip\" href=\"#main\">Skip to the results</a>\n<header>\n<h1>"
      << folded(page.title) << "</h1>\n";
  write_contents(page, out);
  out << "</header>\n<main id=\"main\">\n";
  for (const auto& part : page.parts)
    write_part(part, page.parts.size() == 1, out);
  out << "</main>\n";
  for (const auto& name : scripts)
    out << "<script>" << asset(name).text << "</script>\n";
  out << "</body>\n</html>\n";
}

} // namespace malha::page

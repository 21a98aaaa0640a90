// SPDX-License-Identifier: MIT
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

namespace malha::page {

/// One section of a page.
///
/// Its scripts find it by `malha.sections("name.js")` (page.js), and its data by `malha.data(section)`. The
/// page's content security policy names the hashes of the assets: no other script runs, and no style applies
/// that is not in an asset or set by a script. So `html` has classes, and no attributes `style` or
/// `on…`.
struct Section {
  std::string id;                        ///< unique on the page: a slug
  std::string title;                     ///< plain text
  std::string html;                      ///< a fragment; names in it are escaped
  std::string data = {};                 ///< JSON text; empty: none
  std::vector<std::string> scripts = {}; ///< names of assets, in the order in which they run
  std::vector<std::string> styles = {};  ///< names of assets
};

/// The part of a page for one folder of results.
struct Part {
  std::string title;              ///< plain text
  std::string subtitle = {};      ///< plain text; empty: none
  std::vector<std::string> notes; ///< sentences on missing or inconsistent files; plain text
  std::vector<Section> sections;
};

struct Page {
  std::string title; ///< plain text
  std::vector<Part> parts;
};

/// Writes the page as one HTML file, which loads no other file.
void write_page(const Page& page, std::ostream& out);

} // namespace malha::page

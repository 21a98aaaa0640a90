// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace malha::page {

/// One section of a page.
///
/// Its scripts find it by `malha.sections("name.js")` (page.js), and its data by `malha.data(section)`. No
/// script runs that is no asset, and no style holds that is in no asset, or that a script has not set: the
/// page's content security policy names their hashes. So `html` has classes, and no attributes `style` or
/// `on…`.
struct Section {
  std::string id;                        ///< unique on the page: a slug
  std::string title;                     ///< plain text
  std::string html;                      ///< a fragment; names in it are escaped
  std::string data = {};                 ///< JSON text; empty: none
  std::vector<std::string> scripts = {}; ///< names of assets, in the order in which they run
  std::vector<std::string> styles = {};  ///< names of assets
};

/// What one folder of results has on a page.
struct Part {
  std::string title;              ///< plain text
  std::string subtitle = {};      ///< plain text; empty: none
  std::vector<std::string> notes; ///< what is missing or does not fit, in sentences; plain text
  std::vector<Section> sections;
};

struct Page {
  std::string title; ///< plain text
  std::vector<Part> parts;
};

/// Is told now and then which share of the work is done, from 0 to 1; where there is one.
using Told = std::function<void(double)>;

/// Writes the page as one HTML file, which fetches nothing.
void write_page(const Page& page, std::ostream& out);

} // namespace malha::page

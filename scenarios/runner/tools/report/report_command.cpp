// SPDX-License-Identifier: MIT
#include "report_pages.hpp"
#include "results/files/files.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/commands/output_file.hpp"

#include <iostream>

namespace malha {
namespace {

int report_command(const std::vector<std::string>& words) {
  const Options options(
      "report", words, Options::none, "DIR…",
      {{"output,o", "FILE", "the page (default: report.html in DIR, or here for several)"}});
  if (options.help())
    return 0;
  if (options.positional().empty())
    throw InputError(
        "report: missing folder; valid: an output folder of run, reproduce, compare or simulate");
  const std::vector<std::filesystem::path> folders(options.positional().begin(), options.positional().end());
  const std::filesystem::path beside = folders.size() == 1 ? folders.front() : "";
  const auto file =
      options.has("output") ? std::filesystem::path(options.text("output")) : beside / "report.html";
  if (file.extension() != ".html")
    throw InputError("report: -o " + file.string() + " is no page; valid: a name that ends in .html");
  for (const auto& folder : folders)
    if (!is_there(folder))
      throw InputError("report: " + folder.string() + " does not exist");
  check_output_file("report", file);
  const Library library(options.plugin_paths());
  write_page_of(folders, file, library);
  std::cout << "page in " << file.string() << '\n';
  return 0;
}

} // namespace

MALHA_COMMAND("report", "report DIR… [-o FILE]", "a page of results, as one HTML file", report_command, 65,
              "Writes an HTML page of results, which opens in a browser without a network: verdicts, "
              "figures, the runs, "
              "and their inputs.",
              "report malha-out/compared -o malha-out/compared.html")

} // namespace malha

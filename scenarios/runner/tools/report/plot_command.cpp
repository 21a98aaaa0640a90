// SPDX-License-Identifier: MIT
#include "policies/sdk/near_names.hpp"
#include "report_data.hpp"
#include "results/files/files.hpp"
#include "results/report/figures/figure.hpp"
#include "results/report/figures/pdf.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/commands/output_file.hpp"

#include <iostream>

namespace malha {
namespace {

namespace fs = std::filesystem;

void write_figure(const page::Figure& figure, const fs::path& file) {
  check_output_file("plot", file);
  const auto svg = figure.svg.file();
  if (file.extension() == ".svg")
    write_file(file, [&](std::ostream& out) { out << svg; });
  else if (file.extension() == ".pdf")
    page::write_pdf(svg, file);
  else
    throw InputError("plot: -o " + file.string() +
                     " is neither SVG nor PDF; valid: a name that ends in .svg or .pdf");
}

int plot_command(const std::vector<std::string>& words) {
  const Options options("plot", words, Options::none, "DIR",
                        {{"figure", "F", "the name of the figure; an unknown name lists all"},
                         {"output,o", "FILE", "the figure: FILE.svg or FILE.pdf"}});
  if (options.help())
    return 0;
  const fs::path folder = options.one();
  if (!holds_campaign(folder))
    throw InputError(folder.string() +
                     ": holds no results with figures; valid: an output folder of run, reproduce or "
                     "compare");
  const Library library(options.plugin_paths());
  const auto data = campaign_data(folder, library);
  auto notes = data.notes;
  std::vector<std::string> names;
  const auto asked = options.has("figure") ? options.text("figure") : "";
  for (const auto& [group, figures] : page::all_figures(data, notes))
    for (const auto& figure : figures) {
      names.push_back(figure.name);
      if (figure.name != asked)
        continue;
      if (!options.has("output"))
        throw InputError("plot: into which file? valid: -o " + figure.name + ".svg, or .pdf");
      write_figure(figure, options.text("output"));
      std::cout << "figure in " << options.text("output") << '\n';
      return 0;
    }
  const auto near = near_names(asked, names);
  throw InputError((asked.empty() ? "plot: which figure?" : "plot: no figure '" + asked + "';") +
                   (near.empty() ? "" : " did you mean " + listed(near) + "?;") +
                   (names.empty() ? " this folder has none" : " valid: " + listed(names)));
}

} // namespace

MALHA_COMMAND("plot", "plot DIR --figure F -o FILE", "one figure of the page, as SVG or PDF", plot_command,
              66,
              "Writes one figure of the page of malha report as a file, for a paper. An unknown name lists "
              "all figures.",
              "plot malha-out/compared --figure differences.makespan -o malha-out/makespan.svg")

} // namespace malha

// SPDX-License-Identifier: MIT
#include "workload_notes.hpp"

#include "results/files/table.hpp"
#include "scenarios/runner/language/path_names.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <ostream>

namespace malha {

namespace fs = std::filesystem;

bool print_workload_notes(const fs::path& folder, const std::string& indent, std::ostream& out) {
  std::ifstream file(folder / "manifest.json");
  const auto manifest = nlohmann::json::parse(file, nullptr, false);
  if (!manifest.is_object())
    return false;
  const auto notes = manifest.value("workload_notes", nlohmann::json::object());
  for (const auto& [what, jobs] : notes.items())
    out << wrapped("workload: " + jobs.dump() + (jobs == 1 ? " job, " : " jobs, ") + what, indent);
  return !notes.empty();
}

void print_workload_notes(const std::vector<CellResult>& cells, const fs::path& results,
                          const std::string& indent, std::ostream& out) {
  for (const auto& cell : cells)
    for (const auto& [seed, metrics] : cell.runs)
      if (print_workload_notes(folder_of({cell.scenario, cell.run, cell.parameters(), seed, ""}, results),
                               indent, out))
        return;
}

} // namespace malha

// SPDX-License-Identifier: MIT
#include "foreign_memory.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "scenarios/runner/campaign/scratch_folder.hpp"
#include "scenarios/runner/processes/workers.hpp"
#include "scenarios/runner/runs/plugin_folders.hpp"

#include <pugixml.hpp>

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <variant>

namespace malha::conformance {
namespace {

namespace fs = std::filesystem;

/// A program of the search path; nothing where there is none.
std::optional<fs::path> program_named(const std::string& name) {
  const char* path = std::getenv("PATH");
  const std::string text = path == nullptr ? "" : path;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find(':', begin), text.size());
    const auto file = fs::path(text.substr(begin, end - begin)) / name;
    if (end > begin && access(file.c_str(), X_OK) == 0)
      return file;
    begin = end + 1;
  }
  return std::nullopt;
}

[[noreturn]] void become(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const auto& word : words)
    arguments.push_back(const_cast<char*>(word.c_str())); // execv writes to none of them
  arguments.push_back(nullptr);
  const bool is_quiet =
      std::freopen("/dev/null", "w", stdout) != nullptr && std::freopen("/dev/null", "w", stderr) != nullptr;
  if (is_quiet)
    execv(arguments.front(), arguments.data());
  _exit(127);
}

/// Where in the plugin something happened; "" where it did not happen there.
std::string place_in(const pugi::xml_node& error, const std::string& plugin) {
  for (const auto& frame : error.child("stack").children("frame"))
    if (plugin == frame.child_value("obj")) {
      std::string place = frame.child_value("fn");
      if (const std::string file = frame.child_value("file"); !file.empty())
        place += " (" + file + ":" + frame.child_value("line") + ")";
      return place.empty() ? "the plugin" : place;
    }
  return "";
}

ForeignMemory seen_in(const fs::path& report, const std::string& plugin) {
  ForeignMemory seen;
  pugi::xml_document document;
  const auto root = document.load_file(report.c_str()) ? document.child("valgrindoutput") : pugi::xml_node();
  if (!root) {
    seen.not_looked_at = "valgrind has not come to its end";
    return seen;
  }
  std::int64_t bytes = 0;
  std::string first;
  for (const auto& error : root.children("error")) {
    const auto place = place_in(error, plugin);
    if (place.empty())
      continue;
    const auto leaked = error.child("xwhat").child("leakedbytes").text().as_llong();
    if (leaked == 0 && seen.flaws.empty())
      seen.flaws.push_back("valgrind says: " + std::string(error.child_value("what")) + ", in " + place);
    if (leaked > 0 && bytes == 0)
      first = place;
    bytes += leaked;
  }
  if (bytes > 0)
    seen.flaws.push_back("it loses memory, " + std::to_string(bytes) + " bytes, which it takes in " + first);
  return seen;
}

/// What valgrind saw, or the signal that ends this program. Its files are gone then.
std::variant<ForeignMemory, int> watched_by(const fs::path& valgrind, const fs::path& plugin,
                                            const Json& example, Seconds limit) {
  const ScratchFolder folder;
  const auto views = folder / "example.json", report = folder / "report.xml";
  std::ofstream(views) << example.dump();
  // The program itself cannot be run by valgrind, which has no long double as Boost.Math wants it.
  const std::vector<std::string> words{valgrind.string(),
                                       "--quiet",
                                       "--leak-check=full",
                                       "--show-leak-kinds=definite",
                                       "--errors-for-leak-kinds=definite",
                                       "--num-callers=30",
                                       "--xml=yes",
                                       "--xml-file=" + report.string(),
                                       (shipped_plugins().parent_path() / "ask_example").string(),
                                       plugin.string(),
                                       views.string()};
  WorkLimits limits;
  limits.time_limit = limit;
  Outcome ended;
  if (const int signal = run_workers({{"valgrind", [&]() -> Outcome { become(words); }}}, limits,
                                     [&](std::size_t, const Outcome& outcome) { ended = outcome; });
      signal != 0)
    return signal;
  if (ended.took_too_long)
    return ForeignMemory{{}, "valgrind has not come to its end within " + shortest(limit) + " s"};
  if (ended.message == "its process ended with status 3") // see ask_example
    return ForeignMemory{{}, "valgrind runs a program that has no views of plugins"};
  if (ended.message != "its process ended with status 0") // when all views were asked
    return ForeignMemory{{}, "under valgrind " + ended.message};
  return seen_in(report, fs::canonical(plugin).string());
}

} // namespace

ForeignMemory memory_of(const fs::path& plugin, const Json& example, Seconds limit) {
  const auto valgrind = program_named("valgrind");
  if (!valgrind)
    return {{}, "valgrind is not installed"};
  const auto seen = watched_by(*valgrind, plugin, example, limit);
  if (const auto* signal = std::get_if<int>(&seen))
    end_by_signal(*signal);
  return std::get<ForeignMemory>(seen);
}

} // namespace malha::conformance

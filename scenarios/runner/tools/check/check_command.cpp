// SPDX-License-Identifier: MIT
#include "actors/runtime/external/external_policy.hpp"
#include "actors/runtime/plan/catalog.hpp"
#include "actors/runtime/plan/plugin_file.hpp"
#include "check_report.hpp"
#include "policies/cluster/queue.hpp"
#include "policies/sdk/input_files.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/conformance/opened_plugin.hpp"
#include "scenarios/runner/processes/progress.hpp"
#include "scenarios/runner/runs/library.hpp"
#include "scenarios/runner/runs/plugin_folders.hpp"

#include <algorithm>
#include <iostream>

namespace malha {
namespace {

namespace fs = std::filesystem;
using conformance::CheckOptions;
using conformance::Json;
using conformance::PluginReport;

/// The shipped plugins. Those of others are opened in other processes only, and by `--plugin-path`, which
/// brings views of more questions.
Catalog catalog_for(const Options& options) {
  const auto more = options.plugin_paths();
  Catalog catalog(more.empty() ? std::vector<fs::path>{shipped_plugins()} : plugin_folders(more));
  catalog.check_questions(questions_of_commands());
  return catalog;
}

/// A bare name would be looked for in the folders of libraries.
fs::path file_named(const fs::path& file) { return file.has_parent_path() ? file : "." / file; }

/// The plugins that a word stands for: a file, those of a folder, a policy, or those of a question.
std::vector<fs::path> plugins_of(const std::string& word, const Catalog& catalog,
                                 const std::string& question) {
  if (external::is_external(word)) {
    external::set_python_folder(shipped_data() / "policies/python");
    return {conformance::asked_elsewhere(word, question)};
  }
  if (fs::is_directory(word))
    return shared_objects(word);
  if (fs::exists(word))
    return {file_named(word)};
  std::vector<fs::path> files;
  for (const auto& [name, policy] : catalog.policies())
    if (name == word || policy->question == word)
      files.push_back(catalog.file_of(name));
  if (files.empty())
    throw InputError(
        "check: there is no plugin '" + word +
        "'; valid: the path of a plugin or of a folder of plugins, the name of a policy that "
        "malha list policies prints, or of a question, python:FILE, external:COMMAND or socket:PATH");
  return files;
}

/// The question that policies in other processes are asked.
std::string question_of(const Options& options) {
  return options.has("question") ? options.text("question") : cluster::Queue::question;
}

std::vector<fs::path> plugins_asked(const Options& options, const Catalog& catalog) {
  std::vector<fs::path> files;
  for (const auto& word : options.positional())
    for (const auto& file : plugins_of(word, catalog, question_of(options)))
      files.push_back(file);
  if (options.positional().empty())
    for (const auto& [name, policy] : catalog.policies())
      files.push_back(catalog.file_of(name));
  if (files.empty())
    throw InputError("check: " + listed(options.positional()) +
                     " has no plugin; valid: files that end in .so");
  return files;
}

CheckOptions check_options(const Options& options) {
  CheckOptions check;
  check.views = options.number("views", 1000, 1, 1'000'000);
  check.seed = options.seed();
  check.settings = options.settings_given();
  check.uses_valgrind = !options.has("no-valgrind");
  check.limits.workers = options.worker_count();
  check.limits.time = options.number("time-limit", 10., 0.01, 1e6);
  return check;
}

Json example_in(const fs::path& file) {
  const auto text = all_bytes(file);
  if (!text)
    throw InputError("check: " + file.string() +
                     " cannot be read; valid: an example that malha check printed");
  const auto example = Json::parse(*text, nullptr, false);
  if (!example.is_object())
    throw InputError("check: " + file.string() +
                     " is no JSON object; valid: an example that malha check printed");
  return example;
}

/// The times of shipped policies, by question. Each is measured once.
class ShippedTimes {
public:
  ShippedTimes(const Catalog& catalog, const CheckOptions& options) : catalog_(catalog), options_(options) {}

  void know(const PluginReport& report) {
    if (report.time && is_shipped(report.file))
      times_[report.described.name] = report.time;
  }

  std::optional<ComparedTime> compared(const PluginReport& report) {
    if (!report.time)
      return std::nullopt;
    std::vector<Seconds> shipped;
    for (const auto& name : catalog_.policies_of(report.described.question)) {
      const auto& file = catalog_.file_of(name);
      if (!is_shipped(file))
        continue;
      if (times_.count(name) == 0)
        times_[name] = time_of_calls(file, options_);
      if (const auto& time = times_.at(name))
        shipped.push_back(*time);
    }
    ComparedTime compared{*report.time, std::nullopt, shipped.size()};
    const auto middle = shipped.begin() + static_cast<std::ptrdiff_t>(shipped.size() / 2);
    std::nth_element(shipped.begin(), middle, shipped.end());
    if (!shipped.empty() && *middle > 0)
      compared.of_median = *report.time / *middle;
    return compared;
  }

private:
  const Catalog& catalog_;
  const CheckOptions& options_;
  std::map<std::string, std::optional<Seconds>> times_;
};

/// Writes the examples of a report. Returns their files, by row.
std::map<std::string, fs::path> save_examples(const PluginReport& report, const fs::path& folder) {
  std::map<std::string, fs::path> files;
  for (const auto& finding : report.findings) {
    if (finding.example.is_null())
      continue;
    auto name = report.described.name + "." + finding.row + ".json";
    std::replace(name.begin(), name.end(), '/', '.');
    write_file(folder / name, [&](std::ostream& out) {
      out << conformance::lines_of(finding.example, "", terminal_width) << '\n';
    });
    files[finding.row] = folder / name;
  }
  return files;
}

/// Asks an example in this process, and prints the answers.
int ask_here(const fs::path& plugin, const Json& example) {
  const auto result = conformance::ask(conformance::with_policy(conformance::session_of(plugin, example)));
  for (const auto& sequence : result.answers)
    for (const auto& answer : sequence)
      std::cout << answer.dump() << '\n';
  if (!result.found)
    return 0;
  std::cout << result.found->row << ": " << result.found->sentence << '\n';
  return static_cast<int>(Status::rule_broken);
}

Status status_of(const std::vector<PluginReport>& reports) {
  if (std::any_of(reports.begin(), reports.end(),
                  [](const auto& one) { return !one.described.refused.empty(); }))
    return Status::bad_input;
  const bool is_good =
      std::all_of(reports.begin(), reports.end(), [](const auto& one) { return one.findings.empty(); });
  return is_good ? Status::done : Status::rule_broken;
}

/// An example has its own parameters and views, and what is found is in the file already.
void check_options_of_replay(const Options& options) {
  std::string refused = options.settings_given().empty() ? "" : "set";
  for (const auto* name : {"views", "save", "no-valgrind"})
    if (options.has(name))
      refused = name;
  if (!refused.empty())
    throw InputError("check: --" + refused +
                     " has no effect on an example; valid with --replay: --here, --seed, --time-limit, "
                     "--workers and --plugin-path");
}

int replay(const Options& options) {
  check_options_of_replay(options);
  const bool is_file =
      fs::is_regular_file(options.one()) && options.plugin_paths().empty(); // needs no other plugin
  const auto plugin = is_file ? file_named(options.one())
                              : plugins_of(options.one(), catalog_for(options), question_of(options)).front();
  const auto example = example_in(options.text("replay"));
  try {
    if (options.has("here"))
      return ask_here(plugin, example);
  } catch (const conformance::NoView& none) {
    throw InputError("check: " + options.text("replay") + ": " + none.what());
  }
  const std::vector<PluginReport> reports{check_example(plugin, example, check_options(options))};
  print_check(reports.front(), std::nullopt, {}, std::cout);
  return static_cast<int>(status_of(reports));
}

int check_command(const std::vector<std::string>& words) {
  const Options options(
      "check", words, Options::seeded | Options::settings | Options::workers, "PLUGIN",
      {{"question", "Q", "what policies in other processes are asked (default: cluster/queue)"},
       {"views", "N", "number of random views for each policy (default: 1000)"},
       {"time-limit", "S", "longest computing time of a call, in s (default: 10)"},
       {"save", "DIR", "write each example into this folder, as JSON"},
       {"replay", "FILE", "ask the policy of one plugin only this example"},
       {"here", "", "with --replay: ask in this process, for a debugger, and print the answers"},
       {"no-valgrind", "", "do not check the use of memory"}});
  if (options.help())
    return 0;
  const auto& words_given = options.positional();
  if (options.has("question") && std::none_of(words_given.begin(), words_given.end(), external::is_external))
    throw InputError("check: --question is for policies in other processes; valid: with python:FILE, "
                     "external:COMMAND or socket:PATH");
  if (options.has("here") && !options.has("replay"))
    throw InputError("check: --here is for one example; valid: with --replay FILE");
  if (options.has("replay"))
    return replay(options);
  const auto check = check_options(options);
  const auto catalog = catalog_for(options);
  const auto plugins = plugins_asked(options, catalog);
  ShippedTimes shipped(catalog, check);
  std::vector<PluginReport> reports;
  Progress progress(std::vector<Seconds>(plugins.size(), 0), 0, 1, "plugins");
  for (std::size_t i = 0; i < plugins.size(); ++i) {
    progress.look_at({{i, 0}});
    reports.push_back(check_plugin(plugins[i], check));
    if (const auto& refused = reports.back().described.refused; plugins.size() == 1 && !refused.empty())
      throw InputError(refused);
    shipped.know(reports.back());
    progress.done(i);
  }
  progress.clear();
  std::vector<std::optional<ComparedTime>> times;
  for (const auto& report : reports)
    times.push_back(shipped.compared(report));
  if (reports.size() > 1)
    print_checks(reports, times, std::cout);
  if (options.has("save"))
    make_folder(options.text("save"));
  for (std::size_t i = 0; i < reports.size(); ++i)
    if (reports.size() == 1 || !reports[i].findings.empty()) {
      const auto saved = options.has("save") ? save_examples(reports[i], options.text("save"))
                                             : std::map<std::string, fs::path>{};
      std::cout << (reports.size() > 1 ? "\n" : "");
      print_check(reports[i], times[i], saved, std::cout);
    }
  return static_cast<int>(status_of(reports));
}

} // namespace

MALHA_COMMAND(
    "check", "check [PLUGIN…]", "what is wrong with a policy: rules, repeatability, memory, time",
    check_command, 75,
    "Asks the policy of a plugin random views of its question, in processes of their own. Reports "
    "broken rules, answers that differ between processes, between addresses or after other "
    "instances, output, crashes, endless calls, memory leaks, and the time of a call. Each finding "
    "has the smallest example found. A plugin is a file, a folder, a name or a question; without "
    "one, all shipped policies are checked. --set gives the policy a parameter. A policy in another "
    "process (python:FILE, external:COMMAND) is checked for one question.",
    "check build/plugins/policies/mine/widest_first.so --views 2000 --save found")

} // namespace malha

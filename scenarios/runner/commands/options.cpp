// SPDX-License-Identifier: MIT
#include "options.hpp"

#include "array_task.hpp"
#include "commands.hpp"
#include "policies/sdk/near_names.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"
#include "policies/sdk/units.hpp"
#include "results/files/table.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <set>
#include <sstream>
#include <thread>

namespace malha {

namespace po = boost::program_options;

namespace {

/// Adds the options that say what a command runs, or checks.
void add_what_runs(po::options_description& shown, unsigned groups) {
  auto add = shown.add_options();
  add("help,h", "print this help");
  add("plugin-path", po::value<std::vector<std::string>>()->value_name("DIR"), "a folder of more plugins");
  if (groups & (Options::simulation | Options::comparison)) {
    add("platform,p", po::value<std::string>()->required()->value_name("P"),
        "a generator, a shipped platform, or a path");
    add("workload,w", po::value<std::string>()->required()->value_name("W"), "a generator, or a path");
    add("environment", po::value<std::vector<std::string>>()->value_name("E"),
        "add an environment actor to the deployment: crashes, failures, reclaim, external_load, local_users, "
        "late_messages, lost_messages, doubled_messages, outages; --set E.K=V sets its parameters");
  }
  if (groups & Options::comparison) {
    add("deployment,d", po::value<std::vector<std::string>>()->required()->value_name("D"),
        "a shipped deployment or a path; at least two, each after a -d, or one with --sweep; "
        "LABEL=D,KEY=VALUE,… gives it a name and settings of its own");
    add("against", po::value<std::string>()->value_name("LABEL"),
        "the deployment to which the others are compared (default: the first)");
    add("seeds", po::value<int>()->value_name("N"),
        "number of seeds, the same for all deployments (default: 1)");
    add("sweep", po::value<std::vector<std::string>>()->value_name("K=VALUES"),
        "compare under each value of a setting: K=16,64 or K=FROM:TO:STEP; several --sweep: all "
        "combinations");
    add("save", po::value<std::string>()->value_name("NAME.xml"),
        "write the comparison as a scenario, which malha run runs");
  }
  if (groups & Options::what_if) {
    add("platform,p", po::value<std::string>()->required()->value_name("P"),
        "a generator, a shipped platform, or a path; it has the nodes on which jobs run, by their names");
    add("deployment,d", po::value<std::vector<std::string>>()->required()->value_name("D"),
        "a shipped deployment or a path, each after a -d; LABEL=D,KEY=VALUE,… gives it a name and settings "
        "of its own");
  }
  if (groups & (Options::simulation | Options::comparison))
    add("metric", po::value<std::vector<std::string>>()->value_name("M"),
        "a metric to show, or all (default: waits, turnarounds, slowdowns and the headlines of the "
        "architecture)");
  if (groups & (Options::simulation | Options::comparison))
    add("metrics", po::value<std::string>()->value_name("M,M"),
        "several metrics, separated by commas; or all");
  if (groups & Options::simulation) {
    add("deployment,d", po::value<std::string>()->required()->value_name("D"),
        "a shipped deployment or a path");
    add("explain", po::value<std::string>()->implicit_value("")->value_name("JOB[@DATE]"),
        "keep decisions.csv: why jobs start or wait; --explain=17 explains the wait of job 17, "
        "--explain=17@3600 its state at 3600 s");
  }
  if (groups & (Options::simulation | Options::seeded))
    add("seed", po::value<std::int64_t>()->default_value(0)->value_name("S"), "seed of all random streams");
  if (groups & Options::grid)
    add("platform,p", po::value<std::string>()->value_name("P"),
        "check the jobs.csv of another tool against the workers of this platform");
}

/// Adds the options that say how a command runs, and where its results go.
void add_how_it_runs(po::options_description& shown, unsigned groups) {
  auto add = shown.add_options();
  if (groups & (Options::settings | Options::grid)) {
    add("set", po::value<std::vector<std::string>>()->value_name("K=V"),
        "a parameter of the run (transport, max_time), platform.K, workload.K, or a property of actors");
  }
  if (groups & Options::files)
    add("files", po::value<std::vector<std::string>>()->value_name("DIR"),
        "a folder of files that scenarios need and that are not shipped; MALHA_FILES names more");
  if (groups & Options::simgrid)
    add("sg-cfg", po::value<std::vector<std::string>>()->value_name("K:V"), "an option of SimGrid");
  if (groups & (Options::shards | Options::submission))
    add("seeds", po::value<int>()->value_name("N"),
        "seeds per cell, if results depend on the seed (default: as the scenario says)");
  if (groups & Options::shards) {
    add("shard", po::value<std::string>()->value_name("I/N"),
        "run part I of N parts of about equal time; malha collect merges them; array or array/N: the part of "
        "this task of a Slurm array");
    add("costs", po::value<std::string>()->value_name("FILE"),
        "file of run times used to balance parts; malha submit writes it");
    add("judge-anyway", "give verdicts although settings of the command line change the published set-up");
  }
  if (groups & (Options::campaign | Options::submission))
    add("records", po::value<std::string>()->value_name("jobs|metrics"),
        "keep the rows of every run, or its metrics only (default: as the scenario says, or jobs)");
  if (groups & (Options::campaign | Options::submission))
    add("gzip", "write files of rows as gzip (jobs.csv.gz); all commands read them");
  if (groups & Options::campaign)
    add("report", "also write a page of the results: report.html in their folder");
  if (groups & (Options::campaign | Options::submission))
    add("time-limit", po::value<std::string>()->value_name("TIME"),
        "kill a run that takes longer, in seconds or such as 10min");
  if (groups & Options::workers)
    add("workers,j", po::value<int>()->value_name("N"),
        groups & Options::submission ? "runs at once in a task, which gets as many cores (default: 1)"
                                     : "runs at once (default: all cores)");
  if (groups & Options::project) {
    add("question", po::value<std::string>()->value_name("Q"), "the question that a policy answers");
    add("python", "write a policy in Python: one file, which needs no compiler");
    add("output,o", po::value<std::string>()->value_name("DIR"), "folder of the project (default: its name)");
  }
  if (groups & Options::output)
    add("output,o", po::value<std::string>()->value_name("DIR"),
        groups & Options::submission ? "folder of the submission and its results"
                                     : "folder of the results (default: a new one, malha-out/001-…, 002-…)");
  if (groups & (Options::campaign | Options::simulation))
    add("overwrite", "replace the results of Malha in the folder of -o");
}

/// Prints a note on the standard error, once, about a load that is probably a mistake. Only for command
/// lines: a scenario gives its reasons.
void note_load(const std::string& value) {
  constexpr double most_likely = 2, least_percentage = 10;
  static std::set<std::string> noted;
  const auto load = parse_number<double>(value);
  if (!load || !(*load > most_likely) || !noted.insert(value).second)
    return;
  std::cerr << complaint("workload.load=" + value + ": load is a share of the machine, and 1 is all of it" +
                         (*load < least_percentage ? "" : "; did you mean " + shown(*load / 100, 3) + "?"));
}

constexpr const char* load_key = "workload.load";

/// The place of the next help page; null: it is printed.
std::optional<HelpPage>* asked_page = nullptr;

void print_help(const Command* command, const HelpPage& page) {
  std::cout << "malha " << page.usage << "\n\n";
  if (command != nullptr && !command->text.empty())
    std::cout << wrapped(command->text, "") << '\n';
  std::cout << page.options;
  if (command != nullptr && !command->example.empty())
    std::cout << "\nexample:\n" << in_shell_lines(command->example);
}

/// Prints the help of a verb, or stores it in `asked_page`.
void give_help(const std::string& verb, const std::string& positional, const po::options_description& shown) {
  const auto* command = command_named(verb);
  const auto usage =
      command != nullptr ? command->usage : verb + (positional.empty() ? "" : " " + positional);
  if (asked_page != nullptr)
    asked_page->emplace(HelpPage{usage, positional, shown});
  else
    print_help(command, {usage, positional, shown});
}

} // namespace

const Command* command_named(const std::string& name) {
  for (const auto& command : linked_parts<Command>())
    if (command.name == name)
      return &command;
  return nullptr;
}

std::vector<std::filesystem::path> plugin_paths_in(const std::vector<std::string>& words) {
  const std::string option = "--plugin-path";
  std::vector<std::filesystem::path> folders;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == option && i + 1 < words.size())
      folders.emplace_back(words[i + 1]);
    else if (words[i].rfind(option + "=", 0) == 0)
      folders.emplace_back(words[i].substr(option.size() + 1));
  return folders;
}

std::optional<HelpPage> help_page_of(const Command& command) {
  struct Asking {
    std::optional<HelpPage> page;
    std::ostringstream said; ///< by a command that has options of its own kind
    std::streambuf* printed = std::cout.rdbuf(said.rdbuf());
    Asking() { asked_page = &page; }
    ~Asking() {
      asked_page = nullptr;
      std::cout.rdbuf(printed);
    }
    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;
  } asking;
  try {
    command.run({"--help"});
  } catch (const InputError&) { // it knows no --help
  }
  return asking.page;
}

std::string letter_of(const po::option_description& option) {
  const auto name = option.canonical_display_name(po::command_line_style::allow_dash_for_short);
  return name.front() == '-' ? name : ""; // without a letter it is the long name
}

std::string value_of(const po::option_description& option) {
  const auto text = option.format_parameter(); // "S (=0)"
  return text.substr(0, text.find(" ("));
}

bool takes_value(const po::option_description& option) { return option.semantic()->max_tokens() > 0; }

bool needs_value(const po::option_description& option) { return option.semantic()->min_tokens() > 0; }

std::string in_shell_lines(const std::string& command) {
  std::string lines, line = "  malha";
  std::size_t begin = 0;
  while (begin < command.size()) { // a part is an option with its values
    const auto end = std::min(command.find(" -", begin), command.size());
    const auto part = " " + command.substr(begin, end - begin);
    if (columns_of(line + part) > terminal_width - 2) {
      lines += line + " \\\n";
      line = "   ";
    }
    line += part;
    begin = end + 1;
  }
  return lines + line + "\n";
}

Options::Options(const std::string& verb, const std::vector<std::string>& words, unsigned groups,
                 const std::string& positional, const std::vector<OwnOption>& own)
    : verb_(verb), line_("malha " + verb), positional_name_(positional) {
  for (const auto& word : words)
    line_ += " " + word;
  po::options_description shown("options");
  add_what_runs(shown, groups);
  add_how_it_runs(shown, groups);
  for (const auto& option : own)
    if (option.value.empty())
      shown.add_options()(option.name.c_str(), option.meaning.c_str());
    else
      shown.add_options()(option.name.c_str(), po::value<std::string>()->value_name(option.value),
                          option.meaning.c_str());
  po::options_description all;
  all.add(shown);
  po::positional_options_description places;
  if (!positional.empty()) {
    all.add_options()("positional", po::value<std::vector<std::string>>());
    places.add("positional", -1);
  }
  try {
    const int style = po::command_line_style::default_style & ~po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(words).options(all).positional(places).style(style).run(), values_);
    help_ = values_.count("help") > 0;
    if (help_)
      give_help(verb, positional, shown);
    else
      po::notify(values_);
  } catch (const po::error& error) {
    refuse(error, words, shown);
  }
  positional_ = texts("positional");
  if (has("output") && text("output").empty())
    throw InputError(verb + ": -o is empty; valid: the path of a folder");
}

void Options::refuse(const po::error& error, const std::vector<std::string>& words,
                     const po::options_description& shown) const {
  const std::string see = "; see malha " + verb_ + " --help";
  if (const auto* unknown = dynamic_cast<const po::unknown_option*>(&error)) {
    const auto name = unknown->get_option_name();
    if (name == "--seeds")
      for (std::size_t i = 0; verb_ == "simulate" && i < words.size(); ++i)
        if (words[i].rfind("--seeds", 0) == 0)
          throw InputError("simulate: one run has one seed; valid: --seed N, or malha compare " +
                           (words[i] == name && i + 1 < words.size() ? name + " " + words[i + 1] : words[i]));
    std::vector<std::string> names;
    for (const auto& option : shown.options())
      names.push_back("--" + option->long_name());
    if (const auto near = near_names(name, names); !near.empty())
      throw InputError(verb_ + ": " + error.what() + "; did you mean " + listed(near) + "?" + see);
  }
  if (dynamic_cast<const po::too_many_positional_options_error*>(&error) != nullptr) {
    const auto is_of = [&](std::size_t i) { return words[i] == "-d" || words[i] == "--deployment"; };
    for (std::size_t i = 0; i + 2 < words.size(); ++i)
      if (is_of(i) && words[i + 2].rfind('-', 0) != 0)
        throw InputError(
            verb_ + ": '" + words[i + 2] + "' has no option before it; valid: " +
            (verb_ == "compare" ? "a -d for each deployment" : "one -d; malha compare takes more"));
  }
  if (dynamic_cast<const po::multiple_occurrences*>(&error) != nullptr && verb_ == "simulate" &&
      std::count_if(words.begin(), words.end(),
                    [](const auto& word) { return word == "-d" || word.rfind("--deployment", 0) == 0; }) > 1)
    throw InputError(
        "simulate: one run has one deployment; valid: one -d, or malha compare with a -d for each");
  throw InputError(verb_ + ": " + error.what() + see);
}

const std::string& Options::one() const {
  if (positional_.size() != 1)
    throw InputError(verb_ + ": takes one " + positional_name_ + ", not " +
                     std::to_string(positional_.size()) + "; see malha " + verb_ + " --help");
  return positional_.front();
}

std::uint64_t Options::seed() const {
  const auto seed = values_["seed"].as<std::int64_t>();
  if (seed < 0)
    throw InputError(verb_ + ": --seed cannot be " + std::to_string(seed) + "; valid: at least 0");
  return static_cast<std::uint64_t>(seed);
}

std::optional<int> Options::seeds_asked() const {
  if (!has("seeds"))
    return std::nullopt;
  const int number = values_["seeds"].as<int>();
  if (number < 1)
    throw InputError(verb_ + ": --seeds cannot be " + std::to_string(number) + "; valid: at least 1");
  return number;
}

bool Options::is_array_task() const {
  return has("shard") && (text("shard") == "array" || text("shard").rfind("array/", 0) == 0);
}

std::pair<int, int> Options::shard() const {
  if (!has("shard"))
    return {1, 1};
  const auto given = text("shard");
  const auto slash = std::min(given.find('/'), given.size());
  const auto parts = parse_number<int>(given.substr(std::min(slash + 1, given.size())));
  if (given == "array")
    return shard_of_array();
  const auto part = is_array_task() ? array_index() : parse_number<int>(given.substr(0, slash));
  if (!part || !parts || *part < 1 || *part > *parts)
    throw InputError(verb_ + ": --shard cannot be " + given +
                     (is_array_task() && part ? " in task " + std::to_string(*part) + " of an array" : "") +
                     "; valid: I/N with I from 1 to N, array, array/N");
  return {*part, *parts};
}

Seconds Options::time_limit() const {
  if (!has("time-limit"))
    return std::numeric_limits<Seconds>::infinity();
  const auto limit = parse_quantity(text("time-limit"), "s");
  if (!limit || !(*limit > 0))
    throw InputError(verb_ + ": --time-limit cannot be " + text("time-limit") +
                     "; valid: a time above 0, such as 600 or 10min");
  return *limit;
}

bool Options::overwrites() const {
  if (has("overwrite") && !has("output"))
    throw InputError(verb_ +
                     ": --overwrite needs a folder; valid: with -o DIR; without -o every command gets a "
                     "new folder");
  return has("overwrite");
}

std::optional<bool> Options::records() const {
  if (!has("records"))
    return std::nullopt;
  const auto given = text("records");
  if (given != "jobs" && given != "metrics")
    throw InputError(verb_ + ": --records cannot be " + given + "; valid: jobs, metrics");
  return given == "jobs";
}

bool Options::gzips() const {
  if (has("gzip") && !records().value_or(true))
    throw InputError(verb_ + ": --gzip is for rows, and --records metrics keeps none; valid: one of the two");
  return has("gzip");
}

int Options::worker_count() const {
  constexpr int most = 500; // each takes two of the 1024 files that a process may have open
  if (!has("workers"))
    return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most);
  const int count = values_["workers"].as<int>();
  if (count < 1 || count > most)
    throw InputError(verb_ + ": -j cannot be " + std::to_string(count) + "; valid: from 1 to " +
                     std::to_string(most));
  return count;
}

Settings Options::settings_given() const {
  Settings given;
  for (const auto& word : texts("set")) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
      throw InputError(verb_ + ": --set " + word + " is not key=value");
    if (!given.emplace(word.substr(0, equals), word.substr(equals + 1)).second)
      throw InputError(verb_ + ": --set " + word.substr(0, equals) + " is given twice");
  }
  if (const auto load = given.find(load_key); load != given.end())
    note_load(load->second);
  if (has("explain"))
    given.emplace("explain", "on");
  return given;
}

Settings Options::platform_settings() const {
  const Settings given = settings_given();
  for (const auto& [key, value] : given)
    if (key.rfind("platform.", 0) != 0)
      throw InputError("setting " + key + "=" + value + ": a platform takes platform.… only");
  return with_prefix(given, "platform");
}

std::vector<std::string> Options::sweeps() const {
  const auto given = texts("sweep");
  const std::string begin = std::string(load_key) + "=";
  for (const auto& text : given)
    if (text.rfind(begin, 0) == 0)
      for (const auto& value :
           split(text.substr(begin.size()), text.find(':') == std::string::npos ? ',' : ':'))
        note_load(value);
  return given;
}

std::optional<ExplainedJob> Options::explained() const {
  if (!has("explain") || text("explain").empty())
    return std::nullopt;
  const auto asked = text("explain");
  const auto at = asked.find('@');
  const auto job = parse_number<std::int64_t>(asked.substr(0, at));
  const auto date = at == std::string::npos ? std::nullopt : parse_quantity(asked.substr(at + 1), "s");
  if (!job || (at != std::string::npos && (!date || !std::isfinite(*date))))
    throw InputError(verb_ + ": --explain cannot be " + asked +
                     "; valid: a job_id such as 17, or 17@3600 for one date");
  return ExplainedJob{*job, date};
}

std::vector<std::string> Options::simgrid_options() const {
  auto given = texts("sg-cfg");
  for (const auto& word : given)
    if (word.find(':') == std::string::npos)
      throw InputError(verb_ + ": --sg-cfg " + word + " is not key:value");
  return given;
}

std::vector<std::filesystem::path> Options::plugin_paths() const {
  const auto given = texts("plugin-path");
  return {given.begin(), given.end()};
}

std::vector<std::filesystem::path> Options::file_folders() const {
  const auto given = texts("files");
  return {given.begin(), given.end()};
}

std::vector<std::string> Options::metrics() const {
  auto names = texts("metric");
  if (has("metrics"))
    for (const auto& name : split(text("metrics"), ','))
      names.push_back(name);
  return names;
}

std::vector<std::string> Options::texts(const std::string& name) const {
  return has(name) ? values_[name].as<std::vector<std::string>>() : std::vector<std::string>{};
}

} // namespace malha

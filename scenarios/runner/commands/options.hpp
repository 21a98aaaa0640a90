// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/former_names.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/runner/runs/library.hpp"
#include "scenarios/runner/runs/run_folder.hpp"

#include <boost/program_options.hpp>

namespace malha {

struct Command;

/// The help of a command.
struct HelpPage {
  std::string usage;      ///< "run SCENARIO…"
  std::string positional; ///< the arguments without an option; "": none
  boost::program_options::options_description options;
};

/// The command of this name; null if there is none, or only in a plugin that is not open yet.
const Command* command_named(const std::string& name);
/// The folders of --plugin-path among the words of a command line, before its command is known.
std::vector<std::filesystem::path> plugin_paths_in(const std::vector<std::string>& words);

/// The help of a command, which is run with --help and prints nothing. Nothing for a command that reads its
/// words without `Options`.
std::optional<HelpPage> help_page_of(const Command& command);

/// The letter of an option, "-o"; "": it has none.
std::string letter_of(const boost::program_options::option_description& option);
/// The placeholder of the value of an option, "DIR"; "": it takes none.
std::string value_of(const boost::program_options::option_description& option);
/// Whether an option may have a value, and whether it must have one.
bool takes_value(const boost::program_options::option_description& option);
bool needs_value(const boost::program_options::option_description& option);

/// Breaks a command line, "run s -o out", into lines that fit a terminal and that a shell joins.
std::string in_shell_lines(const std::string& command);

/// A job whose wait --explain explains: all of it, or at one date in s.
struct ExplainedJob {
  std::int64_t job;
  std::optional<Seconds> date;
};

/// The options and arguments of one command.
class Options {
public:
  /// The groups of options of a command, besides --plugin-path and --help.
  enum Group : unsigned {
    none = 0,
    settings = 1,
    workers = 2,
    output = 4,
    simulation = 8,
    simgrid = 16,
    campaign = 32,
    project = 64,
    grid = 128,
    seeded = 256,
    shards = 512,
    comparison = 1024,
    submission = 2048,
    what_if = 4096,
    files = 8192
  };

  /// An option of one command: "--name VALUE", or "--name" if the value is "".
  struct OwnOption {
    std::string name;
    std::string value;
    std::string meaning;
  };

  /// Reads the words after the command. `positional` names the arguments without an option; "": there are
  /// none. Throws InputError.
  Options(const std::string& verb, const std::vector<std::string>& words, unsigned groups,
          const std::string& positional, const std::vector<OwnOption>& own = {});

  /// The whole command line.
  const std::string& line() const { return line_; }
  /// Whether --help was given, and the help was printed.
  bool help() const { return help_; }
  const std::vector<std::string>& positional() const { return positional_; }
  /// The one positional argument. Throws InputError if there is none, or more than one.
  const std::string& one() const;

  bool has(const std::string& name) const { return values_.count(name) > 0; }
  std::string text(const std::string& name) const { return values_[name].as<std::string>(); }
  /// The number of an option of this command; `otherwise` if it was not given. Throws InputError unless the
  /// number is from `low` to `high`.
  template <class Number>
  Number number(const std::string& name, Number otherwise, Number low, Number high) const {
    if (!has(name))
      return otherwise;
    const auto given = parse_number<Number>(text(name));
    if (!given || !(*given >= low && *given <= high))
      throw InputError(verb_ + ": --" + name + " cannot be " + text(name) + "; valid: from " +
                       shortest(static_cast<double>(low)) + " to " + shortest(static_cast<double>(high)));
    return *given;
  }
  std::uint64_t seed() const;
  /// Whether the seed was given, and is not the default.
  bool has_seed() const { return !values_["seed"].defaulted(); }
  std::optional<int> seeds_asked() const;
  /// The deployments that are compared.
  std::vector<std::string> deployments() const { return texts("deployment"); }
  /// The texts of --sweep, and the metrics that are shown.
  std::vector<std::string> sweeps() const;
  std::vector<std::string> metrics() const;
  /// The environment actors that are added to the grid.
  std::vector<std::string> environment() const { return current_names(texts("environment")); }
  int worker_count() const;
  /// The part and the number of parts of --shard i/n. "array" stands for the task of Slurm's array in which
  /// the command runs.
  std::pair<int, int> shard() const;
  /// Whether the task of a Slurm array chooses the part.
  bool is_array_task() const;
  Seconds time_limit() const;
  /// The description of the command in machine.json of its runs.
  CommandInfo command() const { return {line_, worker_count(), getpid(), gzips()}; }
  /// Whether --records asks for rows, or for metrics only; nothing if it was not given.
  std::optional<bool> records() const;
  /// The folder of -o; "": it was not given.
  std::filesystem::path output_folder() const { return has("output") ? text("output") : ""; }
  /// Whether results in that folder are replaced. Throws InputError if -o was not given.
  bool overwrites() const;
  /// Whether files of rows become gzip. Throws InputError if no rows are kept.
  bool gzips() const;
  /// The settings that were given. --explain is one of them.
  Settings settings_given() const;
  /// The settings without "platform.", for a command that has only a platform. Throws InputError on any other
  /// setting.
  Settings platform_settings() const;
  /// The job of --explain; nothing if it names none.
  std::optional<ExplainedJob> explained() const;
  std::vector<std::string> simgrid_options() const;
  std::vector<std::filesystem::path> plugin_paths() const;
  /// The folders of --files.
  std::vector<std::filesystem::path> file_folders() const;

private:
  /// Throws InputError for a command line that cannot be read; says what is valid.
  [[noreturn]] void refuse(const boost::program_options::error& error, const std::vector<std::string>& words,
                           const boost::program_options::options_description& shown) const;
  std::vector<std::string> texts(const std::string& name) const;

  std::string verb_;
  std::string line_;
  std::string positional_name_;
  std::vector<std::string> positional_;
  boost::program_options::variables_map values_;
  bool help_ = false;
};

} // namespace malha

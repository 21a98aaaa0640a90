// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/former_names.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/runner/runs/library.hpp"
#include "scenarios/runner/runs/run_folder.hpp"

#include <boost/program_options.hpp>

namespace malha {

struct Command;

/// What a command takes, as its --help shows it.
struct HelpPage {
  std::string usage;      ///< "run SCENARIO…"
  std::string positional; ///< what stands without an option; "" where nothing does
  boost::program_options::options_description options;
};

/// The command of that name; null where there is none, or only in a plugin that is not open yet.
const Command* command_named(const std::string& name);
/// The folders that words give with --plugin-path, for who does not know yet which command they are of.
std::vector<std::filesystem::path> plugin_paths_in(const std::vector<std::string>& words);

/// Runs a command with --help and prints nothing. Nothing comes back for a command that reads its words
/// without `Options`.
std::optional<HelpPage> help_page_of(const Command& command);

/// The letter of an option, "-o"; "" where it has none.
std::string letter_of(const boost::program_options::option_description& option);
/// What stands for the value of an option, "DIR"; "" where it takes none.
std::string value_of(const boost::program_options::option_description& option);
/// Whether an option may have a value, and whether it must have one.
bool takes_value(const boost::program_options::option_description& option);
bool needs_value(const boost::program_options::option_description& option);

/// An example of a command line, "run s -o out", in lines that a terminal shows whole and a shell takes as
/// one.
std::string in_shell_lines(const std::string& command);

/// A job whose waiting is to be explained, all of it or at one date in s.
struct ExplainedJob {
  std::int64_t job;
  std::optional<Seconds> date;
};

/// The options and arguments with which one verb was called.
class Options {
public:
  /// The groups of options that a verb may take, beyond --plugin-path and --help.
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
    submission = 2048
  };

  /// An option that no other verb takes: "--name VALUE", or "--name" where the value is "".
  struct OwnOption {
    std::string name;
    std::string value;
    std::string meaning;
  };

  /// Reads the words behind the verb. `positional` names the argument that stands without an option; "":
  /// there is none. Throws InputError.
  Options(const std::string& verb, const std::vector<std::string>& words, unsigned groups,
          const std::string& positional, const std::vector<OwnOption>& own = {});

  /// The whole command as it was given.
  const std::string& line() const { return line_; }
  /// Whether --help was given. The help has then been printed.
  bool help() const { return help_; }
  const std::vector<std::string>& positional() const { return positional_; }
  /// The one positional argument. Throws InputError when there is none, or more than one.
  const std::string& one() const;

  bool has(const std::string& name) const { return values_.count(name) > 0; }
  std::string text(const std::string& name) const { return values_[name].as<std::string>(); }
  /// The number of an option of the command's own, `otherwise` where it was not given. Throws InputError
  /// unless it is from `low` to `high`.
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
  /// What is swept, as it was given, and the metrics that are shown.
  std::vector<std::string> sweeps() const;
  std::vector<std::string> metrics() const;
  /// The environment actors that are added to the grid.
  std::vector<std::string> environment() const { return current_names(texts("environment")); }
  int worker_count() const;
  /// The part and the number of parts of --shard i/n. "array" stands for the task of Slurm's array in which
  /// the command runs.
  std::pair<int, int> shard() const;
  /// Whether --shard leaves the choice of the part to an array.
  bool is_array_task() const;
  Seconds time_limit() const;
  /// What machine.json says of a command that runs a campaign.
  CommandInfo command() const { return {line_, worker_count(), getpid(), gzips()}; }
  /// Whether records are asked for, or metrics only; nothing when the option was not given.
  std::optional<bool> records() const;
  /// The folder of the results that -o names; "": none was named.
  std::filesystem::path output_folder() const { return has("output") ? text("output") : ""; }
  /// Whether results in that folder are replaced. Throws InputError where no folder is named.
  bool overwrites() const;
  /// Whether files of rows become gzip. Throws InputError where no rows are kept.
  bool gzips() const;
  /// The settings that were given. --explain is one of them.
  Settings settings_given() const;
  /// The settings without "platform.", for a verb that has only a platform. Throws InputError on any other
  /// setting.
  Settings platform_settings() const;
  /// What --explain asks about; nothing where it names no job.
  std::optional<ExplainedJob> explained() const;
  std::vector<std::string> simgrid_options() const;
  std::vector<std::filesystem::path> plugin_paths() const;

private:
  /// Says of a command line that cannot be read what would be valid.
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

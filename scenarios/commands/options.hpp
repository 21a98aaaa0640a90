// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runs/library.hpp"

#include <boost/program_options.hpp>

namespace malha {

/// What one verb was called with.
class Options {
public:
  /// The option groups a verb takes, beyond --plugin-path and --help.
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
    comparison = 1024
  };

  /// An option that no other verb takes: "--name VALUE".
  struct OwnOption {
    std::string name;
    std::string value;
    std::string meaning;
  };

  /// Parses the words behind the verb. `positional` is the name of what stands without an option, "" for
  /// nothing. Throws InputError.
  Options(const std::string& verb, const std::vector<std::string>& words, unsigned groups,
          const std::string& positional, const std::vector<OwnOption>& own = {});

  /// The whole command, as it was given.
  const std::string& line() const { return line_; }
  /// Whether --help was given; it has been printed.
  bool help() const { return help_; }
  const std::vector<std::string>& positional() const { return positional_; }
  /// The one positional argument; InputError when there are more or none.
  const std::string& one() const;

  bool has(const std::string& name) const { return values_.count(name) > 0; }
  std::string text(const std::string& name) const { return values_[name].as<std::string>(); }
  std::uint64_t seed() const;
  /// Whether it was given, rather than left at its default.
  bool has_seed() const { return !values_["seed"].defaulted(); }
  std::optional<int> seeds_asked() const;
  /// Those to compare.
  std::vector<std::string> deployments() const { return texts("deployment"); }
  /// Actors that belong to the grid.
  std::vector<std::string> environment() const { return texts("environment"); }
  int worker_count() const;
  /// "i/n": which part, of how many.
  std::pair<int, int> shard() const;
  Seconds time_limit() const;
  /// Whether records are asked for, or metrics only; nothing when the option is not given.
  std::optional<bool> records() const;
  /// Settings, --explain among them.
  Settings settings_given() const;
  /// The same without "platform.", where a platform is all there is to set. InputError on any other setting.
  Settings platform_settings() const;
  /// The job and date that --explain asks about.
  std::optional<std::pair<JobId, Seconds>> explained() const;
  std::vector<std::string> simgrid_options() const;
  std::vector<std::filesystem::path> plugin_paths() const;

private:
  std::vector<std::string> texts(const std::string& name) const;

  std::string verb_;
  std::string line_;
  std::string positional_name_;
  std::vector<std::string> positional_;
  boost::program_options::variables_map values_;
  bool help_ = false;
};

} // namespace malha

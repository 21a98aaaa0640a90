// SPDX-License-Identifier: MIT
#pragma once
#include "csv_reader.hpp"
#include "validator.hpp"

#include <nlohmann/json_fwd.hpp>

#include <limits>
#include <map>

namespace malha {

/// Dates are sums of rounded numbers: a task may seem faster than its host by the last digits of its dates.
inline constexpr double rounding = 1e-9;

/// Gathers what a validation finds; names at most `most_violations` of a rule.
class Findings {
public:
  void checked(const std::string& what) { found_.checks.push_back(what); }
  void not_checked(const std::string& what) { found_.unchecked.push_back(what); }
  void violation(const std::string& rule, const std::string& text) {
    const auto number = ++violations_[rule];
    if (number <= most_violations)
      found_.violations.push_back(rule + ": " + text);
    else if (number == most_violations + 1)
      found_.violations.push_back(rule + ": … and more");
  }
  void job() { ++found_.jobs; }
  Validation take() { return std::move(found_); }

private:
  Validation found_;
  std::map<std::string, std::size_t> violations_;
};

/// A number that is one: neither infinite nor "nan", which every comparison would let pass.
double finite(const CsvReader& row, const std::string& column);

IndexSet resources_in(const CsvReader& row);

/// "1 slot", "2 slots".
std::string counted(std::int64_t number, const std::string& what);

/// Who held which resources when: an attempt of a job.
struct Occupation {
  std::string job; ///< "job 3"
  Seconds start, end;
  IndexSet resources;
};

/// A job that was restarted, by its row in jobs.csv.
struct Restarted {
  std::string who; ///< "job 3 (jobs.csv:5)"
  std::int64_t restarts;
  Seconds submitted, start, finish, wasted;
  Seconds limit; ///< that no attempt may exceed
  IndexSet resources;
  std::string final_state;
  Flops work; ///< 0: the row does not say
};

/// Whether the file is there; if not, every restarted job is a violation.
bool has_attempts(const std::filesystem::path& attempts, const std::map<std::string, Restarted>& restarted,
                  Findings& findings);

/// Holds an attempts.csv against the rows of jobs.csv, by job_id: of jobs that were restarted, and of those
/// that started once (their starts). Returns the attempts.
std::vector<Occupation> check_attempts(const std::filesystem::path& attempts,
                                       const std::map<std::string, Restarted>& restarted,
                                       const std::map<std::string, Seconds>& starts, Findings& findings);

/// What the attempts of a task may be where tasks run in copies, and are lost with their resources.
struct CopyRules {
  std::optional<std::int64_t> most; ///< at once; none: it is not known
  bool may_resume = false;          ///< what a lost attempt did may count (checkpoints)
  bool end_together = false;        ///< copies are cancelled at the date at which one of them ends
  Seconds detection_delay = 0;      ///< from a loss to the date at which it is known, at least
};

/// In flop/s, of resources whose speed changes.
using Speeds = std::map<int, SpeedProfile>;

/// Of a speeds.csv, if the run wrote one. Throws InputError where it says what no speeds can be.
Speeds read_speeds(const std::filesystem::path& speeds, const std::map<int, ResourceRow>& resources);

/// The resources of a run, when they were down, and how fast they were.
struct Machines {
  const std::map<int, ResourceRow>& resources;
  const std::vector<OutageRow>& outages;
  const Speeds& speeds;

  Flops computed(int resource, Seconds start, Seconds end) const;
};

/// The same as `check_attempts`, by those rules.
std::vector<Occupation> check_copies(const std::filesystem::path& attempts,
                                     const std::map<std::string, Restarted>& restarted,
                                     const std::map<std::string, Seconds>& starts, const Machines& machines,
                                     const CopyRules& rules, Findings& findings);

std::vector<OutageRow> read_outages(const std::filesystem::path& outages,
                                    const std::map<int, ResourceRow>& resources, Findings& findings);

/// Goes through time: no resource over its slots, none used while it is down.
void check_resources(const std::map<int, ResourceRow>& resources, const std::vector<Occupation>& occupations,
                     const std::vector<OutageRow>& outages, Findings& findings);

/// What a job asked for, as the metadata of its row say: "5+uff3:4:e".
struct AskedFragments {
  std::string text;
  std::vector<Fragment> fragments;
};

/// Of a row of jobs.csv, if it asked for any.
std::optional<AskedFragments> fragments_in(const CsvReader& row);

/// Holds the resources of attempts against the fragments that their jobs ("job 3") asked for: exactly, each
/// fragment wholly on one host.
void check_fragments(const std::map<std::string, AskedFragments>& asked,
                     const std::vector<Occupation>& occupations, const std::map<int, ResourceRow>& resources,
                     Findings& findings);

/// What a decision log can promise.
struct LogRules {
  bool heads_may_change = false; ///< a job may lose its place at the head of the queue to another one
  bool starts_are_late = false;  ///< a job starts, and reports its end, some time after it is told to
};

/// Holds starts (by job_id, of jobs that started once) against the promises in a decisions.csv.
void check_promises(const std::filesystem::path& decisions, const std::map<std::string, Seconds>& starts,
                    LogRules rules, Findings& findings);

/// What the manifest of a run says of the rules that its schedule keeps.
struct RunRules {
  Seconds warm_up = 0, cool_down = std::numeric_limits<Seconds>::infinity(); ///< as jobs count in metrics
  bool may_outlive = false;                                                  ///< a job its walltime
  bool ignores_fragments = false;
  LogRules log;
  std::optional<CopyRules> copies; ///< none: a job runs once at a time
};

/// Where the manifest does not tell the architecture, the outcomes in attempts.csv do.
RunRules rules_of(const nlohmann::json& manifest, const std::filesystem::path& attempts);

} // namespace malha

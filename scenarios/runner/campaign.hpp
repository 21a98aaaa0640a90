// SPDX-License-Identifier: MIT
#pragma once
#include "run_folder.hpp"
#include "scenario.hpp"

#include <functional>

namespace malha {

struct CampaignOptions {
  std::filesystem::path folder = "malha-out";
  int workers = 1;
  int seeds = 1; ///< of every cell, from 0
  CommandInfo command;
};

struct CampaignResult {
  std::vector<RunValue> values;      ///< of the runs that are done, in the order of the cells
  std::vector<Verdict> verdicts;     ///< in the order of the scenarios
  std::vector<std::string> failures; ///< runs without result, each with its reason
  Status status = Status::done;      ///< the gravest, as the program exits
};

/// Runs all cells of the scenarios, each in a process of its own, into
/// <folder>/<scenario>/<run>/<parameters>/seed=<n>; writes runs.csv and verdicts.csv into the folder. Throws
/// InputError before anything runs.
CampaignResult run_campaign(const std::vector<Scenario>& scenarios, const Library& library,
                            const CampaignOptions& options);

/// Writes a file whole or not at all: under a temporary name, then renamed.
void write_file(const std::filesystem::path& file, const std::function<void(std::ostream&)>& write);

/// Every published value and claim of the scenarios beside our values.
std::vector<Verdict> verdicts_of(const std::vector<Scenario>& scenarios, const std::vector<RunValue>& values);

} // namespace malha

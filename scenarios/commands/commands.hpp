// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace malha {

/// A verb of the command line. `run` gets the words behind it and returns the exit status; it throws
/// InputError.
struct Command {
  std::string name;
  std::string usage;
  std::string summary;
  int (*run)(const std::vector<std::string>& words);
};

int list_command(const std::vector<std::string>& words);
int describe_command(const std::vector<std::string>& words);
int run_command(const std::vector<std::string>& words);
int reproduce_command(const std::vector<std::string>& words);
int new_command(const std::vector<std::string>& words);
int accept_command(const std::vector<std::string>& words);
int collect_command(const std::vector<std::string>& words);
int convert_command(const std::vector<std::string>& words);
int compare_command(const std::vector<std::string>& words);
int simulate_command(const std::vector<std::string>& words);
int validate_command(const std::vector<std::string>& words);
int platform_command(const std::vector<std::string>& words);

} // namespace malha

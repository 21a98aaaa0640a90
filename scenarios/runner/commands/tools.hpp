// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/runs/library.hpp"

namespace malha {

// The tools (scenarios/runner/tools) are the commands that a first result does not need, and the pages. They
// are a library of their own, which the program loads when it needs one of them.

/// Makes the page of results. The tools bring one.
struct __attribute__((visibility("default"))) PageWriter {
  static constexpr const char* kind = "page writer";

  std::string name;
  /// Writes the page of these result folders into the file. Throws InputError when none of them holds
  /// anything to show, and CannotWrite.
  void (*write)(const std::vector<std::filesystem::path>& folders, const std::filesystem::path& file,
                const Library& library);
};

/// Runs the command of that name of the tools with the words behind the verb. Returns the exit status. Throws
/// InputError, also when the tools are not built.
int run_tool(const std::string& name, const std::vector<std::string>& words);

/// The last line of a command that has written results into the folder: it names the command that makes their
/// page or, if `now`, makes the page and says where it is. Throws InputError when the tools are not built,
/// and CannotWrite.
void offer_page(const std::filesystem::path& folder, bool now, const Library& library);

} // namespace malha

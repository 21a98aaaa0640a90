// SPDX-License-Identifier: MIT
#include "options.hpp"
#include "policies/sdk/near_names.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "results/files/visible_text.hpp"
#include "scenarios/runner/campaign/campaign.hpp"
#include "scenarios/runner/processes/child.hpp"
#include "scenarios/runner/runs/library.hpp"
#include "usage.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace malha {
namespace {

/// Takes in the commands of plugins, if folders of plugins are given. Words are those of a command that is
/// not known yet, so that nothing but --plugin-path is looked for. Throws InputError.
void open_plugins(const std::vector<std::string>& words) {
  const auto folders = plugin_paths_in(words);
  if (!folders.empty() || std::getenv("MALHA_PLUGIN_PATH") != nullptr)
    const Library opened(folders);
}

int main_of(const std::vector<std::string>& words) {
  if (words.empty() || words.front() == "--help" || words.front() == "-h") {
    open_plugins(words);
    print_usage(words.empty() ? std::cerr : std::cout);
    return words.empty() ? static_cast<int>(Status::bad_input) : 0;
  }
  if (words.front() == "--version") {
    std::cout << "malha " << MALHA_VERSION << '\n';
    return 0;
  }
  const auto* command = command_named(words.front());
  if (command == nullptr) {
    open_plugins(words);
    command = command_named(words.front());
  }
  if (command != nullptr)
    return command->run({words.begin() + 1, words.end()});
  throw InputError("unknown command '" + words.front() + "'" +
                   instead_of(words.front(), command_names(), "malha help"));
}

Status said(const std::string& message, Status status) {
  std::cerr << complaint(message);
  return status;
}

Status status_of(const std::vector<std::string>& words) {
  try {
    return static_cast<Status>(main_of(words));
  } catch (const InputError& error) {
    return said(error.what(), Status::bad_input);
  } catch (const std::filesystem::filesystem_error& error) {
    return said(sentence_of(error), Status::bad_input);
  } catch (const std::exception& error) {
    return said(error.what(), Status::died);
  }
}

/// An answer that did not arrive, as on a full disk, is none.
Status arrived(Status status) {
  errno = 0;
  const bool is_out = std::cout.flush().good() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (is_out)
    return status;
  const std::string reason = errno == 0 ? "" : std::string(": ") + std::strerror(errno);
  return said("the standard output cannot be written" + reason, graver(status, Status::died));
}

} // namespace
} // namespace malha

int main(int argc, char** argv) {
  malha::adopt_orphans();        // what a plugin leaves behind ends with the process that ran it
  std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is one that cannot be written, which is said
  // Names and sentences of others are on both streams: none of them reaches a terminal as a command.
  const malha::VisibleOutput visible_output(std::cout), visible_errors(std::cerr);
  return static_cast<int>(malha::arrived(malha::status_of({argv + 1, argv + argc})));
}

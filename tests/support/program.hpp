// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/campaign/scratch_folder.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace malha::testing {

/// A folder for one test, whose files are named as `folder / "name"`. It is gone when the test is.
using TemporaryFolder = ScratchFolder;

inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The text of every result below the folder, by its path in the folder. machine.json and the store are left
/// out, because they may differ between two commands that give the same results.
inline std::map<std::string, std::string> results_below(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().filename() != "machine.json" &&
        entry.path().filename().string().rfind("campaign.sqlite", 0) != 0)
      files[std::filesystem::relative(entry.path(), folder).string()] = text_of(entry.path());
  return files;
}

inline void write_text(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

struct Said {
  int status;
  std::string out;
  std::string err;
};

/// The status of a shell: 128 + signal when a signal ended the process.
inline int shell_status(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Runs a shell command in `folder`. $MALHA is the program. A command that begins with it needs no start of
/// the program where one is open (OpenProgram).
Said run_shell(const std::string& command, const std::filesystem::path& folder);

/// The program, which was started in `folder` with these arguments and runs beside the test.
class Started {
public:
  Started(const std::vector<std::string>& words, const std::filesystem::path& folder) {
    std::cout.flush();
    process_ = fork();
    if (process_ != 0)
      return;
    std::filesystem::current_path(folder);
    const bool redirected = std::freopen((said_ / "out").c_str(), "w", stdout) != nullptr &&
                            std::freopen((said_ / "err").c_str(), "w", stderr) != nullptr;
    std::vector<char*> arguments;
    std::vector<std::string> all{MALHA_PROGRAM};
    all.insert(all.end(), words.begin(), words.end());
    for (auto& word : all)
      arguments.push_back(word.data());
    arguments.push_back(nullptr);
    if (redirected)
      execv(arguments.front(), arguments.data());
    _exit(127);
  }

  void send(int signal) const { kill(process_, signal); }
  /// Whether the program is over. `wait` still says how.
  bool has_ended() const {
    siginfo_t ended{};
    return waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           ended.si_pid != 0;
  }
  /// Waits for the end of the program. The status is 128 + signal when a signal ended it.
  Said wait() const {
    int status = 0;
    waitpid(process_, &status, 0);
    return {shell_status(status), text_of(said_ / "out"), text_of(said_ / "err")};
  }

private:
  TemporaryFolder said_;
  pid_t process_;
};

} // namespace malha::testing

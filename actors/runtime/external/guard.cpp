// SPDX-License-Identifier: MIT
#include "guard.hpp"

#include <dirent.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>

namespace malha::external {
namespace {

/// Closes all files but these: those of this process may be the lifelines of other programs, or what another
/// process waits to be closed.
void close_all_but(const std::vector<int>& kept) {
  std::vector<int> others;
  if (auto* folder = opendir("/proc/self/fd")) {
    while (const auto* entry = readdir(folder))
      if (const int file = std::atoi(entry->d_name); entry->d_name[0] != '.' && file != dirfd(folder) &&
                                                     std::find(kept.begin(), kept.end(), file) == kept.end())
        others.push_back(file);
    closedir(folder);
  }
  for (const int file : others)
    close(file);
}

void tell(const GuardFiles& files, int status) {
  while (write(files.status, &status, sizeof status) < 0 && errno == EINTR) {
  }
}

[[noreturn]] void become(const Program& program, const GuardFiles& files, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(0);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGCHLD, SIGHUP})
    std::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const auto& [name, value] : program.environment)
    setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> words;
  for (const auto& word : program.words)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  dup2(files.socket, STDIN_FILENO);
  dup2(program.speaks_by_output ? files.socket : STDERR_FILENO, STDOUT_FILENO);
  close(files.socket);
  close(files.lifeline);
  execvp(words[0], words.data());
  tell(files, not_started + errno);
  _exit(127);
}

/// Those whose parents have died are children of the guard; it goes on until there are none.
void end_descendants(pid_t process) {
  ::kill(-process, SIGKILL);
  const auto own = std::to_string(getpid());
  do {
    std::ifstream children("/proc/" + own + "/task/" + own + "/children");
    for (pid_t child = 0; children >> child;)
      ::kill(child, SIGKILL);
  } while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR);
}

void watch(pid_t process, const GuardFiles& files, int signals) {
  while (true) {
    pollfd both[2] = {{files.lifeline, POLLIN, 0}, {signals, POLLIN, 0}};
    if (poll(both, 2, -1) < 0)
      continue;
    if (both[1].revents != 0) {
      signalfd_siginfo one;
      if (read(signals, &one, sizeof one) < 0)
        continue;
      int status = 0;
      for (pid_t ended = 0; (ended = waitpid(-1, &status, WNOHANG)) > 0;)
        if (ended == process)
          tell(files, status);
    }
    if (both[0].revents != 0)
      return;
  }
}

} // namespace

void guard(const Program& program, const GuardFiles& files) {
  std::signal(SIGPIPE, SIG_IGN); // nobody may read the status any more, and there is still something to end
  setsid();                      // what a terminal sends to its processes is for those who wait for this one
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t child_ended;
  sigemptyset(&child_ended);
  sigaddset(&child_ended, SIGCHLD);
  sigprocmask(SIG_SETMASK, &child_ended, nullptr);
  const int signals = signalfd(-1, &child_ended, SFD_CLOEXEC);
  close_all_but({files.socket, files.lifeline, files.status, signals, STDERR_FILENO});
  const pid_t self = getpid(), process = fork();
  if (process == 0)
    become(program, files, self);
  close(files.socket);
  if (process < 0)
    tell(files, not_started + errno);
  else
    watch(process, files, signals);
  if (process > 0)
    end_descendants(process);
  _exit(0);
}

} // namespace malha::external

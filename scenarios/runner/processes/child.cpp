// SPDX-License-Identifier: MIT
#include "child.hpp"

#include "real_time.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iostream>
#include <new>
#include <set>
#include <stdexcept>
#include <utility>

namespace malha {

namespace {

bool adopts_orphans = false;
int number_of_orphans = 0; ///< that this process has ended

/// The children of this process that were forked as such, and have not ended.
std::set<pid_t>& living() {
  static std::set<pid_t> all;
  return all;
}

} // namespace

SharedRunStatus::SharedRunStatus() {
  void* memory = mmap(nullptr, sizeof(RunStatus), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw std::runtime_error(std::string("no memory for a worker: ") + std::strerror(errno));
  status_ = new (memory) RunStatus;
}

SharedRunStatus::~SharedRunStatus() { munmap(status_, sizeof(RunStatus)); }

Child::Child(RunStatus& status, const Interruption* interruption, const std::function<void(int)>& work) {
  int ends[2];
  if (::pipe(ends) != 0)
    throw std::runtime_error(std::string("no pipe for a worker: ") + std::strerror(errno));
  pipe_ = ends[0];
  std::cout.flush();
  std::cerr.flush();
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) {
    die_with(parent);
    adopts_orphans = false; // as for the kernel, where a child does not inherit it
    number_of_orphans = 0;
    living().clear();
    malha::run_status = &status;
    if (interruption != nullptr)
      interruption->leave_to_parent();
    else
      Interruption::leave_terminal_to_parent();
    close(ends[0]);
    try {
      work(ends[1]);
    } catch (...) { // nothing may go on in what is a copy of the parent
    }
    _exit(1);
  }
  const int error = errno;
  close(ends[1]);
  if (process_ < 0) {
    close(pipe_);
    throw std::runtime_error(std::string("no process for a worker: ") + std::strerror(error));
  }
  living().insert(process_);
}

Child::~Child() {
  if (process_ < 0)
    return;
  kill();
  std::string unheard;
  end(unheard);
}

/// Reads what is available. Returns false once no process can write any more.
bool Child::read_more(std::string& output) {
  constexpr std::size_t most = std::size_t{1} << 28; // who says more is not heard to the end
  char buffer[65536];
  const auto bytes = read(pipe_, buffer, sizeof buffer);
  if (bytes > 0)
    output.append(buffer, static_cast<std::size_t>(bytes));
  const bool is_enough = output.size() > most;
  if (is_enough)
    kill();
  return !is_enough && (bytes > 0 || (bytes < 0 && errno == EINTR));
}

std::optional<int> Child::receive(std::string& output) {
  constexpr int reads = 16; // then others are heard
  for (int i = 0; i < reads && has_news(pipe_); ++i)
    if (!read_more(output))
      return end(output);
  const auto status = look();
  if (!status)
    return std::nullopt;
  while (has_news(pipe_) && read_more(output)) {
  }
  return close_behind(*status);
}

/// How it ended, once it has; it is then gone.
std::optional<int> Child::look() {
  int status = 0;
  if (waitpid(process_, &status, WNOHANG) == process_)
    return status;
  const auto stopped = stopped_.look(process_);
  if (stopped) {
    kill();
    waitpid(process_, &status, 0);
  }
  return stopped;
}

/// A process that has closed its pipe is about to end.
int Child::end(std::string& output) {
  constexpr int between_looks = 50; // ms
  constexpr Seconds patience = 10;
  std::optional<int> status;
  std::optional<Seconds> silent;
  while (!status) {
    pollfd one{pipe_, POLLIN, 0};
    if (!silent && poll(&one, 1, between_looks) > 0 && !read_more(output))
      silent = real_time_now();
    if (silent && real_time_now() - *silent > patience)
      kill();
    status = look();
    if (silent && !status)
      poll(nullptr, 0, real_time_now() - *silent < 0.02 ? 0 : 1);
  }
  while (!silent && has_news(pipe_) && read_more(output)) {
  }
  return close_behind(*status);
}

int Child::close_behind(int status) {
  close(pipe_);
  living().erase(std::exchange(process_, -1));
  end_orphans();
  return status;
}

void Child::kill() const { ::kill(process_, SIGKILL); }

bool has_news(int file) {
  pollfd one{file, POLLIN, 0};
  return poll(&one, 1, 0) > 0;
}

std::string how_it_ended(int status) {
  const auto by = [](int signal) { return std::to_string(signal) + " (" + strsignal(signal) + ")"; };
  if (WIFSTOPPED(status))
    return "its process was stopped by signal " + by(WSTOPSIG(status));
  if (WIFSIGNALED(status))
    return "its process was killed by signal " + by(WTERMSIG(status));
  return "its process ended with status " + std::to_string(WEXITSTATUS(status));
}

std::optional<int> StopWatch::look(pid_t process) {
  constexpr int most_looks = 4;
  constexpr Seconds between_looks = 0.4;
  siginfo_t found{};
  const bool is_stopped =
      waitid(P_PID, static_cast<id_t>(process), &found, WSTOPPED | WNOHANG | WNOWAIT) == 0 &&
      found.si_pid == process;
  const auto now = real_time_now();
  if (!is_stopped) {
    looks_ = 0;
  } else if (looks_ == 0 || now - last_ > between_looks) {
    ++looks_;
    last_ = now;
  }
  return looks_ > most_looks ? std::optional(found.si_status << 8 | 0x7F) : std::nullopt;
}

int wait_for(pid_t process) {
  constexpr int between_looks = 100; // ms, while it is stopped
  StopWatch stopped;
  while (true) {
    siginfo_t found{};
    if (waitid(P_PID, static_cast<id_t>(process), &found, WEXITED | WSTOPPED | WNOWAIT) != 0) {
      if (errno == EINTR)
        continue;
      return 0; // there is no such child
    }
    int status = 0;
    if (found.si_code != CLD_STOPPED) {
      waitpid(process, &status, 0);
      return status;
    }
    if (const auto how = stopped.look(process)) {
      kill(process, SIGKILL);
      waitpid(process, &status, 0);
      return *how;
    }
    poll(nullptr, 0, between_looks);
  }
}

void adopt_orphans() { adopts_orphans = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0; }

void end_orphans() {
  if (!adopts_orphans)
    return;
  // When one ends, its own children come to this process.
  for (bool has_more = true; has_more;) {
    has_more = false;
    const auto self = std::to_string(getpid());
    std::ifstream children(
        std::string("/proc/").append(self).append("/task/").append(self).append("/children"));
    for (pid_t child = 0; children >> child;)
      if (living().count(child) == 0 && ::kill(child, SIGKILL) == 0) {
        waitpid(child, nullptr, 0);
        has_more = true;
        ++number_of_orphans;
      }
  }
}

int orphans_ended() { return number_of_orphans; }

void die_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(0);
}

void write_all(int file, const std::string& text) {
  for (std::size_t written = 0; written < text.size();) {
    const auto bytes = write(file, text.data() + written, text.size() - written);
    if (bytes < 0 && errno != EINTR)
      return;
    written += bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
  }
}

} // namespace malha

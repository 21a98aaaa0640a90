// SPDX-License-Identifier: MIT
#include "child.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <new>
#include <stdexcept>
#include <utility>

namespace malha {

SharedLastWords::SharedLastWords() {
  void* memory = mmap(nullptr, sizeof(LastWords), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw std::runtime_error(std::string("no memory for a worker: ") + std::strerror(errno));
  words_ = new (memory) LastWords;
}

SharedLastWords::~SharedLastWords() { munmap(words_, sizeof(LastWords)); }

Child::Child(LastWords& words, const Interruption* interruption, const std::function<void(int)>& work) {
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
    malha::last_words = &words;
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
}

Child::~Child() {
  if (process_ < 0)
    return;
  kill();
  std::string unheard;
  end(unheard);
}

bool Child::hear(std::string& said) const {
  char buffer[65536];
  const auto bytes = read(pipe_, buffer, sizeof buffer);
  if (bytes > 0)
    said.append(buffer, static_cast<std::size_t>(bytes));
  return bytes > 0 || (bytes < 0 && errno == EINTR);
}

int Child::end(std::string& said) {
  while (hear(said)) {
  }
  close(pipe_);
  return wait_for(std::exchange(process_, -1));
}

void Child::kill() const { ::kill(process_, SIGKILL); }

bool has_news(int file) {
  pollfd one{file, POLLIN, 0};
  return poll(&one, 1, 0) > 0;
}

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

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

// SPDX-License-Identifier: MIT
#include "worker.hpp"

#include "outcome_bytes.hpp"
#include "results/files.hpp"

#include <malloc.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>

namespace malha {
namespace {

LastWords* shared_last_words() {
  void* memory = mmap(nullptr, sizeof(LastWords), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw std::runtime_error(std::string("no memory for a worker: ") + std::strerror(errno));
  return new (memory) LastWords;
}

void write_all(int file, const std::string& text) {
  for (std::size_t written = 0; written < text.size();) {
    const auto bytes = write(file, text.data() + written, text.size() - written);
    if (bytes < 0 && errno != EINTR)
      return;
    written += bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
  }
}

/// False where nobody hears it any more.
template <class Number>
bool tell(int talk, Number number) {
  return send(talk, &number, sizeof number, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof number);
}

/// Waits for a number; nothing when there will be none.
template <class Number>
std::optional<Number> told(int talk) {
  Number number{};
  ssize_t bytes = 0;
  while ((bytes = recv(talk, &number, sizeof number, MSG_WAITALL)) < 0 && errno == EINTR) {
  }
  return bytes == static_cast<ssize_t>(sizeof number) ? std::optional(number) : std::nullopt;
}

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// Nobody would take the result of an orphan.
void die_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(0);
}

/// Actors end by exceptions. The first one of a process has to look up the functions for that, which
/// processes that are forked afterwards need not.
void throw_once() {
  try {
    throw std::exception();
  } catch (const std::exception&) {
  }
}

/// A process that soon ends need not give memory back in between. It asks the system for more of it less
/// often.
void take_memory_in_large_steps() {
  mallopt(M_TOP_PAD, 1 << 19);
  mallopt(M_TRIM_THRESHOLD, 1 << 23);
  mallopt(M_MMAP_THRESHOLD, 1 << 22); // which glibc no longer adapts once one of these is set
}

} // namespace

Worker::Worker(Crew& crew) : crew_(crew), last_words_(shared_last_words()) {}

Worker::~Worker() {
  if (is_busy())
    kill();
  dismiss_server();
  munmap(last_words_, sizeof(LastWords));
}

void Worker::close_end(int& end) {
  if (end >= 0)
    close(end);
  crew_.ends.erase(end);
  end = -1;
}

void Worker::open_pipe() {
  int ends[2];
  if (pipe(ends) != 0)
    throw std::runtime_error(std::string("no pipe for a worker: ") + std::strerror(errno));
  pipe_ = ends[0];
  pipe_in_ = ends[1];
  crew_.ends.insert(pipe_);
}

/// In the child, 0 is returned when it is set up: it hears no others, and its last words are read here.
pid_t Worker::fork_child() {
  std::cout.flush();
  std::cerr.flush();
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process < 0)
    throw std::runtime_error(std::string("no process for a worker: ") + std::strerror(errno));
  if (process > 0)
    return process;
  die_with(parent);
  malha::last_words = last_words_;
  crew_.interruption.leave_to_parent();
  for (const int end : crew_.ends)
    close(end);
  return 0;
}

void Worker::work_and_exit(std::size_t item) const {
  take_memory_in_large_steps();
  Outcome outcome;
  try {
    outcome = crew_.items[item].work();
  } catch (const InputError& error) {
    outcome = {Status::bad_input, error.what(), {}, 0, 0};
  } catch (const CannotWrite& error) {
    outcome = {Status::died, error.what(), {}, 0, 0, true};
  } catch (const std::filesystem::filesystem_error& error) {
    outcome = {Status::died, sentence_of(error), {}, 0, 0};
  } catch (const std::exception& error) {
    outcome = {Status::died, error.what(), {}, 0, 0};
  }
  write_all(pipe_in_, bytes_of(outcome));
  _exit(0); // no destructors: plugins, actors and the engine end with the process
}

void Worker::start(std::size_t item) {
  dismiss_server();
  said_.clear();
  server_was_lost_ = false;
  new (last_words_) LastWords;
  open_pipe();
  process_ = fork_child();
  if (process_ == 0)
    work_and_exit(item);
  close_end(pipe_in_);
  item_ = item;
}

void Worker::start_served(std::size_t item) {
  if (!serves(crew_.items[item].group))
    start_server(item);
  said_.clear();
  server_was_lost_ = false;
  new (last_words_) LastWords;
  item_ = item;
  tell(talk_, item); // where the server is gone, `listen` finds that out
}

void Worker::start_server(std::size_t item) {
  dismiss_server();
  int talk[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, talk) != 0)
    throw std::runtime_error(std::string("no socket for a worker: ") + std::strerror(errno));
  talk_ = talk[0];
  crew_.ends.insert(talk_);
  open_pipe();
  const pid_t process = fork_child();
  if (process == 0)
    serve(talk[1]);
  close(talk[1]);
  close_end(pipe_in_);
  server_ = process;
  group_ = crew_.items[item].group;
}

void Worker::serve(int talk) {
  throw_once();
  const pid_t server = getpid();
  while (const auto item = told<std::size_t>(talk)) {
    try {
      crew_.prepare(*item);
    } catch (const std::exception&) {
      break; // a process of the item alone will say what is wrong
    }
    const pid_t process = fork();
    if (process == 0) {
      die_with(server);
      close(talk);
      work_and_exit(*item);
    }
    if (!tell(talk, process < 0 ? -errno : wait_for(process)))
      break;
  }
  _exit(0);
}

void Worker::watch(std::vector<pollfd>& polls) const {
  polls.push_back({pipe_, POLLIN, 0});
  if (server_ > 0)
    polls.push_back({talk_, POLLIN, 0});
}

/// Reads what there is; false at the end.
bool Worker::hear() {
  char buffer[65536];
  const auto bytes = read(pipe_, buffer, sizeof buffer);
  if (bytes > 0)
    said_.append(buffer, static_cast<std::size_t>(bytes));
  return bytes > 0 || (bytes < 0 && errno == EINTR);
}

/// Waits until nobody is left who could say something, and for the process.
int Worker::end_of_process(pid_t process) {
  while (hear()) {
  }
  close_end(pipe_);
  item_.reset();
  return wait_for(process);
}

namespace {

bool has_news(int file) {
  pollfd one{file, POLLIN, 0};
  return poll(&one, 1, 0) > 0;
}

} // namespace

std::optional<int> Worker::listen() {
  if (server_ <= 0) {
    if (!has_news(pipe_) || hear())
      return std::nullopt;
    return end_of_process(std::exchange(process_, -1));
  }
  const bool is_news = has_news(talk_);
  while (has_news(pipe_) && hear()) { // all that was said before the news
  }
  if (!is_news)
    return std::nullopt;
  const auto status = told<int>(talk_);
  if (!status) {
    server_was_lost_ = true;
    close_end(talk_);
    return end_of_process(std::exchange(server_, -1));
  }
  if (*status < 0)
    throw std::runtime_error(std::string("no process for a worker: ") + std::strerror(-*status));
  item_.reset();
  return status;
}

int Worker::kill() {
  const pid_t process = server_ > 0 ? std::exchange(server_, -1) : std::exchange(process_, -1);
  close_end(talk_);
  ::kill(process, SIGKILL);
  return end_of_process(process);
}

/// An idle fork server ends when nobody can give it items any more.
void Worker::dismiss_server() {
  if (server_ <= 0)
    return;
  close_end(talk_);
  end_of_process(std::exchange(server_, -1));
}

} // namespace malha

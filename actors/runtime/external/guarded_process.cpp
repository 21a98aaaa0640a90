// SPDX-License-Identifier: MIT
#include "guarded_process.hpp"

#include "actors/model/broken_rule.hpp"
#include "guard.hpp"
#include "policies/sdk/numbers.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <utility>

namespace malha::external {
namespace {

constexpr int slice = 100; ///< ms between two looks at whether the program still runs
/// For how long it looks for an answer before it sleeps. To be woken takes as long as a short answer, or
/// longer, and takes time of the other process, too.
constexpr Seconds awake = 100e-6;

Seconds real_time() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Closes a file that may be closed already.
void close_file(int& file) {
  if (file >= 0)
    close(std::exchange(file, -1));
}

/// A connection to whoever listens at this path. Throws std::runtime_error if nobody does, or if others are
/// served for longer than the time.
int connection_to(const std::string& path, Seconds patience) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    throw std::runtime_error("the path of its socket is too long: " + path + "; valid: up to " +
                             std::to_string(sizeof address.sun_path - 1) + " bytes");
  std::memcpy(address.sun_path, path.data(), path.size());
  constexpr Seconds longest = 1e9; // which is for ever
  const timeval wait{static_cast<time_t>(std::clamp(patience, 1.0, longest)), 0};
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection < 0 || setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait) != 0 ||
      connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    const int error = errno;
    close_file(connection);
    throw std::runtime_error(std::string("nobody answers at its socket: ") + std::strerror(error));
  }
  return connection;
}

} // namespace

GuardedProcess::GuardedProcess(const Program& program, Seconds patience) {
  if (program.socket.empty())
    start(program);
  else
    socket_ = connection_to(program.socket, patience);
  const timeval wait{0, slice * 1000L};
  setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
}

void GuardedProcess::start(const Program& program) {
  int sockets[2] = {-1, -1}, lifeline[2] = {-1, -1}, status[2] = {-1, -1};
  const bool has_files = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) == 0 &&
                         pipe2(lifeline, O_CLOEXEC) == 0 && pipe2(status, O_CLOEXEC) == 0;
  std::cout.flush();
  std::cerr.flush();
  guard_ = has_files ? fork() : -1;
  const int error = errno;
  if (guard_ == 0)
    external::guard(program, {sockets[1], lifeline[0], status[1]});
  close_file(sockets[1]);
  close_file(lifeline[0]);
  close_file(status[1]);
  socket_ = sockets[0];
  lifeline_ = lifeline[1];
  status_ = status[0];
  if (guard_ < 0) {
    kill();
    throw std::runtime_error(std::string("there is no process for it: ") + std::strerror(error));
  }
}

GuardedProcess::~GuardedProcess() { finish(); }

void GuardedProcess::finish() {
  constexpr int patience = 2000; // ms
  if (guard_ > 0) {
    shutdown(socket_, SHUT_WR);
    look_at_status(patience);
  }
  kill();
}

void GuardedProcess::need_running() {
  look_at_status(0);
  if (ended_)
    throw BrokenRule(how_it_ended(0));
}

void GuardedProcess::kill() {
  close_file(lifeline_);
  if (guard_ > 0)
    while (waitpid(guard_, nullptr, 0) < 0 && errno == EINTR) {
    }
  guard_ = -1;
  close_file(socket_); // only now: otherwise the program might complain about it
  close_file(status_);
}

void GuardedProcess::send(const std::string& text, Seconds patience) {
  std::optional<Seconds> since;
  for (std::size_t sent = 0; sent < text.size();) {
    const auto bytes = ::send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (bytes >= 0) {
      sent += static_cast<std::size_t>(bytes);
      continue;
    }
    if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
      throw BrokenRule(how_it_ended(1));
    if (!since)
      since = real_time();
    if (real_time() - *since > patience)
      throw BrokenRule("it did not read its question within " + shortest(patience) + " s");
    pollfd one{socket_, POLLOUT, 0};
    poll(&one, 1, slice);
    need_running();
  }
}

std::string GuardedProcess::receive(Seconds patience, std::size_t most) {
  const auto since = real_time();
  for (std::size_t searched = 0;;) {
    if (const auto end = received_.find('\n', searched); end != std::string::npos && end <= most) {
      auto line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return line;
    }
    searched = received_.size();
    if (received_.size() > most)
      throw BrokenRule("its answer has more than " + std::to_string(most >> 20) + " MiB");
    if (real_time() - since > patience) // in each turn: one who writes a byte now and then is late, too
      throw BrokenRule(received_.empty() ? "it gave no answer within " + shortest(patience) + " s"
                                         : "its answer has no end after " + shortest(patience) + " s");
    if (receive_more())
      continue;
    look_at_status(0);
    if (ended_ && !receive_more())
      throw BrokenRule(how_it_ended(0));
  }
}

/// Returns false if nothing has come for a while. Throws BrokenRule at the end of what it writes.
bool GuardedProcess::receive_more() {
  char buffer[65536];
  auto bytes = recv(socket_, buffer, sizeof buffer, MSG_DONTWAIT);
  for (const auto since = real_time();
       !ended_ && bytes < 0 && errno == EAGAIN && real_time() - since < awake;) {
    sched_yield();
    bytes = recv(socket_, buffer, sizeof buffer, MSG_DONTWAIT);
  }
  if (!ended_ && bytes < 0 && errno == EAGAIN)
    bytes = recv(socket_, buffer, sizeof buffer, 0);
  if (bytes > 0)
    received_.append(buffer, static_cast<std::size_t>(bytes));
  else if (bytes == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
    throw BrokenRule(how_it_ended(1));
  return bytes > 0;
}

/// Reads how it ended, if the guard says that within the time.
void GuardedProcess::look_at_status(int patience_in_ms) {
  pollfd one{status_, POLLIN, 0};
  int status = 0;
  if (status_ >= 0 && !ended_ && poll(&one, 1, patience_in_ms) > 0 &&
      read(status_, &status, sizeof status) == sizeof status)
    ended_ = status;
}

std::string GuardedProcess::how_it_ended(Seconds patience) {
  look_at_status(static_cast<int>(patience * 1000));
  const auto when = received_.empty() ? " without an answer" : " in the middle of an answer";
  if (!ended_)
    return std::string("it closed its output") + when;
  if (*ended_ >= not_started)
    return std::string("it cannot be started: ") + std::strerror(*ended_ - not_started);
  if (WIFSIGNALED(*ended_)) {
    const int signal = WTERMSIG(*ended_);
    return "it was killed by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")" + when;
  }
  return "it ended with status " + std::to_string(WEXITSTATUS(*ended_)) + when;
}

} // namespace malha::external

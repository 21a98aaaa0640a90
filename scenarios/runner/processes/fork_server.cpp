// SPDX-License-Identifier: MIT
#include "fork_server.hpp"

#include "outcome_bytes.hpp"
#include "policies/sdk/beginning.hpp"
#include "policies/sdk/errors.hpp"
#include "results/files/files.hpp"

#include <malloc.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace malha {
namespace {

/// The head of an item that is sent to a fork server. The text of the item follows.
struct Head {
  std::size_t group, size;
};

struct Item {
  std::size_t group;
  std::string text;
};

/// The group of a head after which an open file follows, and no item.
constexpr std::size_t file_follows = std::numeric_limits<std::size_t>::max();

/// The message of an exception is cut after this many bytes.
constexpr std::size_t longest_message = 100'000;

/// An answer is the status of a process, an error of `fork` as a negative number, or this.
constexpr int not_prepared = std::numeric_limits<int>::min();

/// Sends all bytes. Returns false if the other end is closed.
bool send_all(int socket, const void* bytes, std::size_t size) {
  const auto* left = static_cast<const char*>(bytes);
  while (size > 0) {
    const auto sent = send(socket, left, size, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR)
      return false;
    left += std::max<ssize_t>(sent, 0);
    size -= static_cast<std::size_t>(std::max<ssize_t>(sent, 0));
  }
  return true;
}

bool answer(int socket, int number) { return send_all(socket, &number, sizeof number); }

/// Receives exactly `size` bytes. Returns false if the other end is closed before. MSG_PEEK leaves them
/// there.
bool receive_all(int socket, void* bytes, std::size_t size, int flags = 0) {
  if (size == 0) // `recv` would wait for a byte
    return true;
  ssize_t received = 0;
  while ((received = recv(socket, bytes, size, MSG_WAITALL | flags)) < 0 && errno == EINTR) {
  }
  return received == static_cast<ssize_t>(size);
}

/// Waits for the next item, and leaves it there.
std::optional<std::size_t> next_group(int socket) {
  Head head{};
  return receive_all(socket, &head, sizeof head, MSG_PEEK) ? std::optional(head.group) : std::nullopt;
}

/// A message of one byte, with which an open file can be sent.
struct FileMessage {
  char byte = 0;
  iovec bytes{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};

  FileMessage() {
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
  }
};

void send_file(int socket, int file) {
  FileMessage one;
  auto* header = CMSG_FIRSTHDR(&one.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof file);
  std::memcpy(CMSG_DATA(header), &file, sizeof file);
  while (sendmsg(socket, &one.message, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

/// Receives an open file, which this process keeps open until it ends.
void take_file(int socket) {
  FileMessage one;
  while (recvmsg(socket, &one.message, 0) < 0 && errno == EINTR) {
  }
}

std::optional<Item> next_item(int socket) {
  Head head{};
  while (receive_all(socket, &head, sizeof head)) {
    if (head.group == file_follows) {
      take_file(socket);
      continue;
    }
    Item item{head.group, std::string(head.size, '\0')};
    return receive_all(socket, item.text.data(), head.size) ? std::optional(std::move(item)) : std::nullopt;
  }
  return std::nullopt;
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

/// What a fork server and its group servers have.
struct Ends {
  int socket, pipe;
  const SerializedWork& work;
};

/// Forks a process for the item, and waits until it has ended.
int worked_on(const Ends& ends, const std::string& item) {
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process == 0) {
    die_with(parent);
    close(ends.socket);
    work_and_exit(ends.pipe, [&] { return ends.work.work(item); });
  }
  return process < 0 ? -errno : wait_for(process);
}

/// A group server: works on the item, and on all that follow of its group.
[[noreturn]] void serve_group(const Ends& ends, Item item) {
  while (true) {
    try {
      ends.work.prepare(item.text);
    } catch (const std::exception&) {
      answer(ends.socket, not_prepared); // the item's own process will report what is wrong
      _exit(0);
    }
    answer(ends.socket, worked_on(ends, item.text));
    if (next_group(ends.socket) != item.group)
      _exit(0);
    auto next = next_item(ends.socket);
    if (!next)
      _exit(0);
    item = std::move(*next);
  }
}

/// The fork server. It ends when a group server dies, since the item that was lost with it is not known.
[[noreturn]] void serve_items(const Ends& ends) {
  throw_once();
  while (auto item = next_item(ends.socket)) {
    if (item->group == 0) {
      answer(ends.socket, worked_on(ends, item->text));
      continue;
    }
    const pid_t parent = getpid();
    const pid_t server = fork();
    if (server == 0) {
      die_with(parent);
      serve_group(ends, std::move(*item));
    }
    if (server < 0)
      answer(ends.socket, -errno);
    else if (wait_for(server) != 0)
      break;
  }
  _exit(0);
}

} // namespace

void work_and_exit(int pipe, const std::function<Outcome()>& work) {
  take_memory_in_large_steps();
  Outcome outcome;
  try {
    outcome = work();
  } catch (const InputError& error) {
    outcome = {Status::bad_input, beginning_of(error.what(), longest_message), {}, 0, 0};
  } catch (const CannotWrite& error) {
    outcome = {Status::died, error.what(), {}, 0, 0, true};
  } catch (const std::filesystem::filesystem_error& error) {
    outcome = {Status::died, sentence_of(error), {}, 0, 0};
  } catch (const std::exception& error) {
    outcome = {Status::died, beginning_of(error.what(), longest_message), {}, 0, 0};
  }
  write_all(pipe, bytes_of(outcome));
  _exit(0); // no destructors: plugins, actors and the engine end with the process
}

ForkServer::ForkServer(const SerializedWork& work, const Interruption* interruption) {
  int socket[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, socket) != 0)
    throw std::runtime_error(std::string("no socket for a worker: ") + std::strerror(errno));
  socket_ = socket[0];
  child_ = std::make_unique<Child>(*run_status_, interruption, [&](int pipe) {
    close(socket[0]);
    serve_items({socket[1], pipe, work});
  });
  close(socket[1]);
}

ForkServer::~ForkServer() {
  // An idle fork server ends by itself, and waits for its group server before. So their times are counted as
  // those of this process's children.
  if (is_idle()) {
    shutdown(socket_, SHUT_RDWR);
    child_->end(received_);
  }
  child_.reset();
  close(socket_);
}

void ForkServer::keep_open(int file) {
  const Head head{file_follows, 0};
  if (file >= 0 && send_all(socket_, &head, sizeof head))
    send_file(socket_, file);
}

void ForkServer::send(std::size_t group, const std::string& item) {
  received_.clear();
  run_status_.clear();
  works_ = true;
  const Head head{group, item.size()};
  // If the fork server is gone, `receive` finds that out.
  if (send_all(socket_, &head, sizeof head))
    send_all(socket_, item.data(), item.size());
}

void ForkServer::watch(std::vector<pollfd>& polls) const {
  polls.push_back({child_->pipe(), POLLIN, 0});
  polls.push_back({socket_, POLLIN, 0});
}

std::optional<ForkServer::News> ForkServer::receive() {
  const bool is_news = has_news(socket_);
  do // all that was sent before the news
    if (const auto status = is_gone() ? std::nullopt : child_->receive(received_))
      ended_ = *status;
  while (!is_gone() && has_news(child_->pipe()));
  if (!is_news)
    return is_gone() ? std::optional<News>(Lost{}) : std::nullopt;
  int number = 0;
  if (!receive_all(socket_, &number, sizeof number))
    return Lost{};
  if (number == not_prepared)
    return NotPrepared{};
  if (number < 0)
    throw std::runtime_error(std::string("no process for a worker: ") + std::strerror(-number));
  works_ = false;
  end_orphans();
  return Ended{number};
}

int ForkServer::kill() {
  if (is_gone())
    return ended_;
  child_->kill();
  return child_->end(received_);
}

} // namespace malha

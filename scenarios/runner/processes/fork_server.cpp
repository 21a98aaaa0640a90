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

/// An item on its way to a fork_server: this, and then its text.
struct Head {
  std::size_t group, size;
};

struct Item {
  std::size_t group;
  std::string text;
};

/// As the group in a head: an open file follows, and no item.
constexpr std::size_t file_follows = std::numeric_limits<std::size_t>::max();

/// Of what a process throws, so many bytes are passed on.
constexpr std::size_t longest_message = 100'000;

/// An answer is how a process ended, an error of `fork` as a negative number, or this.
constexpr int not_prepared = std::numeric_limits<int>::min();

/// False where nobody hears it any more.
bool tell(int talk, const void* bytes, std::size_t size) {
  const auto* left = static_cast<const char*>(bytes);
  while (size > 0) {
    const auto sent = send(talk, left, size, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR)
      return false;
    left += std::max<ssize_t>(sent, 0);
    size -= static_cast<std::size_t>(std::max<ssize_t>(sent, 0));
  }
  return true;
}

bool answer(int talk, int number) { return tell(talk, &number, sizeof number); }

/// Waits for so many bytes, and leaves them where `flags` say so. False when they will not come.
bool told(int talk, void* bytes, std::size_t size, int flags = 0) {
  if (size == 0) // `recv` would wait for a byte
    return true;
  ssize_t received = 0;
  while ((received = recv(talk, bytes, size, MSG_WAITALL | flags)) < 0 && errno == EINTR) {
  }
  return received == static_cast<ssize_t>(size);
}

/// Waits for the next item, which stays there.
std::optional<std::size_t> next_group(int talk) {
  Head head{};
  return told(talk, &head, sizeof head, MSG_PEEK) ? std::optional(head.group) : std::nullopt;
}

/// A byte, with which an open file can go.
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

void send_file(int talk, int file) {
  FileMessage one;
  auto* header = CMSG_FIRSTHDR(&one.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof file);
  std::memcpy(CMSG_DATA(header), &file, sizeof file);
  while (sendmsg(talk, &one.message, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

/// This process then has it open until it ends.
void take_file(int talk) {
  FileMessage one;
  while (recvmsg(talk, &one.message, 0) < 0 && errno == EINTR) {
  }
}

std::optional<Item> next_item(int talk) {
  Head head{};
  while (told(talk, &head, sizeof head)) {
    if (head.group == file_follows) {
      take_file(talk);
      continue;
    }
    Item item{head.group, std::string(head.size, '\0')};
    return told(talk, item.text.data(), head.size) ? std::optional(std::move(item)) : std::nullopt;
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

/// What a fork_server and its fork servers have.
struct Ends {
  int talk, pipe;
  const SerializedWork& work;
};

/// Forks a process for the item, and waits until it has ended.
int worked_on(const Ends& ends, const std::string& item) {
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process == 0) {
    die_with(parent);
    close(ends.talk);
    work_and_exit(ends.pipe, [&] { return ends.work.work(item); });
  }
  return process < 0 ? -errno : wait_for(process);
}

/// Works on the first item, and on all that follow of its group.
[[noreturn]] void serve(const Ends& ends, Item item) {
  while (true) {
    try {
      ends.work.prepare(item.text);
    } catch (const std::exception&) {
      answer(ends.talk, not_prepared); // a process of the item alone will say what is wrong
      _exit(0);
    }
    answer(ends.talk, worked_on(ends, item.text));
    if (next_group(ends.talk) != item.group)
      _exit(0);
    auto next = next_item(ends.talk);
    if (!next)
      _exit(0);
    item = std::move(*next);
  }
}

/// Ends when a fork server dies, since nobody knows which item was lost with it.
[[noreturn]] void start_servers(const Ends& ends) {
  throw_once();
  while (auto item = next_item(ends.talk)) {
    if (item->group == 0) {
      answer(ends.talk, worked_on(ends, item->text));
      continue;
    }
    const pid_t parent = getpid();
    const pid_t server = fork();
    if (server == 0) {
      die_with(parent);
      serve(ends, std::move(*item));
    }
    if (server < 0)
      answer(ends.talk, -errno);
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
  int talk[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, talk) != 0)
    throw std::runtime_error(std::string("no socket for a worker: ") + std::strerror(errno));
  talk_ = talk[0];
  child_ = std::make_unique<Child>(*run_status_, interruption, [&](int pipe) {
    close(talk[0]);
    start_servers({talk[1], pipe, work});
  });
  close(talk[1]);
}

ForkServer::~ForkServer() {
  // A fork_server that has nothing to do ends by itself, and waits for its fork server before. So their times
  // are counted as those of this process's children.
  if (!works_ && !is_gone()) {
    shutdown(talk_, SHUT_RDWR);
    child_->end(said_);
  }
  child_.reset();
  close(talk_);
}

void ForkServer::keep_open(int file) {
  const Head head{file_follows, 0};
  if (file >= 0 && tell(talk_, &head, sizeof head))
    send_file(talk_, file);
}

void ForkServer::give(std::size_t group, const std::string& item) {
  said_.clear();
  run_status_.clear();
  works_ = true;
  const Head head{group, item.size()};
  // Where the fork_server is gone, `listen` finds that out.
  if (tell(talk_, &head, sizeof head))
    tell(talk_, item.data(), item.size());
}

void ForkServer::watch(std::vector<pollfd>& polls) const {
  polls.push_back({child_->pipe(), POLLIN, 0});
  polls.push_back({talk_, POLLIN, 0});
}

std::optional<ForkServer::News> ForkServer::listen() {
  const bool is_news = has_news(talk_);
  do // all that was said before the news
    if (const auto status = is_gone() ? std::nullopt : child_->listen(said_))
      ended_ = *status;
  while (!is_gone() && has_news(child_->pipe()));
  if (!is_news)
    return is_gone() ? std::optional<News>(Lost{}) : std::nullopt;
  int number = 0;
  if (!told(talk_, &number, sizeof number))
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
  return child_->end(said_);
}

} // namespace malha

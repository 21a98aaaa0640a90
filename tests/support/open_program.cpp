// SPDX-License-Identifier: MIT
#include "open_program.hpp"

#include "program.hpp"

#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace malha::testing {
namespace {

sockaddr_un address{};
socklen_t size_of_address = 0;

sockaddr* as_any(sockaddr_un& one) { return reinterpret_cast<sockaddr*>(&one); }

/// Becomes the program once somebody connects. malha_before_main, which is loaded before it, does the rest.
[[noreturn]] void wait_and_start(int listener, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  pollfd first{listener, POLLIN, 0};
  if (getppid() != parent || poll(&first, 1, -1) != 1)
    _exit(0);
  setenv("LD_PRELOAD", MALHA_BEFORE_MAIN, 1);
  setenv("MALHA_LISTENER", std::to_string(dup(listener)).c_str(), 1); // a copy stays open in the program
  execl(MALHA_PROGRAM, MALHA_PROGRAM, nullptr);
  _exit(127);
}

int opened_for_writing(const std::filesystem::path& file) {
  return open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

/// Sends the text and the two files into which the command writes. Returns whether they could be sent.
bool send_command(int connection, const std::string& text, const int (&files)[2]) {
  std::size_t size = text.size();
  iovec first{&size, sizeof size};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof files)] = {};
  msghdr message{};
  message.msg_iov = &first;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  auto* passed = CMSG_FIRSTHDR(&message);
  passed->cmsg_level = SOL_SOCKET;
  passed->cmsg_type = SCM_RIGHTS;
  passed->cmsg_len = CMSG_LEN(sizeof files);
  std::memcpy(CMSG_DATA(passed), files, sizeof files);
  if (sendmsg(connection, &message, MSG_NOSIGNAL) != sizeof size)
    return false;
  for (std::size_t sent = 0; sent < size;) {
    const auto more = send(connection, text.data() + sent, size - sent, MSG_NOSIGNAL);
    if (more <= 0)
      return false;
    sent += static_cast<std::size_t>(more);
  }
  return true;
}

} // namespace

OpenProgram::OpenProgram() {
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  address.sun_family = AF_UNIX;
  // With nothing but the family, the kernel chooses a name that is no file.
  if (bind(listener, as_any(address), sizeof address.sun_family) != 0 || listen(listener, 8) != 0)
    throw std::runtime_error("no socket for the program of the tests");
  size_of_address = sizeof address;
  getsockname(listener, as_any(address), &size_of_address);
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0)
    wait_and_start(listener, parent);
  close(listener);
}

OpenProgram::~OpenProgram() {
  kill(process_, SIGTERM);
  waitpid(process_, nullptr, 0);
}

bool OpenProgram::is_prepared() { return size_of_address != 0; }

Said OpenProgram::run(const std::string& words, const std::filesystem::path& folder) {
  const TemporaryFolder said;
  std::string text = words + '\0' + std::filesystem::absolute(folder).string() + '\0';
  for (char** variable = environ; *variable != nullptr; ++variable)
    text += *variable + std::string(1, '\0');
  const int files[]{opened_for_writing(said / "out"), opened_for_writing(said / "err")};
  const int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int status = 0;
  const bool has_answered = connect(connection, as_any(address), size_of_address) == 0 &&
                            send_command(connection, text, files) &&
                            recv(connection, &status, sizeof status, MSG_WAITALL) == sizeof status;
  close(connection);
  close(files[0]);
  close(files[1]);
  if (!has_answered)
    throw std::runtime_error("the program of the tests does not answer: malha " + words);
  return {shell_status(status), text_of(said / "out"), text_of(said / "err")};
}

} // namespace malha::testing

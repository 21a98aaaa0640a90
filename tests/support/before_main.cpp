// SPDX-License-Identifier: MIT
// Loaded before the program (LD_PRELOAD), it opens the plugins and then, for each command that a test sends,
// forks a process in which the program's own main begins: see OpenProgram.
#include "plugins.hpp"

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

namespace {

using Main = int (*)(int, char**, char**);

Main main_of_program = nullptr;
std::string program; // as a shell starts it
int listener = -1;

/// A command: words of a shell, a folder and an environment, each text with a zero behind it; and two files.
struct Command {
  std::string text;
  int files[2];
};

bool receive(int connection, Command& command) {
  std::size_t size = 0;
  iovec first{&size, sizeof size};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof command.files)] = {};
  msghdr message{};
  message.msg_iov = &first;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  if (recvmsg(connection, &message, MSG_CMSG_CLOEXEC) != sizeof size || CMSG_FIRSTHDR(&message) == nullptr)
    return false;
  std::memcpy(command.files, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof command.files);
  command.text.resize(size);
  return recv(connection, command.text.data(), size, MSG_WAITALL) == static_cast<ssize_t>(size);
}

[[noreturn]] void leave_to_shell(const std::string& words) {
  const auto line = "\"$MALHA\" " + words;
  execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
  _exit(127);
}

/// Becomes the process that a shell would start for the command. Returns what main returns.
int run(const Command& command) {
  static std::vector<char*> variables, arguments;
  const char* words = command.text.c_str();
  const char* folder = words + std::strlen(words) + 1;
  clearenv();
  for (const char* one = folder + std::strlen(folder) + 1; one < command.text.data() + command.text.size();
       one += std::strlen(one) + 1)
    putenv(const_cast<char*>(one));
  const bool is_ready = chdir(folder) == 0 && freopen("/dev/null", "r", stdin) != nullptr &&
                        dup2(command.files[0], STDOUT_FILENO) >= 0 &&
                        dup2(command.files[1], STDERR_FILENO) >= 0;
  close(command.files[0]);
  close(command.files[1]);
  if (!is_ready)
    _exit(127);
  static wordexp_t expanded{};
  if (wordexp(words, &expanded, WRDE_NOCMD) != 0)
    leave_to_shell(words);
  arguments.push_back(program.data());
  arguments.insert(arguments.end(), expanded.we_wordv, expanded.we_wordv + expanded.we_wordc);
  arguments.push_back(nullptr);
  return main_of_program(static_cast<int>(arguments.size()) - 1, arguments.data(), environ);
}

int serve(int, char** argv, char**) {
  program = argv[0];
  listener = std::atoi(std::getenv("MALHA_LISTENER"));
  malha::testing::open_plugins_of(program);
  for (int connection; (connection = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;
       close(connection)) {
    static Command command;
    if (!receive(connection, command))
      continue;
    const pid_t child = fork();
    if (child == 0) {
      close(listener);
      close(connection);
      return run(command);
    }
    close(command.files[0]);
    close(command.files[1]);
    int status = 0;
    if (child > 0 && waitpid(child, &status, 0) == child)
      send(connection, &status, sizeof status, MSG_NOSIGNAL);
  }
  return 1;
}

} // namespace

/// The C library calls this to begin a program.
extern "C" __attribute__((visibility("default"))) int __libc_start_main(Main begun, int argc, char** argv,
                                                                        void (*init)(), void (*fini)(),
                                                                        void (*end_loader)(),
                                                                        void* end_of_stack) {
  using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  main_of_program = begun;
  const auto begin = reinterpret_cast<Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return begin(serve, argc, argv, init, fini, end_loader, end_of_stack);
}

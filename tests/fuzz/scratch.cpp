// SPDX-License-Identifier: MIT
#include "scratch.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#ifdef __clang__
/// Most of the time would go into remembering who freed what.
extern "C" const char* __asan_default_options() {
  return "malloc_context_size=2:quarantine_size_mb=4:thread_local_quarantine_size_kb=64";
}
#endif

namespace malha::fuzz {
namespace fs = std::filesystem;

namespace scratch {

struct Folder {
  Folder() {
    const fs::path memory = "/dev/shm";
    path = (fs::is_directory(memory) ? memory : fs::temp_directory_path()) /
           ("malha-fuzz-" + std::to_string(getpid()));
    fs::create_directories(path);
  }
  ~Folder() {
    std::error_code ignored;
    if (owner == getpid())
      fs::remove_all(path, ignored);
  }

  fs::path path;
  pid_t owner = getpid();
};

} // namespace scratch

const fs::path& scratch_folder() {
  static const scratch::Folder folder;
  return folder.path;
}

ScratchFile::ScratchFile(const std::string& name)
    : path_(scratch_folder() / name), descriptor_(open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
  require(descriptor_ >= 0, "a scratch file can be made");
}

ScratchFile::~ScratchFile() { close(descriptor_); }

const fs::path& ScratchFile::holding(std::string_view text) const {
  const bool is_written = ftruncate(descriptor_, 0) == 0 && pwrite(descriptor_, text.data(), text.size(),
                                                                   0) == static_cast<ssize_t>(text.size());
  require(is_written, "a scratch file can be written");
  return path_;
}

void leave_children_alone() {
  pthread_atfork(nullptr, nullptr, [] {
    for (const int number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL})
      std::signal(number, SIG_DFL);
  });
}

void require(bool holds, const char* property) {
  if (holds)
    return;
  std::fprintf(stderr, "does not hold: %s\n", property);
  std::abort();
}

} // namespace malha::fuzz

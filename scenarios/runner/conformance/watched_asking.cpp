// SPDX-License-Identifier: MIT
#include "watched_asking.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <malloc.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>

namespace malha::conformance {
namespace {

Place* place_of_this_process = nullptr;

extern "C" void end_overdue(int signal) {
  place_of_this_process->end = signal == SIGVTALRM ? Place::computes : Place::waits;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

itimerval once_after(Seconds time) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(time);
  timer.it_value.tv_usec = static_cast<suseconds_t>((time - std::floor(time)) * 1e6);
  return timer;
}

/// Printable, in one line, and not too long.
std::string quoted(std::string text) {
  constexpr std::size_t most = 40;
  text = text.substr(0, text.find('\n'));
  return Json(text.size() > most ? text.substr(0, most) + "…" : text)
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::filesystem::path folder_now() {
  std::error_code gone;
  return std::filesystem::current_path(gone);
}

/// How many bytes this process has written.
std::optional<std::int64_t> bytes_written() {
  std::ifstream in("/proc/self/io");
  std::string name;
  for (std::int64_t number = 0; in >> name >> number;)
    if (name == "wchar:")
      return number;
  return std::nullopt;
}

} // namespace

Alarm::Alarm(Place& place, Seconds limit) : limit_(limit) {
  place_of_this_process = &place;
  std::signal(SIGVTALRM, end_overdue);
  std::signal(SIGALRM, end_overdue);
}

void Alarm::set() const {
  place_of_this_process->process = getpid();
  place_of_this_process->call = place_of_this_process->call + 1;
  place_of_this_process->is_in_call = true;
  const auto computing = once_after(limit_), waiting = once_after(patience * limit_);
  setitimer(ITIMER_VIRTUAL, &computing, nullptr);
  setitimer(ITIMER_REAL, &waiting, nullptr);
}

void Alarm::clear() {
  place_of_this_process->is_in_call = false;
  const itimerval none{};
  setitimer(ITIMER_VIRTUAL, &none, nullptr);
  setitimer(ITIMER_REAL, &none, nullptr);
}

CapturedOutput::CapturedOutput(bool takes) : takes_(takes) {
  for (auto& stream : streams_) {
    if (!takes)
      continue;
    stream.file = memfd_create("malha-check", 0);
    if (stream.file < 0 || dup2(stream.file, stream.number) < 0)
      throw std::runtime_error(std::string("no file for what a plugin writes: ") + std::strerror(errno));
  }
}

void CapturedOutput::expect_silence() {
  std::cout.flush();
  std::fflush(stdout);
  std::fflush(stderr);
  for (auto& stream : streams_) {
    const long size = stream.file < 0 ? 0 : lseek(stream.file, 0, SEEK_CUR);
    if (size <= stream.seen)
      continue;
    char text[200];
    const auto bytes = pread(stream.file, text, sizeof text, stream.seen);
    stream.seen = size;
    throw Flaw("output", std::string("it writes to the standard ") + stream.name + ": " +
                             quoted(std::string(text, bytes > 0 ? static_cast<std::size_t>(bytes) : 0)));
  }
}

void CapturedOutput::begin() {
  folder_ = folder_now();
  written_ = bytes_written();
}

void CapturedOutput::expect_no_traces() const {
  if (!takes_)
    return;
  if (folder_now() != folder_)
    throw Flaw("output", "it changes the folder in which the program works");
  if (const auto written = bytes_written(); written && written_ && *written > *written_)
    throw Flaw("output",
               "it writes " + std::to_string(*written - *written_) +
                   " bytes into something that is neither the standard output nor the standard error");
}

void shuffle_memory(std::uint64_t number) {
  constexpr int blocks = 6000, largest = 600;
  RandomStreams streams(number);
  auto& engine = streams.stream("memory");
  const auto below = [&](int most) {
    return static_cast<std::size_t>(boost::random::uniform_int_distribution<int>(0, most - 1)(engine));
  };
  std::vector<void*> taken;
  for (int i = 0; i < blocks; ++i)
    taken.push_back(std::malloc(16 + below(largest)));
  for (std::size_t i = taken.size(); i-- > 1;)
    std::swap(taken[i], taken[below(static_cast<int>(i) + 1)]);
  for (std::size_t i = 0; i < taken.size() / 2; ++i) // the others stay, so that no two free blocks unite
    std::free(taken[i]);
  mallopt(M_PERTURB, 1 + static_cast<int>(number % 254));
}

} // namespace malha::conformance
